import { contactFieldNames, type LeadFieldName } from '../../../lead/lead-fields.ts';
import { leadTexts } from '../../../lead/lead-texts.ts';
import { sitePageTexts } from '../../../seo/site-page-texts.ts';
import { statusLabel } from '../../../lead/lead-status.ts';
import { exportTexts } from './export-texts.ts';
import type { ExportRow } from './read-export-page.ts';

const t = exportTexts.columns;

/** Excel needs it to read UTF-8. */
const byteOrderMark = '\ufeff';

/**
 * A cell that begins with one of these, also in full width or after blanks, would run as a formula in a spreadsheet: it
 * gets an apostrophe before it. Every cell is quoted, so that no other separator cuts one open.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** "2026-11-20 09:05:00" in the viewer's zone, which spreadsheets read as a time. */
const timeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });

function formatTime(timestamp: string | null): string {
  return timestamp === null ? '' : timeFormat.format(new Date(timestamp));
}

const zone = timeFormat.resolvedOptions().timeZone;

/** Pages that take requests of their own kind: those that other forms lead to. */
const pageForms = new Map<string | undefined, string>(
  Object.entries(sitePageTexts).flatMap(([name, texts]) =>
    'invitation' in texts ? [[name, texts.caption]] : [],
  ),
);

/** How a lead came in; empty where it is not known. */
function wayOf(lead: ExportRow): string {
  const { ways } = exportTexts;
  const { origin, channel, source_path: page, message, received_mails: mails } = lead;
  if (origin === 'staff') return channel === 'phone' || channel === 'in_person' ? ways[channel] : ways.other;
  const form = pageForms.get(page?.split('/')[1]);
  if (form !== undefined) return form;
  if (origin === 'site') return page?.startsWith('/contact') ? ways.contact : ways.proposal;
  // a visitor's request through the API has words of its own
  if (message === null && mails.length > 0) return ways.email;
  return origin === 'api' ? ways.api : '';
}

type Column = [heading: string, cell: (lead: ExportRow) => string | number];

function fieldColumn(name: LeadFieldName): Column {
  return [leadTexts.fields[name].label, (lead) => lead[name] ?? ''];
}

const columns: Column[] = [
  fieldColumn('name'),
  ...contactFieldNames.map(fieldColumn),
  [t.service, ({ services, service_name }) => services?.name ?? service_name ?? ''],
  [t.cameIn, wayOf],
  [t.status, ({ status }) => statusLabel(status)],
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

export interface CsvWriter {
  heading: () => string;
  rows: (rows: readonly ExportRow[]) => string;
}

/** Its library is loaded on demand. */
export async function openCsvWriter(): Promise<CsvWriter> {
  const { default: papa } = await import('papaparse');
  function write(lines: (string | number)[][]): string {
    return `${papa.unparse(lines, { quotes: true, escapeFormulae: formula, newline: '\r\n' })}\r\n`;
  }
  return {
    heading: () => byteOrderMark + write([columns.map(([heading]) => heading)]),
    rows: (rows) => (rows.length === 0 ? '' : write(rows.map((row) => columns.map(([, cell]) => cell(row))))),
  };
}
