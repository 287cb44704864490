import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import PostalMime from 'postal-mime';
import type { Database } from '../../site/app/data/database-types.ts';

const contactPattern = /[^\s<>"',;:()[\]\\]+@[^\s<>"',;:()[\]\\]+|\+?\(?\d[\d ().-]{5,}\d/g;

/** Deletes files of unsent mail that are older than an erasure and name its person, in their head or in their words. */
export async function sweepMailFiles(client: SupabaseClient<Database>, dataDir: string): Promise<number> {
  const folder = join(dataDir, 'mail');
  let deleted = 0;
  for (const name of await listMail(folder)) {
    const path = join(folder, name);
    const contacts = await readContacts(path);
    if (contacts.length === 0) continue;
    const { data } = await client.rpc('erased_contacts', { contacts }).throwOnError();
    const at = timeOf(name);
    if (!data.some(({ erased_at: erasedAt }) => Date.parse(erasedAt) >= at)) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}

async function listMail(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.eml'));
}

/** What is deleted meanwhile names nobody. */
async function readContacts(path: string): Promise<string[]> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (content === null) return [];
  const mail = await PostalMime.parse(content);
  const words = [
    ...mail.headers.map(({ value }) => value),
    mail.subject ?? '',
    mail.text ?? '',
    mail.html ?? '',
  ];
  return [...new Set(words.join('\n').match(contactPattern))].slice(0, 1000);
}

/** "2026-11-22T14-03-05-123Z-reply-….eml"; of another name, always. */
function timeOf(name: string): number {
  const [, day = '', hour = '', minute = '', second = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/.exec(name) ?? [];
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? 0 : at;
}
