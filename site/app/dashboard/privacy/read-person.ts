import { readPhoneNumber } from '../../contact/phone-number.ts';
import { browserClient } from '../../data/browser-client.ts';

type Row = Record<string, unknown>;

export interface Mention {
  table_name: string;
  total: number;
  ids: (string | null)[];
}

export interface PersonLead extends Row {
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

/** As find_person() returns it. */
export interface Person {
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
  mentions: Mention[];
  published: Mention[];
}

/** As erase_person() returns it. */
export interface Erased {
  leads: number;
  messages: number;
  mentions: number;
  remains: { customers: string[]; team: string[]; published: Mention[] };
}

interface Correction {
  name?: string;
  email?: string;
  phone?: string;
  company?: string;
}

export async function findPerson(contacts: string[]): Promise<Person> {
  const { data } = await browserClient().rpc('find_person', { contacts }).throwOnError();
  return data as unknown as Person;
}

export async function correctPerson(given: { contacts: string[]; changes: Correction }): Promise<number> {
  const { data } = await browserClient()
    .rpc('correct_person', { contacts: given.contacts, ...given.changes })
    .throwOnError();
  return data;
}

export async function erasePerson(contacts: string[]): Promise<Erased> {
  const { data } = await browserClient().rpc('erase_person', { contacts }).throwOnError();
  return data as unknown as Erased;
}

/** The database decides; this only spares a way to it. */
export function isContact(text: string): boolean {
  // also an address that no form would take today
  return /^[^@\s]+@[^@\s]+$/.test(text.trim()) || readPhoneNumber(text) !== null;
}

/** Nothing but what the question itself said. */
export function isUnknown(person: Person): boolean {
  const { counts, accounts, doNotContact, mentions, published } = person;
  const lists = [accounts, doNotContact, mentions, published];
  return Object.values(counts).every((total) => total === 0) && lists.every((list) => list.length === 0);
}

export function totalOf(mentions: readonly Mention[]): number {
  return mentions.reduce((sum, { total }) => sum + total, 0);
}
