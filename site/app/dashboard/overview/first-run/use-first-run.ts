// Reads which steps of setting up the site are done.
import { useQuery } from '@tanstack/react-query';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';

export const firstRunKey = 'first_run';

/** Steps whose completion is stored in the database; the backup's is in the server's health report. */
type StoredStep = 'name' | 'logo' | 'legal' | 'mail' | 'team' | 'samples';

/** For each step whether it is done; null once the list was hidden. Only for owners. */
export function useFirstRun(enabled = true) {
  return useQuery({
    queryKey: [firstRunKey],
    async queryFn(): Promise<Record<StoredStep, boolean> | null> {
      const data = await callDatabaseFunction('first_run');
      return data as Record<StoredStep, boolean> | null;
    },
    enabled,
  });
}
