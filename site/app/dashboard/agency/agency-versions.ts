import { useQuery } from '@tanstack/react-query';
import { emptyRecord, type AgencyRecord } from '../../agency/agency-record.ts';
import { browserClient } from '../../data/browser-client.ts';
import type { Json } from '../../data/database-types.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';

export const agencyKey = 'agency_settings';

/** A saved version; without an id it is what the site came with. */
export interface AgencyVersion extends AgencyRecord {
  id: number | null;
  savedAt: string | null;
}

export interface ListedVersion extends AgencyVersion {
  id: number;
  savedAt: string;
  savedBy: string | null;
  isRestored: boolean;
}

/** As the version that was restored: what the site came with has no row. */
export const presetsId = 0;

export const presetVersion: AgencyVersion = { id: null, savedAt: null, ...emptyRecord };

interface StoredVersion {
  id: number;
  created_at: string;
  facts: Json;
  texts: Json;
}

/** The database has checked what it holds. */
function versionOf({ id, created_at: savedAt, facts, texts }: StoredVersion) {
  return { id, savedAt, ...({ facts, texts } as unknown as AgencyRecord) };
}

async function readNewest(): Promise<AgencyVersion> {
  const { data } = await browserClient()
    .from('agency_settings')
    .select('id, created_at, facts, texts')
    .order('id', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data ? versionOf(data) : presetVersion;
}

/** Read once: it must not change while it is being edited. */
export function useNewestVersion() {
  return useQuery({
    queryKey: [agencyKey, 'newest'],
    queryFn: readNewest,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
}

/** The newest `most`, and one more to compare the last with. */
export function useVersions(most: number) {
  return useQuery({
    queryKey: [agencyKey, 'versions', most],
    placeholderData: (before) => before,
    async queryFn(): Promise<ListedVersion[]> {
      const client = browserClient();
      const { data } = await client
        .from('agency_settings')
        .select('id, created_at, created_by, restored_from, facts, texts')
        .order('id', { ascending: false })
        .limit(most + 1)
        .throwOnError();
      const ids = [...new Set(data.flatMap(({ created_by: id }) => id ?? []))];
      const { data: people } = await client
        .from('profiles')
        .select('id, full_name')
        .in('id', ids)
        .throwOnError();
      const names = new Map(
        people.map(({ id, full_name: name }) => [id, name || agencyScreenTexts.versions.unnamed]),
      );
      return data.map((row) => ({
        ...versionOf(row),
        savedBy: names.get(row.created_by ?? '') ?? null,
        isRestored: row.restored_from !== null,
      }));
    },
  });
}

export type SaveOutcome = { saved: AgencyVersion } | { elsewhere: AgencyVersion };

export interface AgencySave extends AgencyRecord {
  /** the version that the changes began with */
  basedOn: number | null;
  restoredFrom?: number | null;
}

/** Writes a new version; one that somebody else saved since stays the newest. */
export async function saveAgency({ facts, texts, basedOn, restoredFrom }: AgencySave): Promise<SaveOutcome> {
  const { data, error } = await browserClient()
    .from('agency_settings')
    .insert({
      facts: facts as Json,
      texts: texts as unknown as Json,
      based_on: basedOn,
      restored_from: restoredFrom ?? null,
    })
    .select('id, created_at, facts, texts')
    .single();
  if (error?.code === 'PT409') return { elsewhere: await readNewest() };
  if (error) throw new Error(errorMessage(error, { 42501: agencyScreenTexts.denied }));
  return { saved: versionOf(data) };
}
