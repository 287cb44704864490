// Reads the rows of an export; converts them to CSV.
import { directionMarks } from '../../../contact/clean-text.ts';
import { createTimeFormat, formatTimeZone } from '../../../ui/format-values.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { newestRowsAfter, type KeysetCursor } from '../../../data/keyset-cursor.ts';
import {
  leadCardFieldNames,
  leadFieldNames,
  leadFields,
  type LeadFieldName,
} from '../../../lead/lead-fields.ts';
import { leadStatusLabel } from '../../../lead/lead-status.ts';
import { leadTexts } from '../../../lead/lead-texts.ts';
import { sitePageTexts } from '../../../seo/site-page-texts.ts';
import { needsLeadSearch, leadSearchArguments, type LeadFilter } from '../lead-filter.ts';
import type { ContactOptOut, InboxLeadRow } from '../read-leads-page.ts';
import { exportTexts } from './export-texts.ts';

/** The maximum number of rows in a response of the server. */
const rowsPerPage = 1000;
/** The ids of what a search finds are in the URL, and many proxies accept at most 8 KB. */
const foundPerPage = 100;

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

export type LeadExportRow = Pick<
  InboxLeadRow,
  'id' | LeadFieldName | (typeof staffColumns)[number] | 'services'
> & {
  /** At most one mail: only whether there is any matters. */
  received_mails: { id: string }[];
  optOut?: ContactOptOut | undefined;
};

export interface LeadExportPage {
  rows: LeadExportRow[];
  next: KeysetCursor | null;
}

/** Reads with the policies of the user. `next` is null at the end. Throws errors of the database, and an AbortError. */
export async function readLeadExportPage(
  filter: LeadFilter,
  after: KeysetCursor | null,
  signal: AbortSignal,
): Promise<LeadExportPage> {
  const found = needsLeadSearch(filter) ? await findLeads(filter, after, signal) : null;
  if (found?.length === 0) return { rows: [], next: null };
  const ids = found?.map(({ id }) => id);
  const all = browserClient().from('leads').select(columns).limit(1, { referencedTable: 'received_mails' });
  const matching = ids ? all.in('id', ids) : filter.status ? all.eq('status', filter.status) : all;
  const { data: rows } = await newestRowsAfter(matching, rowsPerPage, after)
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<LeadExportRow[], { merge: false }>();
  const optOuts = await readOptOuts(rows, signal);
  const isFull = found ? found.length === foundPerPage : rows.length === rowsPerPage;
  const last = isFull ? (found ?? rows).at(-1) : undefined;
  return {
    rows: rows.map((row) => ({ ...row, optOut: optOuts.get(row.id) })),
    next: last ? { createdAt: last.created_at, id: last.id } : null,
  };
}

/** A page of the leads that a search finds. */
async function findLeads(filter: LeadFilter, after: KeysetCursor | null, signal: AbortSignal) {
  const { data } = await browserClient()
    .rpc('search_leads', {
      ...leadSearchArguments(filter),
      page_size: foundPerPage,
      ...(after ? { before_created_at: after.createdAt, before_id: after.id } : {}),
    })
    .abortSignal(signal)
    .throwOnError();
  return data;
}

/** The opt-outs of the leads of a page, by their ids; the database accepts as many per call. */
async function readOptOuts(rows: LeadExportRow[], signal: AbortSignal): Promise<Map<string, ContactOptOut>> {
  if (rows.length === 0) return new Map();
  const { data } = await browserClient()
    .rpc('contact_opt_outs', { leads: rows.map(({ id }) => id) })
    .abortSignal(signal)
    .throwOnError();
  return new Map(data.map(({ lead_id, since, by_link }) => [lead_id, { since, by_link }]));
}

const t = exportTexts.columns;

/** Excel needs this mark to recognise UTF-8. */
const byteOrderMark = '\ufeff';

/**
 * A cell that begins with one of these, even in full width or after blanks, would run as a formula in a spreadsheet, so
 * it gets an apostrophe before it. Every cell is quoted, so that other separators cannot split one.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Such a number stays as it is, because other programs import it; without letters it calls no function. */
