import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';

export const failedNotices = 'failed-notices';

async function readFailedNotices() {
  const { data } = await browserClient().rpc('failed_notices').throwOnError();
  return data;
}

export async function retryNotices(): Promise<void> {
  await browserClient().rpc('retry_notices').throwOnError();
}

/** Emails about leads that permanently failed: recipient and reason. Owners only. */
export function useFailedNotices(enabled: boolean) {
  return useQuery({ queryKey: [failedNotices], queryFn: readFailedNotices, enabled });
}
