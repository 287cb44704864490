// React hooks that read the agency's settings, icon, colours from the root loader data.
import { createContext, useContext, useEffect } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { AgencyIcon } from './agency-logo.ts';
import type { Agency } from './agency.ts';

/** Used by error pages whose root loader did not run, because an action threw. */
const ServedAgency = createContext<Agency | null>(null);
export const ServedAgencyProvider = ServedAgency.Provider;

/** Set in the browser only. */
let lastAgency: Agency | null = null;

function useServedAgency(): Agency | null {
  const data = useRouteLoaderData<{ agency: Agency }>('root');
  const served = useContext(ServedAgency);
  return data?.agency ?? served ?? lastAgency;
}

/** Whether an owner has changed the agency since it was loaded. */
let isOutdated = false;

/** Called before `revalidate()`. The root then loads the agency, even if a navigation interrupts that. */
export function markAgencyOutdated(): void {
  isOutdated = true;
}

export function isAgencyOutdated(): boolean {
  return isOutdated;
}

/** Keeps the agency for the error page of a first navigation that fails: then the root has no loader data. */
export function useRememberLastAgency(): void {
  const agency = useServedAgency();
  useEffect(() => {
    if (agency !== lastAgency) isOutdated = false;
    lastAgency = agency;
  }, [agency]);
}

/** The agency's settings with which the page was served. */
export function useAgency(): Agency {
  const agency = useServedAgency();
  if (!agency) throw new Error('the page was served without the agency');
  return agency;
}

const unknownIcon: AgencyIcon = { href: '/favicon.svg', type: 'image/svg+xml' };

/** The icon of the browser's tab and the colours; defaults while there is no agency. */
export function useIconAndColours(): { icon: AgencyIcon; colours: string | undefined } {
  const agency = useServedAgency();
  return { icon: agency?.icon ?? unknownIcon, colours: agency?.colours };
}

/** Reads the agency in `meta` functions of routes, which may not use hooks. */
export function agencyOf(matches: readonly ({ loaderData?: unknown } | undefined)[]): Agency {
  const data = matches[0]?.loaderData as { agency: Agency } | undefined;
  if (!data) throw new Error('the page was served without the agency');
  return data.agency;
}
