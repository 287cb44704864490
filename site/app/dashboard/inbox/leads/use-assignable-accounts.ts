// A query hook that reads the colleagues to whom a lead can be assigned.
import { useQuery } from '@tanstack/react-query';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';

/** The accounts to which a lead can be assigned, including this one. */
export function useAssignableAccounts(enabled = true) {
  return useQuery({
    queryKey: ['lead-colleagues'],
    queryFn: () => callDatabaseFunction('lead_colleagues'),
    enabled,
  });
}
