import { contactFieldNames, type LeadFieldName } from '../../../lead/lead-fields.ts';
import { leadFieldTexts } from '../../../lead/lead-texts.ts';
import { statusLabel } from '../../../lead/lead-status.ts';
import type { ExportRow } from './read-export-page.ts';

/** Excel takes a file for UTF-8 by this mark alone. */
const byteOrderMark = '\ufeff';

/**
 * What a spreadsheet would run: a cell that begins with one of these, also in full width, also behind blanks. Such a
 * cell gets an apostrophe before it, and every cell stands in quotes, so that no other separator cuts one open.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** "2026-11-20 09:05:00" in the viewer's zone, which spreadsheets read as a time. */
const moment = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });

function formatMoment(timestamp: string | null): string {
  return timestamp === null ? '' : moment.format(new Date(timestamp));
}

const zone = moment.resolvedOptions().timeZone;

type Column = [heading: string, cell: (lead: ExportRow) => string | number];

function fieldColumn(name: LeadFieldName): Column {
  return [leadFieldTexts[name].label, (lead) => lead[name] ?? ''];
}

const columns: Column[] = [
  fieldColumn('name'),
  ...contactFieldNames.map(fieldColumn),
  ['Interested in', ({ services, service_name }) => services?.name ?? service_name ?? ''],
  ['Status', ({ status }) => statusLabel(status)],
  fieldColumn('message'),
  [`Received (${zone})`, ({ created_at }) => formatMoment(created_at)],
  ['Replies', ({ reply_count }) => reply_count],
  [`Last reply (${zone})`, ({ last_reply_at }) => formatMoment(last_reply_at)],
  ['Billing customer', ({ stripe_customer_id }) => stripe_customer_id ?? ''],
];

export interface CsvWriter {
  heading: () => string;
  rows: (rows: readonly ExportRow[]) => string;
}

/** Writes leads as CSV that a spreadsheet opens as text and never as a formula. Its library comes when it is needed. */
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
