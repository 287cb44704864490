// Reads the other requests of the person behind a lead.
import { useQuery } from '@tanstack/react-query';
import { callDatabase } from '../../../data/call-database.ts';
import { createStore } from '../create-store.ts';
import { leadsKey } from '../leads-cache.ts';
import type { Lead } from '../read-leads-page.ts';
import { useEffect } from 'react';
import type { To } from 'react-router';
import { leadTitleId } from '../list/list-position.tsx';

/** Another request of a lead's person. */
interface RelatedRequest {
  id: string;
  created_at: string;
  service_name: string | null;
  status: string;
  words: string | null;
}

/** The ten newest, and their number: 101 means more than 100. */
export interface RelatedRequests {
  total: number;
  requests: RelatedRequest[];
}

export type RelatedRequestsByLead = Readonly<Record<string, RelatedRequests>>;

/** The maximum that the database accepts per call. */
const leadsPerCall = 200;

async function readRelated(leadIds: readonly string[]): Promise<RelatedRequestsByLead> {
  const related: Record<string, RelatedRequests> = {};
  for (let from = 0; from < leadIds.length; from += leadsPerCall) {
    const data = await callDatabase('related_leads', { of_leads: leadIds.slice(from, from + leadsPerCall) });
    for (const { lead_id: leadId, total, ...request } of data)
      (related[leadId] ??= { total, requests: [] }).requests.push(request);
  }
  return related;
}

const none: RelatedRequestsByLead = {};

/** Whether a card was opened in this tab. Only open cards show other requests, so they are not read before. */
const isWanted = createStore(false);

/**
 * The other requests of the person of each lead; a lead without others has no entry. One call for all shown leads
 * when the first card is opened, repeated when a lead is added or changed (use-live-inbox.ts).
 */
export function useRelatedRequests(leads: readonly Lead[]): RelatedRequestsByLead {
  const ids = leads.map(({ id }) => id);
  const wanted = isWanted.usePart((is) => is);
  const { data = none } = useQuery({
    queryKey: [...leadsKey, 'related', ids],
    queryFn: () => readRelated(ids),
    enabled: wanted && ids.length > 0,
    placeholderData: (previous: RelatedRequestsByLead | undefined) => previous,
  });
  return data;
}

/** Called by components that show other requests: from then on they are read. */
export function useEnableRelatedRequests(): void {
  useEffect(() => {
    isWanted.write(true);
  }, []);
}

/** The location of all requests of this lead's person; `shown` is the one that gets the focus. */
export function personViewLocation(leadId: string, shown?: string): To {
  return {
    pathname: '/dashboard/messages',
    search: `?${new URLSearchParams({ person: leadId }).toString()}`,
    hash: shown === undefined ? '' : `#${leadTitleId(shown)}`,
  };
}
