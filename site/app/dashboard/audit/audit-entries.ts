// Entries of the audit log: reads them, or describes one in a sentence.
import { agencyFields } from '../../agency/agency-fields.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { timestampOfWallClock } from '../screen/zoned-time.ts';
import { contentTypes } from '../../content/content-types.ts';
import { leadStatusLabel } from '../../lead/lead-status.ts';
import { leadTexts } from '../../lead/lead-texts.ts';
import { versionTexts } from '../content/versions/version-texts.ts';
import { roleLabel } from '../team/role-label.ts';
import { auditTexts, auditSentenceTexts as t } from './audit-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import type { KeysetCursor } from '../../data/keyset-cursor.ts';
import { readPageNewestFirst, usePagedQuery } from '../../data/read-newest.ts';

type Described = Pick<
  AuditEntry,
  'account_id' | 'account_name' | 'action' | 'kind' | 'record_name' | 'amount' | 'details' | 'lead'
>;

const things: Readonly<Record<string, { one: string; many: string }>> = {
  ...auditTexts.things,
  ...contentTypes,
};

/** The label of a column's field. */
function fieldLabel(kind: string, column: string): string {
  const labels: Readonly<Record<string, string | { label?: string }>> =
    kind === 'agency_settings'
      ? agencyFields
      : kind === 'leads'
        ? { ...auditTexts.columns, ...leadTexts.fields }
        : { ...versionTexts.columns, ...auditTexts.columns };
  const label = labels[column];
  return (typeof label === 'string' ? label : label?.label) ?? column.replaceAll('_', ' ');
}

/** "the service “Audit”", "a lead", "3 leads" */
function describeThing({
  kind,
  amount,
  record_name: recordName,
  lead,
}: Pick<Described, 'kind' | 'amount' | 'record_name' | 'lead'>): string {
  const unknown = kind.replace(/^[a-z]+\./, '').replaceAll('_', ' ');
  const { one, many } = things[kind] ?? { one: unknown, many: unknown };
  if (amount !== null) return auditTexts.several(amount, amount === 1 ? one : many);
  const name = lead?.name ?? recordName;
  return name === null ? auditTexts.unnamed(one) : auditTexts.named(one, name);
}

/** "1,234 leads, 20 replies" from the amounts that the database wrote, such as "leads 1234". */
function describeAmounts(details: readonly string[]): string {
  const parts = details.map((detail) => {
    const [kind = '', amount = ''] = detail.split(' ');
    return describeThing({ kind, amount: Number(amount), record_name: null, lead: null });
  });
  return parts.join(', ');
}

function describeExport(who: string, entry: Described): string {
  const [status] = entry.details;
  if (entry.amount === null) {
    return status === undefined ? t.exportedFound(who) : t.exportedFoundStatus(who, leadStatusLabel(status));
  }
  const what = describeThing(entry);
  return status === undefined ? t.exported(who, what) : t.exportedStatus(who, what, leadStatusLabel(status));
}

function describeSetting(who: string, kind: string, value = ''): string | undefined {
  if (kind === 'sign_up_mode') return t.signUp[value as keyof typeof t.signUp]?.(who);
  if (kind === 'require_second_factor')
    return value === 'true' ? t.factorRequired(who) : t.factorOptional(who);
  if (kind === 'retention_months') return value === 'never' ? t.retentionOff(who) : t.retention(who, value);
  return undefined;
}

function describeAgency(who: string, { action, kind, details }: Described): string {
  const fields = details.map((name) => fieldLabel(kind, name)).join(', ');
  if (fields === '') return t.agencySame(who);
  return action === 'restored' ? t.agencyRestored(who, fields) : t.agency(who, fields);
}

