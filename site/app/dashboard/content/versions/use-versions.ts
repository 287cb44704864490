import { useQuery } from '@tanstack/react-query';
import type { ContentTable } from '../../../content/content-types.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { usePages } from '../../../data/read-newest.ts';
import type { StoredRecord } from '../content-form.ts';

const versionsPerPage = 10;

/** A state that a record was saved in. */
export interface Version {
  version: number;
  saved_at: string;
  /** null: the server itself */
  account_name: string | null;
  /** columns that differ from the version before; none of the first */
  changed: string[];
}

async function readVersions(table: ContentTable, id: string, before: number | null) {
  let query = browserClient()
    .from('content_versions')
    .select('version, saved_at, account_name, changed')
    .eq('kind', table)
    .eq('record_id', id)
    .order('version', { ascending: false })
    .limit(versionsPerPage + 1);
  if (before !== null) query = query.lt('version', before);
  const { data } = await query.throwOnError();
  const items: Version[] = data.slice(0, versionsPerPage);
  return { items, next: data.length > versionsPerPage ? (items.at(-1)?.version ?? null) : null };
}

/** The versions of a record, newest first. */
export function useVersions(table: ContentTable, id: string, enabled: boolean) {
  const read = (before: number | null) => readVersions(table, id, before);
  return usePages([table, 'versions', id], read, enabled);
}

/** The record as it was. A version never changes. */
export function useVersion(table: ContentTable, id: string, version: number) {
  return useQuery({
    queryKey: ['version', table, id, version],
    queryFn: async () => {
      const { data } = await browserClient()
        .from('content_versions')
        .select('record')
        .eq('kind', table)
        .eq('record_id', id)
        .eq('version', version)
        .single()
        .throwOnError();
      return data.record as unknown as StoredRecord;
    },
    staleTime: Infinity,
  });
}
