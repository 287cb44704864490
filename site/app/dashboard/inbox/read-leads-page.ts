// Reads leads with their messages, page by page.
import { browserClient } from '../../data/browser-client.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import {
  newestFirstOrder,
  newestRowsAfter,
  keysetPageOf,
  type KeysetCursor,
} from '../../data/keyset-cursor.ts';
import type { BookedCallState } from '../bookings/latest-call-of.ts';
import {
  needsLeadSearch,
  leadSearchArguments,
  sortOf,
  type InboxView,
  type LeadFilter,
  type LeadSort,
} from './lead-filter.ts';

export const leadsPerPage = 50;

const columns = '*, services(name)';

/** One more than a page, to detect whether there is another. */
const rowLimit = leadsPerPage + 1;

async function readNewest(status: string | null, after: KeysetCursor | null) {
  const all = browserClient().from('leads').select(columns);
  const leads = status ? all.eq('status', status) : all;
  const { data } = await newestRowsAfter(leads, rowLimit, after).throwOnError();
  return data;
}

export type InboxLeadRow = Awaited<ReturnType<typeof readNewest>>[number] & {
  /** The value by which the list is sorted, if that is not created_at. */
  sorted_at?: string;
};

/** The person of a lead asked not to be contacted, by the link in an email or through a colleague. */
export interface ContactOptOut {
  since: string;
  by_link: boolean;
}

/**
 * The work on a lead for this account. Minutes are business hours; null: the lead does not wait or has no follow-up.
 */
export interface LeadWorkState {
  waiting_minutes: number | null;
  is_late: boolean;
  follow_up_on: string | null;
  is_due: boolean;
  notes: number;
  automatic_mails: number;
  is_unread: boolean;
  mentions_me: boolean;
}

export type Lead = InboxLeadRow & {
  replies: LeadMessageRow[];
  calls: BookedCallState[];
  optOut: ContactOptOut | null;
  /** Null if it could not be read. */
  work: LeadWorkState | null;
  /** The lead no longer matches, but was just changed, so it stays until the filter changes. */
  isKept?: boolean;
};

async function readByIds(ids: string[]): Promise<InboxLeadRow[]> {
  const { data } = await browserClient()
    .from('leads')
    .select(columns)
    .in('id', ids)
    .order('created_at', newestFirstOrder)
    .order('id', newestFirstOrder)
    .throwOnError();
  return data;
}

/** The search function returns ids, because under row level security a pattern cannot use the index. */
async function searchLeads(view: InboxView, after: KeysetCursor | null): Promise<InboxLeadRow[]> {
  const page = {
    page_size: rowLimit,
    ...(after ? { before_created_at: after.createdAt, before_id: after.id } : {}),
  };
  const { data: found } = await (
    'person' in view
      ? browserClient().rpc('person_leads', { ...view, ...page })
      : browserClient().rpc('search_leads', { ...leadSearchArguments(view), ...page })
  ).throwOnError();
  const ids = found.map(({ id }) => id);
  return ids.length === 0 ? [] : readByIds(ids);
}

export interface LeadsPage {
  leads: Lead[];
  next: KeysetCursor | null;
}

async function readSorted(filter: LeadFilter, after: KeysetCursor | null): Promise<InboxLeadRow[]> {
  const found = await callDatabaseFunction('sorted_leads', {
    ...leadSearchArguments(filter),
    sort: filter.sort,
    page_size: rowLimit,
    ...(after ? { after_at: after.createdAt, after_id: after.id } : {}),
  });
  const rows = new Map((await readByIds(found.map(({ id }) => id))).map((row) => [row.id, row]));
  return found.flatMap(({ id, sorted_at }) => {
    const row = rows.get(id);
    return row ? [{ ...row, sorted_at }] : [];
  });
}

/** The rows of one page, and one more that shows whether there is a next page; see readLeadsPage. */
export function readLeadRows(view: InboxView, after: KeysetCursor | null): Promise<InboxLeadRow[]> {
  if ('person' in view) return searchLeads(view, after);
  if (view.sort !== 'newest') return readSorted(view, after);
  return needsLeadSearch(view) ? searchLeads(view, after) : readNewest(view.status, after);
}

async function withThreads(rows: readonly InboxLeadRow[]): Promise<Lead[]> {
  const ids = rows.map(({ id }) => id);
  const [threads, { optOuts, work, calls }] = await Promise.all([readThreads(ids), readContext(ids)]);
  return rows.map((lead) => ({
    ...lead,
    replies: threads.get(lead.id) ?? [],
    calls: calls.get(lead.id) ?? [],
    optOut: optOuts.get(lead.id) ?? null,
    work: work.get(lead.id) ?? null,
  }));
}

/** A refetched row, with the sort value of its present place. */
export function withSortedAt<Row extends object>(
  row: Row,
  sortedAt: string | undefined,
): Row & { sorted_at?: string } {
  return sortedAt === undefined ? row : { ...row, sorted_at: sortedAt };
}