const plainPhoneNumber = /^[\d +().-]+$/;

type Column = [heading: string, read: (lead: LeadExportRow) => string | number, format?: 'phone'];

function cellText([, read, format]: Column, lead: LeadExportRow): string | number {
  const stored = read(lead);
  if (typeof stored === 'number') return stored;
  // Rows from before the database removed these marks may have them.
  const value = stored.replaceAll(directionMarks, '');
  if (format === 'phone' && plainPhoneNumber.test(value)) return value;
  return formula.test(value) ? `'${value}` : value;
}

/** "2026-11-20 09:05:00" in the agency's zone, which spreadsheets read as a time. */
const formatSpreadsheetTime = createTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });

/** Captions of pages that have their own lead form. */
const pageForms = new Map<string | undefined, string>(
  Object.entries(sitePageTexts).flatMap(([name, texts]) =>
    'invitation' in texts ? [[name, texts.caption]] : [],
  ),
);

/** The way in which a lead arrived; empty if it is unknown. */
function wayOf(lead: LeadExportRow): string {
  const { ways } = exportTexts;
  const { origin, channel, source_path: page, message, received_mails: mails } = lead;
  if (origin === 'staff') return channel === 'phone' || channel === 'in_person' ? ways[channel] : ways.other;
  const form = pageForms.get(page?.split('/')[1]);
  if (form !== undefined) return form;
  if (origin === 'site') return page?.startsWith('/contact') ? ways.contact : ways.proposal;
  // a request through the API always has a message
  if (message === null && mails.length > 0) return ways.email;
  return origin === 'api' ? ways.api : '';
}

function fieldColumn(name: LeadFieldName): Column {
  const read = (lead: LeadExportRow) => lead[name] ?? '';
  const { label } = leadTexts.fields[name];
  return leadFields[name].format === 'phone' ? [label, read, 'phone'] : [label, read];
}

function csvColumnsIn(timeZone: string): Column[] {
  const formatTime = (timestamp: string | null) =>
    timestamp === null ? '' : formatSpreadsheetTime(timestamp, timeZone);
  const zone = formatTimeZone(timeZone);
  return [
    fieldColumn('name'),
    ...leadCardFieldNames.map(fieldColumn),
    [t.service, ({ services, service_name }) => services?.name ?? service_name ?? ''],
    [t.cameIn, wayOf],
    [t.status, ({ status }) => leadStatusLabel(status)],
    fieldColumn('message'),
    [t.received(zone), ({ created_at }) => formatTime(created_at)],
    [t.replies, ({ reply_count }) => reply_count],
    [t.lastReply(zone), ({ last_reply_at }) => formatTime(last_reply_at)],
    [t.billing, ({ stripe_customer_id }) => stripe_customer_id ?? ''],
    [t.consent(zone), ({ consent_at }) => formatTime(consent_at)],
    [t.refused(zone), ({ optOut }) => formatTime(optOut?.since ?? null)],
    [t.referrer, ({ referrer_host }) => referrer_host ?? ''],
    [t.landing, ({ landing_path }) => landing_path ?? ''],
    [t.campaignSource, ({ campaign_source }) => campaign_source ?? ''],
    [t.campaignMedium, ({ campaign_medium }) => campaign_medium ?? ''],
    [t.campaign, ({ campaign_name }) => campaign_name ?? ''],
  ];
}

/** Loads its library on demand. */
export async function loadLeadCsvFormatter(timeZone: string) {
  const csvColumns = csvColumnsIn(timeZone);
  const { default: papa } = await import('papaparse');
  function write(lines: (string | number)[][]): string {
    return `${papa.unparse(lines, { quotes: true, newline: '\r\n' })}\r\n`;
  }
  return {
    heading: () => byteOrderMark + write([csvColumns.map(([heading]) => heading)]),
    rows: (rows: readonly LeadExportRow[]) =>
      rows.length === 0 ? '' : write(rows.map((row) => csvColumns.map((column) => cellText(column, row)))),
  };
}
