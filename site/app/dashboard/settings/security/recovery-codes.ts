import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { useSignedIn } from '../../../auth/session/session-store.ts';

/** How many there are in a set. */
export const codesInSet = 10;

async function countCodes(): Promise<number> {
  const { data } = await browserClient().rpc('count_recovery_codes').throwOnError();
  return data;
}

/** How many recovery codes of this account still work. */
export function useCodesLeft() {
  const { user } = useSignedIn();
  return useQuery({ queryKey: ['recovery codes', user.id], queryFn: countCodes });
}

async function makeCodes(): Promise<string[]> {
  const { data } = await browserClient().rpc('make_recovery_codes').throwOnError();
  return data.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Makes a new set, in groups of four letters; the set before it works no more. */
export function useMakeCodes() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: makeCodes,
    // Shown once: nothing of it stays in memory longer than the screen that shows it.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['recovery codes'] }),
  });
}
