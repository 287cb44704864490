// Exports all leads that match a filter as CSV, page by page, with progress.
import type { QueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import type { KeysetCursor } from '../../../data/keyset-cursor.ts';
import { mayReadLeads, readOwnRoles } from '../../../auth/session/roles.ts';
import { needsLeadSearch, type LeadFilter } from '../lead-filter.ts';
import { openCsvWriter, readExportPage, type ExportPage } from './export-rows.ts';
import { exportTexts } from './export-texts.ts';

/** Of the pages that an export reads. */
const exportKey = ['lead-export'];

/**
 * Every lead that the filter finds, as a CSV file, in the parts of a Blob, which the browser keeps out of memory.
 * Throws when `signal` is aborted, and when the account lost its access: never returns a partial list.
 */
export async function exportLeads(
  queries: QueryClient,
  filter: LeadFilter,
  signal: AbortSignal,
  onProgress: (leads: number) => void,
): Promise<Blob> {
  const { status } = filter;
  signal.throwIfAborted();
  // also where it waits to retry
  signal.addEventListener('abort', () => void queries.cancelQueries({ queryKey: exportKey }));
  // The audit log has it before the first row is read.
  await browserClient()
    .rpc('record_leads_export', { ...(status ? { status } : {}), is_search: needsLeadSearch(filter) })
    .abortSignal(signal)
    .throwOnError();
  const csv = await openCsvWriter();
  signal.throwIfAborted();
  const parts: Blob[] = [new Blob([csv.heading()])];
  let after: KeysetCursor | null = null;
  let leads = 0;
  do {
    const from: KeysetCursor | null = after;
    const page: ExportPage = await queries.fetchQuery({
      queryKey: [...exportKey, filter, from],
      queryFn: (query) => readExportPage(filter, from, query.signal),
      gcTime: 0,
      retry: 3,
    });
    signal.throwIfAborted();
    parts.push(new Blob([csv.rows(page.rows)]));
    leads += page.rows.length;
    after = page.next;
    onProgress(leads);
  } while (after);
  // Without the right to read leads there are no rows, which looks like the end of the list.
  if (!mayReadLeads(await readOwnRoles())) {
    throw new Error(exportTexts.lostAccess);
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
