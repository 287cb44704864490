import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';

export const firstRunKey = 'first_run';

/** Steps that leave something in the database; the backup is known to the server's health. */
export type StoredStep = 'name' | 'logo' | 'legal' | 'mail' | 'team' | 'samples';

/** Step by step whether it is done; null once the list was hidden. */
export function useFirstRun() {
  return useQuery({
    queryKey: [firstRunKey],
    async queryFn(): Promise<Record<StoredStep, boolean> | null> {
      const { data } = await browserClient().rpc('first_run').throwOnError();
      return data as Record<StoredStep, boolean> | null;
    },
  });
}

export async function dismissFirstRun(): Promise<void> {
  await browserClient().rpc('dismiss_first_run').throwOnError();
}

/** How many records went, and how many samples stay. */
export async function deleteSamples(): Promise<{ removed: number; kept: number }> {
  const { data } = await browserClient().rpc('clear_samples').throwOnError();
  return {
    removed: data.reduce((sum, { removed }) => sum + removed, 0),
    kept: data.reduce((sum, { kept }) => sum + kept.length, 0),
  };
}
