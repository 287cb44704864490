// A query hook that reads the colleagues to whom a lead can be assigned.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';

async function readColleagues() {
  const { data } = await browserClient().rpc('lead_colleagues').throwOnError();
  return data;
}

/** Those whom a lead can be given to, this account among them. */
export function useColleagues(enabled = true) {
  return useQuery({ queryKey: ['lead-colleagues'], queryFn: readColleagues, enabled });
}
