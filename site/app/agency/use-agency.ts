import { createContext, useContext } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Agency } from './agency.ts';

/** For error pages whose root loader did not run, because an action threw. */
const ServedAgency = createContext<Agency | null>(null);
export const ServedAgencyProvider = ServedAgency.Provider;

/** The agency's settings, as the page was served. */
export function useAgency(): Agency {
  const data = useRouteLoaderData<{ agency: Agency }>('root');
  const served = useContext(ServedAgency);
  const agency = data?.agency ?? served;
  if (!agency) throw new Error('the page was served without the agency');
  return agency;
}

/** For `meta` of routes, which may not use hooks. */
export function agencyOf(matches: readonly ({ loaderData?: unknown } | undefined)[]): Agency {
  const data = matches[0]?.loaderData as { agency: Agency } | undefined;
  if (!data) throw new Error('the page was served without the agency');
  return data.agency;
}
