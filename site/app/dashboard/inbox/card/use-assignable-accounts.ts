// A query hook that reads the colleagues to whom a lead can be assigned.
import { useQuery } from '@tanstack/react-query';
import { callDatabase } from '../../../data/call-database.ts';

/** The accounts to which a lead can be assigned, including this one. */
export function useAssignableAccounts(enabled = true) {
  return useQuery({ queryKey: ['lead-colleagues'], queryFn: () => callDatabase('lead_colleagues'), enabled });
}
