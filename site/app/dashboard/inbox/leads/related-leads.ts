// Reads the other leads of the person behind a lead.
import { useQuery } from '@tanstack/react-query';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { createStore } from '../../../ui/create-store.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import type { Lead } from '../read-leads-page.ts';
import { useEffect } from 'react';
import type { To } from 'react-router';
import { leadTitleId } from './list-position.tsx';

/** Another lead of the same person. */
interface RelatedLead {
  id: string;
  created_at: string;
  service_name: string | null;
  status: string;
  words: string | null;
}

/** The ten newest, and their number: 101 means more than 100. */
export interface RelatedLeads {
  total: number;
  leads: RelatedLead[];
}

export type RelatedLeadsByLeadId = Readonly<Record<string, RelatedLeads>>;

/** The maximum that the database accepts per call. */
const leadsPerCall = 200;

async function readRelated(leadIds: readonly string[]): Promise<RelatedLeadsByLeadId> {
  const related: Record<string, RelatedLeads> = {};
  for (let from = 0; from < leadIds.length; from += leadsPerCall) {
    const data = await callDatabaseFunction('related_leads', {
      of_leads: leadIds.slice(from, from + leadsPerCall),
    });
    for (const { lead_id: leadId, total, ...lead } of data)
      (related[leadId] ??= { total, leads: [] }).leads.push(lead);
  }
  return related;
}

const none: RelatedLeadsByLeadId = {};

/** Whether a card was opened in this tab. Only open cards show other leads, so they are not read before. */
const isWanted = createStore(false);

/**
 * The other leads of the person of each lead; a lead without others has no entry. One call for all shown leads
 * when the first card is opened, repeated when a lead is added or changed (use-live-inbox.ts).
 */
export function useRelatedLeads(leads: readonly Lead[]): RelatedLeadsByLeadId {
  const ids = leads.map(({ id }) => id);
  const wanted = isWanted.usePart((is) => is);
  const { data = none } = useQuery({
    queryKey: [...leadsQueryKey, 'related', ids],
    queryFn: () => readRelated(ids),
    enabled: wanted && ids.length > 0,
    placeholderData: (previous: RelatedLeadsByLeadId | undefined) => previous,
  });
  return data;
}

/** Called by components that show other leads: from then on they are read. */
export function useEnableRelatedLeads(): void {
  useEffect(() => {
    isWanted.write(true);
  }, []);
}

/** The location of all leads of this lead's person; `shown` is the one that gets the focus. */
export function personViewLocation(leadId: string, shown?: string): To {
  return {
    pathname: '/dashboard/messages',
    search: `?${new URLSearchParams({ person: leadId }).toString()}`,
    hash: shown === undefined ? '' : `#${leadTitleId(shown)}`,
  };
}
