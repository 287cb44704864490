import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { invalidateOnSettled } from '../../data/invalidate-on-settled.ts';

const key = ['failed-notices'];

async function readFailedNotices() {
  const { data } = await browserClient().rpc('failed_notices').throwOnError();
  return data;
}

async function retryNotices(): Promise<void> {
  await browserClient().rpc('retry_notices').throwOnError();
}

/** Notifications of new leads that permanently failed: recipient and reason. Owners only. */
export function useFailedNotices(enabled: boolean) {
  return useQuery({ queryKey: key, queryFn: readFailedNotices, enabled });
}

export function useRetryNotices() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: retryNotices,
    onSettled: invalidateOnSettled(queries, key),
  });
}
