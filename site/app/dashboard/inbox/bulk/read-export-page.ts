import { browserClient } from '../../../data/browser-client.ts';
import { afterCursor, newestFirst, type Cursor } from '../../../data/keyset-cursor.ts';
import { leadFieldNames, type LeadFieldName } from '../../../lead/lead-fields.ts';
import { readOptOuts, type OptOut } from '../card/opt-outs.ts';
import { isSearched, searchArguments, type LeadFilter } from '../lead-filter.ts';
import type { ListedLead } from '../read-lead-page.ts';

/** The most that a server returns at once, and that a search does. */
const rowsPerPage = 1000;
const foundPerPage = 200;

const staffColumns = [
  'service_name',
  'status',
  'created_at',
  'reply_count',
  'last_reply_at',
  'stripe_customer_id',
  'consent_at',
  'referrer_host',
  'landing_path',
  'campaign_source',
  'campaign_medium',
  'campaign_name',
  'origin',
  'channel',
  'source_path',
] as const;
const columns = ['id', ...leadFieldNames, ...staffColumns, 'services(name)', 'received_mails(id)'].join(', ');

export type ExportRow = Pick<
  ListedLead,
  'id' | LeadFieldName | (typeof staffColumns)[number] | 'services'
> & {
  /** One at most. */
  received_mails: { id: string }[];
  optOut?: OptOut | undefined;
};

async function readRows(
  status: string | null,
  after: Cursor | null,
  signal: AbortSignal,
): Promise<ExportRow[]> {
  let query = browserClient()
    .from('leads')
    .select(columns)
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(rowsPerPage)
    .limit(1, { referencedTable: 'received_mails' });
  if (status) query = query.eq('status', status);
  if (after) query = query.lte('created_at', after.createdAt).or(afterCursor(after));
  const { data } = await query
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<ExportRow[], { merge: false }>();
  return data;
}

async function findRows(filter: LeadFilter, after: Cursor | null, signal: AbortSignal): Promise<ExportPage> {
  const { data: found } = await browserClient()
    .rpc('search_leads', {
      ...searchArguments(filter),
      page_size: foundPerPage,
      ...(after ? { before_created_at: after.createdAt, before_id: after.id } : {}),
    })
    .abortSignal(signal)
    .throwOnError();
  const ids = found.map(({ id }) => id);
  const last = found.at(-1);
  if (!last) return { rows: [], next: null };
  const { data } = await browserClient()
    .from('leads')
    .select(columns)
    .in('id', ids)
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(1, { referencedTable: 'received_mails' })
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<ExportRow[], { merge: false }>();
  const next = found.length < foundPerPage ? null : { createdAt: last.created_at, id: last.id };
  return { rows: data, next };
}

export interface ExportPage {
  rows: ExportRow[];
  next: Cursor | null;
}

/** Under the policies of the user. `next` is null at the end. Throws errors of the database, and an AbortError. */
export async function readExportPage(
  filter: LeadFilter,
  after: Cursor | null,
  signal: AbortSignal,
): Promise<ExportPage> {
  const { rows, next } = await readPage(filter, after, signal);
  const optOuts = await readOptOuts(
    rows.map(({ id }) => id),
    signal,
  );
  return { rows: rows.map((row) => ({ ...row, optOut: optOuts.get(row.id) })), next };
}

async function readPage(filter: LeadFilter, after: Cursor | null, signal: AbortSignal): Promise<ExportPage> {
  if (isSearched(filter)) return findRows(filter, after, signal);
  const rows = await readRows(filter.status, after, signal);
  const last = rows.at(-1);
  const next = last && rows.length === rowsPerPage ? { createdAt: last.created_at, id: last.id } : null;
  return { rows, next };
}
