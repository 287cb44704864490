// Queries of the privacy screen: requests, incidents, retention.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import type { Database } from '../../data/database-types.ts';

export const privacyQueryName = 'privacy';

/** Requests and incidents are rare; if there are more, the older ones are available through the API. */
const most = 200;

type Tables = Database['public']['Tables'];
export type PrivacyRequest = Tables['privacy_requests']['Row'];
export type PrivacyIncident = Tables['privacy_incidents']['Row'];
type NewIncident = Omit<PrivacyIncident, 'id' | 'created_at' | 'created_by'>;

/** Open ones first, by due date; then the newest. */
export function usePrivacyRequests() {
  return useQuery({
    queryKey: [privacyQueryName, 'requests'],
    queryFn: async () => {
      const { data } = await browserClient()
        .from('privacy_requests')
        .select()
        .order('done_on', { ascending: false, nullsFirst: true })
        .order('due_on')
        .limit(most)
        .throwOnError();
      return data;
    },
  });
}

export function usePrivacyIncidents() {
  return useQuery({
    queryKey: [privacyQueryName, 'incidents'],
    queryFn: async () => {
      const { data } = await browserClient()
        .from('privacy_incidents')
        .select()
        .order('noticed_on', { ascending: false })
        .order('id')
        .limit(most)
        .throwOnError();
      return data;
    },
  });
}

export async function savePrivacyIncident({
  id,
  ...incident
}: NewIncident & { id?: string | undefined }): Promise<void> {
  const table = browserClient().from('privacy_incidents');
  await (id === undefined ? table.insert(incident) : table.update(incident).eq('id', id)).throwOnError();
}

/** The result of preview_retention(); counts end at 1,001. */
export interface RetentionPreview {
  leads: number;
  clients: number;
  quarantined: number;
  first: { id: string; name: string; last_contact: string }[];
}

/** The retention that an owner must decide about after an upgrade. */
type UndecidedRetention = RetentionPreview & { months: number };

/** null: nothing is erased automatically. */
export type RetentionMonths = number | null;

export function useRetention() {
  return useQuery({
    queryKey: [privacyQueryName, 'retention'],
    queryFn: async () => {
      const [months, waiting, log] = await Promise.all([
        callDatabaseFunction('retention_months'),
        readWaiting(),
        callDatabaseFunction('retention_log'),
      ]);
      return { months: months as RetentionMonths, waiting, log };
    },
  });
}

/** null once an owner has decided; only owners may read it. */
async function readWaiting(): Promise<UndecidedRetention | null> {
  const data = await callDatabaseFunction('waiting_retention');
  return data as unknown as UndecidedRetention | null;
}

export function useUndecidedRetention() {
  return useQuery({ queryKey: [privacyQueryName, 'waiting'], queryFn: readWaiting });
}

export function useRetentionPreview(months: RetentionMonths) {
  return useQuery({
    queryKey: [privacyQueryName, 'preview', months],
    queryFn: async () => {
      const data = await callDatabaseFunction('preview_retention', { months });
      return data as unknown as RetentionPreview;
    },
  });
}

export const setRetention = (months: RetentionMonths) =>
  callDatabaseFunction('set_retention_months', { months });
