// The stored versions of a record.
import { useQuery } from '@tanstack/react-query';
import type { ContentTableName } from '../../../content/content-types.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { usePagedQuery } from '../../../data/read-newest.ts';
import type { StoredRecord } from '../content-form.ts';
import { toContentError } from '../content-records.ts';

const versionsPerPage = 10;

/** A state in which a record was saved. */
export interface RecordVersion {
  version: number;
  saved_at: string;
  /** whether it is a draft of the published record */
  state: string;
  /** null: saved by the server */
  account_name: string | null;
  /** columns that differ from the version before; empty for the first */
  changed: string[];
  /** of the accessibility check; null: not checked */
  findings: { reason: string | null }[] | null;
}

async function readVersions(table: ContentTableName, id: string, before: number | null) {
  let query = browserClient()
    .from('content_versions')
    .select('version, saved_at, state, account_name, changed, findings')
    .eq('kind', table)
    .eq('record_id', id)
    .order('version', { ascending: false })
    .limit(versionsPerPage + 1);
  if (before !== null) query = query.lt('version', before);
  const { data } = await query.throwOnError();
  const items = data.slice(0, versionsPerPage) as RecordVersion[];
  return { items, next: data.length > versionsPerPage ? (items.at(-1)?.version ?? null) : null };
}

/** The versions of a record, newest first. */
export function useRecordVersions(table: ContentTableName, id: string, enabled: boolean) {
  const read = (before: number | null) => readVersions(table, id, before);
  return usePagedQuery([table, 'versions', id], read, { enabled });
}

/** The record in this version. A version never changes. */
export function useRecordAtVersion(table: ContentTableName, id: string, version: number | null) {
  return useQuery({
    queryKey: ['version', table, id, version],
    queryFn: async () => {
      const { data } = await browserClient()
        .from('content_versions')
        .select('record')
        .eq('kind', table)
        .eq('record_id', id)
        .eq('version', version ?? 0)
        .single()
        .throwOnError();
      return data.record as unknown as StoredRecord;
    },
    staleTime: Infinity,
    enabled: version !== null,
  });
}

/** A screenshot in a version of its app. */
export interface VersionScreenshot {
  id: string;
  kind: string;
  url: string;
  alt: string;
}

/** null if the version is from before screenshots were stored, or its type has none. */
export function versionScreenshotsOf(version: StoredRecord): readonly VersionScreenshot[] | null {
  const kept = (version as Record<string, unknown>)['screenshots'];
  return Array.isArray(kept) ? (kept as VersionScreenshot[]) : null;
}

/** Compares order, kind and description too. */
export function haveSameScreenshots(
  a: readonly VersionScreenshot[],
  b: readonly VersionScreenshot[],
): boolean {
  const keyOf = (list: readonly VersionScreenshot[]) =>
    JSON.stringify(list.map(({ id, kind, url, alt }) => [id, kind, url, alt]));
  return keyOf(a) === keyOf(b);
}

/** Saved at once, because screenshots are stored separately from the edited record. */
export async function restoreScreenshots(given: { id: string; version: number }): Promise<void> {
  const { error } = await browserClient().rpc('restore_screenshots', {
    app_id: given.id,
    version: given.version,
  });
  if (error) throw toContentError(error);
}
