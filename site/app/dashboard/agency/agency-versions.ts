import { useQuery } from '@tanstack/react-query';
import { emptyRecord, type AgencyRecord } from '../../agency/agency-record.ts';
import { browserClient } from '../../data/browser-client.ts';
import type { Json } from '../../data/database-types.ts';
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
export function versionOf({ id, created_at: savedAt, facts, texts }: StoredVersion) {
  return { id, savedAt, ...({ facts, texts } as unknown as AgencyRecord) };
}

export async function readNewestVersion(): Promise<AgencyVersion> {
  const { data } = await browserClient()
    .from('agency_settings')
    .select('id, created_at, facts, texts')
    .order('id', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data ? versionOf(data) : presetVersion;
}

/** The newest `most`, and one more to compare the last with. */
export function useAgencyVersions(most: number) {
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
