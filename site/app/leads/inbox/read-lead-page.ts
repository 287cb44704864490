import { browserClient } from '../../data/browser-client.ts';
import { behind, newestFirst, pageOf, type Cursor } from '../../data/newest-first.ts';
import { readThreads, type ThreadMessage } from './read-threads.ts';

export const leadsPerPage = 50;

/** What the inbox is asked for: `term` searches name, e-mail and company, `status` is one status or null for all. */
export interface LeadFilter {
  term: string;
  status: string | null;
}

const columns = '*, services(name)';

/** One row more than a page holds tells whether there is another page. */
const rowsToAsk = leadsPerPage + 1;

async function readNewest(status: string | null, after: Cursor | null) {
  let query = browserClient()
    .from('leads')
    .select(columns)
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .limit(rowsToAsk);
  if (status) query = query.eq('status', status);
  if (after) {
    // The first condition says nothing new, but the index can begin at it; at the alternatives alone it cannot.
    query = query.lte('created_at', after.createdAt).or(behind(after));
  }
  const { data } = await query.throwOnError();
  return data;
}

export type LeadRow = Awaited<ReturnType<typeof readNewest>>[number];
export type Lead = LeadRow & { replies: ThreadMessage[] };

async function readByIds(ids: string[]): Promise<LeadRow[]> {
  const { data } = await browserClient()
    .from('leads')
    .select(columns)
    .in('id', ids)
    .order('created_at', newestFirst)
    .order('id', newestFirst)
    .throwOnError();
  return data;
}

/** A search answers ids, because a pattern under row level security cannot use the index; the rows follow by id. */
async function searchLeads({ term, status }: LeadFilter, after: Cursor | null): Promise<LeadRow[]> {
  const { data: found } = await browserClient()
    .rpc('search_leads', {
      term,
      page_size: rowsToAsk,
      ...(status ? { status_filter: status } : {}),
      ...(after ? { before_created_at: after.createdAt, before_id: after.id } : {}),
    })
    .throwOnError();
  const ids = found.map(({ id }) => id);
  return ids.length === 0 ? [] : readByIds(ids);
}

export interface LeadPage {
  leads: Lead[];
  next: Cursor | null;
}

/** The rows of one page and one more; see readLeadPage. */
export function readLeadRows(filter: LeadFilter, after: Cursor | null): Promise<LeadRow[]> {
  return filter.term ? searchLeads(filter, after) : readNewest(filter.status, after);
}

async function withThreads(rows: readonly LeadRow[]): Promise<Lead[]> {
  const threads = await readThreads(rows.map(({ id }) => id));
  return rows.map((lead) => ({ ...lead, replies: threads.get(lead.id) ?? [] }));
}

/** One page of leads, newest first, each with its replies; throws what the database refused. */
export async function readLeadPage(filter: LeadFilter, after: Cursor | null): Promise<LeadPage> {
  const { items, next } = pageOf(await readLeadRows(filter, after), leadsPerPage);
  return { leads: await withThreads(items), next };
}

/** These leads again, each with its replies; one that is gone, or hidden by now, is left out. */
export async function readLeadsAgain(ids: readonly string[]): Promise<Lead[]> {
  const leads: Lead[] = [];
  for (let from = 0; from < ids.length; from += leadsPerPage) {
    leads.push(...(await withThreads(await readByIds(ids.slice(from, from + leadsPerPage)))));
  }
  return leads;
}
