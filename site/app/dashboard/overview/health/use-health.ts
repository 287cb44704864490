import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchAsUser } from '../../../data/browser-client.ts';
import type { HealthReport, TestMailResult } from '../../../data/server-health.ts';
import { healthTexts } from './health-texts.ts';

const key = ['server-health'];
const address = '/dashboard/health';
/** Often enough for a dashboard that is open all day. */
const refetchMs = 300_000;

async function request<Result>(sent?: object): Promise<Result> {
  const { ok, body } = await fetchAsUser<Result & { problem?: string }>(address, sent).catch(() => {
    throw new Error(healthTexts.errors.unreachable);
  });
  if (!ok || body === null) throw new Error(body?.problem ?? healthTexts.errors.unreachable);
  return body;
}

export function useHealth() {
  return useQuery({
    queryKey: key,
    queryFn: () => request<HealthReport>(),
    refetchInterval: refetchMs,
  });
}

interface TestMailOptions {
  onSuccess: (outcome: 'sent' | 'filed') => void;
  onError: (error: Error) => void;
}

/** Sends a test message to the account's own address. The answer is told even if the button is gone by then. */
export function useTestMail({ onSuccess, onError }: TestMailOptions) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn() {
      const result = await request<TestMailResult>({});
      if (result.outcome === 'failed') throw new Error(result.problem);
      return result.outcome;
    },
    onSuccess,
    onError,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        // one of the first steps
        queries.invalidateQueries({ queryKey: ['first_run'] }),
      ]),
  });
}