type Ordered = Pick<InboxLeadRow, 'id' | 'created_at' | 'sorted_at'>;

/** Whether `row` comes before `other` in the order `sort`. */
export function isLeadBefore(row: Ordered, other: Ordered, sort: LeadSort): boolean {
  const [rowAt, otherAt] = [row, other].map((one) => Date.parse(one.sorted_at ?? one.created_at));
  const isNewer = rowAt === otherAt ? row.id > other.id : Number(rowAt) > Number(otherAt);
  return sort === 'newest' ? isNewer : !isNewer && row.id !== other.id;
}

/** The leads of `shown` that belong between `after` and the end of this page, but are not on it. */
function missingFrom(
  page: { items: InboxLeadRow[]; next: KeysetCursor | null },
  after: KeysetCursor | null,
  shown: Lead[],
  sort: LeadSort,
) {
  const found = new Set(page.items.map(({ id }) => id));
  const last = page.items.at(-1);
  return shown.filter(
    (lead) =>
      !found.has(lead.id) &&
      (after === null || isLeadBefore({ id: after.id, created_at: after.createdAt }, lead, sort)) &&
      (page.next === null || (last !== undefined && isLeadBefore(lead, last, sort))),
  );
}

/**
 * One page of leads, in the order of the view, each with its replies; throws errors of the database. Leads of
 * `shown` that no longer match it stay in their place, marked with `isKept`, unless they were deleted.
 */
export async function readLeadsPage(
  view: InboxView,
  after: KeysetCursor | null,
  shown: Lead[] = [],
): Promise<LeadsPage> {
  const sort = sortOf(view);
  const page = keysetPageOf(await readLeadRows(view, after), leadsPerPage);
  const sortedAt = new Map(shown.map((lead) => [lead.id, lead.sorted_at]));
  const missing = missingFrom(page, after, shown, sort).map(({ id }) => id);
  if (missing.length === 0) return { leads: await withThreads(page.items), next: page.next };
  const kept = (await readByIds(missing)).map((row) => withSortedAt(row, sortedAt.get(row.id)));
  const keptIds = new Set(kept.map(({ id }) => id));
  const rows = [...page.items, ...kept].toSorted((one, other) => (isLeadBefore(one, other, sort) ? -1 : 1));
  const leads = await withThreads(rows);
  return {
    leads: leads.map((lead) => (keptIds.has(lead.id) ? { ...lead, isKept: true } : lead)),
    next: page.next,
  };
}

/** Leads with their replies; one that is deleted or not readable is left out. */
export async function readLeadsByIds(ids: readonly string[]): Promise<Lead[]> {
  const leads: Lead[] = [];
  for (let from = 0; from < ids.length; from += leadsPerPage) {
    leads.push(...(await withThreads(await readByIds(ids.slice(from, from + leadsPerPage)))));
  }
  return leads;
}

/** The maximum that the database accepts per call. */
const leadsPerCall = 200;

/** The result of lead_context(). */
interface ContextRows {
  work: (LeadWorkState & { lead_id: string })[];
  optOuts: (ContactOptOut & { lead_id: string })[];
  calls: (BookedCallState & { lead_id: string })[];
}

/** The context, by lead. */
async function readContext(ids: string[]) {
  const context = {
    work: new Map<string, LeadWorkState>(),
    optOuts: new Map<string, ContactOptOut>(),
    calls: new Map<string, BookedCallState[]>(),
  };
  for (let from = 0; from < ids.length; from += leadsPerCall) {
    const data = await callDatabaseFunction('lead_context', { ids: ids.slice(from, from + leadsPerCall) });
    const { work, optOuts, calls } = data as unknown as ContextRows;
    for (const row of work) context.work.set(row.lead_id, row);
    for (const row of optOuts) context.optOuts.set(row.lead_id, row);
    for (const [leadId, rows] of Map.groupBy(calls, (row) => row.lead_id)) context.calls.set(leadId, rows);
  }
  return context;
}

const rowsPerCall = 1000;

async function readMessages(leadIds: string[], from: number) {
  const { data } = await browserClient()
    .from('lead_messages')
    .select('*')
    .in('lead_id', leadIds)
    .order('created_at')
    .order('id')
    .range(from, from + rowsPerCall - 1)
    .throwOnError();
  return data;
}

export type LeadMessageRow = Awaited<ReturnType<typeof readMessages>>[number];

/** The messages of the leads on one page, oldest first. A server returns at most 1,000 rows per call. */
async function readThreads(leadIds: string[]): Promise<Map<string, LeadMessageRow[]>> {
  const threads = new Map<string, LeadMessageRow[]>();
  if (leadIds.length === 0) return threads;
  for (let from = 0; ; from += rowsPerCall) {
    const messages = await readMessages(leadIds, from);
    for (const message of messages) {
      const thread = threads.get(message.lead_id);
      if (thread) thread.push(message);
      else threads.set(message.lead_id, [message]);
    }
    if (messages.length < rowsPerCall) return threads;
  }
}