/** The sentence of kinds and actions that do not fit the general pattern; undefined for the others. */
function describeSpecial(who: string, entry: Described): string | undefined {
  const { action, kind, details, record_name: recordName } = entry;
  const [value = ''] = details;
  if (kind === 'person') return t.person[action as keyof typeof t.person]?.(who);
  if (action === 'exported') return describeExport(who, entry);
  if (action === 'read_hour') return t.readInHour(who, describeAmounts(details));
  if (kind === 'agency_settings') return describeAgency(who, entry);
  if (kind === 'do_not_contact') return action === 'refused' ? t.refused(who) : t.allowed(who);
  if (kind === 'database') return t.databaseOpened;
  if (kind === 'account' && action === 'deleted') return t.accountDeleted(who, recordName);
  if (kind === 'conversation_links') return t.linksRevoked(who);
  if (kind === 'leads' && action === 'restored') return t.notSpam(who, describeThing(entry));
  if (kind === 'leads' && action === 'status') {
    return t.status(who, describeThing(entry), details.map(leadStatusLabel).join(', '));
  }
  if (action === 'role_given' || action === 'role_changed' || action === 'role_taken') {
    return t[action](who, recordName ?? auditTexts.person, roleLabel(value));
  }
  return (
    describeSetting(who, kind, value) ?? t.signIns[action as keyof typeof t.signIns]?.(who, entry.amount ?? 1)
  );
}

function actorName({ account_id: id, account_name: name }: Described): string {
  return name ?? (id === null ? auditTexts.server : auditTexts.formerAccount);
}

/** The address of the account, because anyone may choose the name of another; null if it is the name, or unknown. */
export function auditEmail({
  account_name: name,
  account_email: email,
}: Pick<AuditEntry, 'account_name' | 'account_email'>): string | null {
  return email && email !== name ? email : null;
}

/** The name of an account in the filter. */
export function auditAccountLabel(account: Pick<AuditEntry, 'account_name' | 'account_email'>): string {
  const email = auditEmail(account);
  const name = account.account_name ?? auditTexts.formerAccount;
  return email === null ? name : auditTexts.nameWithEmail(name, email);
}

/** Describes an entry in a sentence. An entry of a newer version of the server is shown with its raw names. */
export function describeAuditEntry(entry: Described): string {
  const who = actorName(entry);
  const special = describeSpecial(who, entry);
  if (special !== undefined) return special;
  const { action, kind, details } = entry;
  if (action === 'changed' && details.length > 0) {
    return t.fields(who, describeThing(entry), details.map((name) => fieldLabel(kind, name)).join(', '));
  }
  const sentence = t.done[action as keyof typeof t.done];
  return sentence ? sentence(who, describeThing(entry)) : t.unknown(who, action, kind);
}

const auditKey = ['audit-log'];
const entriesPerPage = 50;

/** Empty values do not filter; days are "2026-11-22", in the agency's zone. */
export interface AuditFilter {
  account: string;
  area: string;
  from: string;
  until: string;
}

/** The start of the day, or of the day `later` days after it. */
function startOfDay(day: string, timeZone: string, later = 0): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + later);
  return timestampOfWallClock({ day: date.toISOString().slice(0, 10), time: '00:00' }, timeZone);
}

function entriesOf({ account, area, from, until }: AuditFilter, timeZone: string) {
  let query = browserClient().from('audit_log').select('*');
  if (account) query = query.eq('account_id', account);
  if (area) query = query.eq('area', area);
  if (from) query = query.gte('created_at', startOfDay(from, timeZone));
  if (until) query = query.lt('created_at', startOfDay(until, timeZone, 1));
  return query;
}

/** The log contains only ids: the names of leads that still exist are read for each page. */
async function readLeads(ids: string[]) {
  if (ids.length === 0) return new Map<string, { name: string; email: string }>();
  const { data } = await browserClient().from('leads').select('id, name, email').in('id', ids).throwOnError();
  return new Map(data.map(({ id, ...lead }) => [id, lead]));
}

async function readPage(filter: AuditFilter, timeZone: string, after: KeysetCursor | null) {
  const { items, next } = await readPageNewestFirst(entriesOf(filter, timeZone), entriesPerPage, after);
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
  const { timeZone } = useAgency();
  return usePagedQuery([...auditKey, filter], (after: KeysetCursor | null) =>
    readPage(filter, timeZone, after),
  );
}

/** The accounts in the log, with their newest names. */
export function useAuditAccounts() {
  return useQuery({
    queryKey: [...auditKey, 'accounts'],
    queryFn: () => callDatabaseFunction('audit_accounts'),
  });
}
