// Exports all leads that match a filter as CSV, page by page, with progress.
import { todayIn } from '../../screen/zoned-time.ts';
import type { QueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import type { KeysetCursor } from '../../../data/keyset-cursor.ts';
import { mayReadLeads, readOwnRoles } from '../../../auth/session/roles.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { needsLeadSearch, type LeadFilter } from '../lead-filter.ts';
import { loadLeadCsvFormatter, readLeadExportPage, type LeadExportPage } from './read-lead-export-page.ts';
import { exportTexts } from './export-texts.ts';

/** Query key of the pages that an export reads. */
const exportKey = ['lead-export'];

/** "leads-qualified-2026-11-20.csv" */
function fileName({ term, status }: LeadFilter, timeZone: string): string {
  const day = todayIn(timeZone);
  return ['leads', ...(status ? [status] : []), ...(term ? ['search'] : []), day].join('-') + '.csv';
}

/**
 * Saves all leads that the filter finds as a CSV file in parts of a Blob, which the browser stores outside of memory;
 * resolves with its name. Throws if `signal` is aborted, and if the account has lost its access: never saves a partial
 * list.
 */
export async function exportLeadsToCsvFile(
  queries: QueryClient,
  filter: LeadFilter,
  timeZone: string,
  signal: AbortSignal,
  onProgress: (leads: number) => void,
): Promise<string> {
  const { status } = filter;
  signal.throwIfAborted();
  // cancelling the query also ends the delay before a retry
  signal.addEventListener('abort', () => void queries.cancelQueries({ queryKey: exportKey }));
  // Recorded in the audit log before the first row is read.
  await browserClient()
    .rpc('record_leads_export', { ...(status ? { status } : {}), is_search: needsLeadSearch(filter) })
    .abortSignal(signal)
    .throwOnError();
  const csv = await loadLeadCsvFormatter(timeZone);
  signal.throwIfAborted();
  const parts: Blob[] = [new Blob([csv.heading()])];
  let after: KeysetCursor | null = null;
  let leads = 0;
  do {
    const from: KeysetCursor | null = after;
    const page: LeadExportPage = await queries.fetchQuery({
      queryKey: [...exportKey, filter, from],
      queryFn: (query) => readLeadExportPage(filter, from, query.signal),
      gcTime: 0,
      retry: 3,
    });
    signal.throwIfAborted();
    parts.push(new Blob([csv.rows(page.rows)]));
    leads += page.rows.length;
    after = page.next;
    onProgress(leads);
  } while (after);
  // An account that may not read leads gets no rows, which looks like the end of the list.
  if (!mayReadLeads(await readOwnRoles())) {
    throw new Error(exportTexts.lostAccess);
  }
  signal.throwIfAborted();
  const name = fileName(filter, timeZone);
  saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), name);
  return name;
}
