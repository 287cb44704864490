import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { useSignedIn } from '../../../auth/session/session-store.ts';

/** Codes per set. */
export const codesInSet = 10;

async function countCodes(): Promise<number> {
  const { data } = await browserClient().rpc('count_recovery_codes').throwOnError();
  return data;
}

export function useRemainingCodes() {
  const { user } = useSignedIn();
  return useQuery({ queryKey: ['recovery-codes', user.id], queryFn: countCodes });
}

async function makeCodes(): Promise<string[]> {
  const { data } = await browserClient().rpc('make_recovery_codes').throwOnError();
  return data.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Makes a new set, in groups of four letters; the former set stops working. */
export function useGenerateCodes() {
  // Shown once: kept in memory no longer than on screen.
  return useWrite(makeCodes, ['recovery-codes'], { waits: true, gcTime: 0 });
}
