// The data about one person: finds it, erases it, renders it as a page.
import { parsePhoneNumber } from '../../contact/phone-number.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import escapeHtml from 'escape-html';
import { personDataTexts } from './privacy-texts.ts';

type Row = Record<string, unknown>;

export interface PersonMentionsInTable {
  table_name: string;
  total: number;
  ids: (string | null)[];
}

interface PersonLead extends Row {
  id: string;
  created_at: string;
  name: string;
  email: string;
  phone?: string;
  company?: string;
  message?: string;
  messages: { created_at: string; from: string; message: string }[];
}

interface PersonMail extends Row {
  id: string;
  received_at: string;
  from_address: string;
  subject: string;
}

/** The result of find_person(). */
export interface PersonData {
  emails: string[];
  phones: string[];
  counts: Record<'leads' | 'messages' | 'queued' | 'quarantined' | 'mails' | 'reports' | 'requests', number>;
  leads: PersonLead[];
  quarantined: Row[];
  mails: PersonMail[];
  reports: Row[];
  requests: Row[];
  accounts: Row[];
  doNotContact: Row[];
  alsoKnown: string[];
  mentions: PersonMentionsInTable[];
  published: PersonMentionsInTable[];
}

/** The result of erase_person(). */
export interface PersonErasureResult {
  leads: number;
  messages: number;
  mentions: number;
  remains: { customers: string[]; team: string[]; published: PersonMentionsInTable[] };
}

export async function findPersonData(contacts: string[]): Promise<PersonData> {
  const data = await callDatabaseFunction('find_person', { contacts });
  return data as unknown as PersonData;
}

export async function erasePerson(contacts: string[]): Promise<PersonErasureResult> {
  const data = await callDatabaseFunction('erase_person', { contacts });
  return data as unknown as PersonErasureResult;
}

/**
 * Whether a text looks like an email address or a phone number. Avoids a useless request; the database checks the
 * text again.
 */
export function isEmailOrPhone(text: string): boolean {
  // accepts any address that a lead may have, also those that forms reject today
  return /^[^@\s]+@[^@\s]+$/.test(text.trim()) || parsePhoneNumber(text) !== null;
}

/** Whether nothing was found beyond the search term itself. */
export function isPersonDataEmpty(person: PersonData): boolean {
  const { counts, accounts, doNotContact, mentions, published } = person;
  const lists = [accounts, doNotContact, mentions, published];
  return Object.values(counts).every((total) => total === 0) && lists.every((list) => list.length === 0);
}

export function countPersonMentions(mentions: readonly PersonMentionsInTable[]): number {
  return mentions.reduce((sum, { total }) => sum + total, 0);
}

const t = personDataTexts.document;

function escape(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return escapeHtml(text);
}

function table(row: Record<string, unknown>): string {
  const cells = Object.entries(row)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(
      ([name, value]) =>
        `<tr><th scope="row">${escape(name.replaceAll('_', ' '))}</th><td>${escape(value)}</td></tr>`,
    );
  return `<table>${cells.join('')}</table>`;
}

function lead({ messages, ...row }: PersonLead): string {
  const thread = messages.map(
    ({ created_at: at, from, message }) =>
      `<h4>${escape(`${t.from(from)}, ${at}`)}</h4><p class="words">${escape(message)}</p>`,
  );
  return table(row) + thread.join('');
}

function section(title: string, parts: string[]): string {
  return parts.length === 0 ? '' : `<section><h2>${escape(title)}</h2>${parts.join('')}</section>`;
}

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}' +
  'table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{border:1px solid #767676;padding:.35rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}' +
  'th{width:12rem}.words{white-space:pre-wrap;overflow-wrap:anywhere}';

/** A self-contained page to give to the person. */
export function renderPersonDataPage(person: PersonData, agency: string, day: string): string {
  const rows = (list: readonly Record<string, unknown>[]): string[] => list.map(table);
  const mentions = [...person.mentions, ...person.published].map(({ table_name: name, total }) => ({
    [name]: total,
  }));
  return `<!doctype html><html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(t.title)}</title><style>${style}</style></head><body><main><h1>${escape(t.title)}</h1><p>${escape(t.intro(agency, day))}</p>${[
    section(t.leads, person.leads.map(lead)),
    section(t.mails, rows(person.mails)),
    section(t.quarantined, rows(person.quarantined)),
    section(t.reports, rows(person.reports)),
    section(t.requests, rows(person.requests)),
    section(t.accounts, rows(person.accounts)),
    section(t.doNotContact, rows(person.doNotContact)),
    section(t.mentions, rows(mentions)),
  ].join('')}</main></body></html>`;
}
