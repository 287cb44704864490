// A query hook that reads the colleagues to whom a lead can be assigned.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';

async function readColleagues() {
  const { data } = await browserClient().rpc('lead_colleagues').throwOnError();
  return data;
}

/** The accounts to which a lead can be assigned, including this one. */
export function useColleagues(enabled = true) {
  return useQuery({ queryKey: ['lead-colleagues'], queryFn: readColleagues, enabled });
}
