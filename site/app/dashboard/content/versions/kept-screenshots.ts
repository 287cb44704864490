import { browserClient } from '../../../data/browser-client.ts';
import type { StoredRecord } from '../content-form.ts';
import { explain } from '../content-records.ts';

/** A screenshot as a version of its app has it. */
export interface KeptScreenshot {
  id: string;
  kind: string;
  url: string;
  alt: string;
}

/** null where a version is older than this, or of a record that has none. */
export function screenshotsOf(version: StoredRecord): readonly KeptScreenshot[] | null {
  const kept = (version as Record<string, unknown>)['screenshots'];
  return Array.isArray(kept) ? (kept as KeptScreenshot[]) : null;
}

/** In order, with kind and description. */
export function areSame(a: readonly KeptScreenshot[], b: readonly KeptScreenshot[]): boolean {
  const keyOf = (list: readonly KeptScreenshot[]) =>
    JSON.stringify(list.map(({ id, kind, url, alt }) => [id, kind, url, alt]));
  return keyOf(a) === keyOf(b);
}

/** At once: screenshots are kept apart from the record that is being edited. */
export async function restoreScreenshots(given: { id: string; version: number }): Promise<void> {
  const { error } = await browserClient().rpc('restore_screenshots', {
    app_id: given.id,
    version: given.version,
  });
  if (error) throw explain(error);
}
