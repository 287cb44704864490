import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import type { Cursor } from '../../data/keyset-cursor.ts';
import { readNewest, usePages } from '../../data/read-newest.ts';

const auditKey = ['audit-log'];
const entriesPerPage = 50;

/** Empty values filter nothing; days are "2026-11-22", in the viewer's zone. */
export interface AuditFilter {
  account: string;
  area: string;
  from: string;
  until: string;
}

/** The start of the day, `later` days after it. */
function startOfDay(day: string, later = 0): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

function entriesOf({ account, area, from, until }: AuditFilter) {
  let query = browserClient().from('audit_log').select('*');
  if (account) query = query.eq('account_id', account);
  if (area) query = query.eq('area', area);
  if (from) query = query.gte('created_at', startOfDay(from));
  if (until) query = query.lt('created_at', startOfDay(until, 1));
  return query;
}

/** The log has ids alone: the names of leads that are still there are read with each page. */
async function readLeads(ids: string[]) {
  if (ids.length === 0) return new Map<string, { name: string; email: string }>();
  const { data } = await browserClient().from('leads').select('id, name, email').in('id', ids).throwOnError();
  return new Map(data.map(({ id, ...lead }) => [id, lead]));
}

async function readPage(filter: AuditFilter, after: Cursor | null) {
  const { items, next } = await readNewest(entriesOf(filter), entriesPerPage, after);
  const leads = await readLeads(
    items.flatMap(({ kind, record_id: id }) => (kind === 'leads' && id !== null ? [id] : [])),
  );
  return {
    items: items.map((entry) => ({ ...entry, lead: leads.get(entry.record_id ?? '') ?? null })),
    next,
  };
}

export type AuditEntry = Awaited<ReturnType<typeof readPage>>['items'][number];

/** Newest first, page by page. */
export function useAuditLog(filter: AuditFilter) {
  return usePages([...auditKey, filter], (after: Cursor | null) => readPage(filter, after));
}

async function readAccounts() {
  const { data } = await browserClient().rpc('audit_accounts').throwOnError();
  return data;
}

/** Whom the log names, by their newest name. */
export function useAuditAccounts() {
  return useQuery({ queryKey: [...auditKey, 'accounts'], queryFn: readAccounts });
}
