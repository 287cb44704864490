// Lists or reads the mail files of local mode.
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';

const perPage = 50;
/** The bytes that are read of each file for the list: the headers of our mails are much shorter. */
const headBytes = 16_384;
/** File names as the server writes them: time, kind, random part. Other files are ignored. */
const fileName = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([a-z][a-z_-]*)-[0-9a-f]{8}\.eml$/;
const shownHeaders = ['from', 'to', 'reply-to', 'subject', 'date', 'message-id', 'in-reply-to'];

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n\r?\n/, 1);
    return `${head}\n\n`;
  } finally {
    await file.close();
  }
}

function addressOf({ name, address }: Address): string {
  if (!address) return name;
  return name ? `${name} <${address}>` : address;
}

export interface MailFileSummary {
  /** The file's name. */
  id: string;
  /** `reply`, `digest`, or an account message such as `recovery`. */
  kind: string;
  to: string;
  subject: string;
  /** ISO 8601 */
  at: string;
}

function summaryOf(id: string, { to, subject }: Email): MailFileSummary {
  const [, day = '', hour = '', minute = '', second = '', millisecond = '', kind = ''] =
    fileName.exec(id) ?? [];
  return {
    id,
    kind,
    to: (to ?? []).map(addressOf).join(', '),
    subject: subject ?? '',
    at: `${day}T${hour}:${minute}:${second}.${millisecond}Z`,
  };
}

/** The entry of a file in the list; an empty array if the file was deleted since. Other errors are thrown. */
async function summarise(folder: string, id: string): Promise<MailFileSummary[]> {
  try {
    return [summaryOf(id, await PostalMime.parse(await readHead(join(folder, id))))];
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A page of messages, newest first; `next` is the cursor of the following one. */
export interface MailFileListPage {
  items: MailFileSummary[];
  next: string | null;
}

/** Messages older than the file named `before`, newest first. Empty if the folder does not exist. */
export async function listMailFiles(folder: string, before: string | null): Promise<MailFileListPage> {
  const names = await readdir(folder).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const mails = names.filter((name) => fileName.test(name) && (before === null || name < before));
  const page = mails.toSorted().toReversed().slice(0, perPage);
  const items = await Promise.all(page.map((name) => summarise(folder, name)));
  return { items: items.flat(), next: mails.length > perPage ? (page.at(-1) ?? null) : null };
}

/** A whole message: headers and plain text, never its HTML. */
export interface ParsedMailFile extends MailFileSummary {
  headers: { name: string; value: string }[];
  text: string;
}

/** One message, or null. A name that does not match never becomes a path. */
export async function readMailFile(folder: string, name: string): Promise<ParsedMailFile | null> {
  if (!fileName.test(name)) return null;
  try {
    const mail = await PostalMime.parse(await readFile(join(folder, name)));
    const headers = mail.headers
      .filter(({ key }) => shownHeaders.includes(key))
      .toSorted((one, other) => shownHeaders.indexOf(one.key) - shownHeaders.indexOf(other.key))
      .map(({ key, originalKey, value }) => ({
        name: originalKey,
        value: key === 'subject' ? (mail.subject ?? value) : value,
      }));
    return { ...summaryOf(name, mail), headers, text: mail.text ?? '' };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** An error response: what is wrong, for the user. */
export interface MailFileErrorResponse {
  problem: string;
}
