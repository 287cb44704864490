// Stores new erasures of people beside the backups; applies them again to a restored database.
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import type { ServerConfig } from '../settings/config.ts';
import { writeLog } from '../log/write-log.ts';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { BackupTarget } from '@fairlead/backend/backup';
import { catchMissingFile } from '@fairlead/backend/embedded';
import { z } from 'zod';
import type { Database } from '../../site/app/data/database-types.ts';
import { downloadErasures, uploadErasures } from './copy-erasures.ts';
import { addErasures, erasureSchema, readErasures } from './erasure-file.ts';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface ErasureJobOptions {
  /** A client with the secret key. */
  client: SupabaseClient<Database>;
  dataDir: string;
  log: typeof writeLog;
}

export function erasureJobOptionsOf(
  { DATA_DIR }: ServerConfig,
  { access, keys }: ConnectedBackend,
): ErasureJobOptions {
  return { client: createSecretKeyClient(access, keys), dataDir: DATA_DIR, log: writeLog };
}

/** Runs before the first request, so that a restored database shows no erased person. Retries a failure each hour. */
export async function reapplyErasuresAtStart(
  config: ServerConfig,
  connected: ConnectedBackend,
): Promise<void> {
  await reapplyErasures(erasureJobOptionsOf(config, connected)).catch((error: Error) =>
    writeLog({ level: 'error', event: 'erasures.not_kept', message: error.message }),
  );
}

const reapplied = z.object({ applied: z.number(), partly: z.number() });

/** Applies erasures that are in the data folder but not in the database, which is then older than they are. */
export async function reapplyErasures({ client, dataDir, log }: ErasureJobOptions): Promise<void> {
  const known = readErasures(dataDir);
  if (known.length === 0) return;
  const { data } = await client.rpc('reapply_erasures', { given: known }).throwOnError();
  const { applied, partly } = reapplied.parse(data);
  if (applied === 0) return;
  await sweepMailFiles(client, dataDir);
  log({ level: 'info', event: 'erasures.applied', message: `${applied} erasures` });
  if (partly > 0)
    log({
      level: 'warn',
      event: 'erasures.partly_applied',
      message: `this database has another contact key, so only the leads of these people were found: ${partly} erasures`,
    });
}

/**
 * Stores new erasures of the database in the data folder and beside the backups and marks them as stored, after those of
 * the other two were applied to the database. Can safely be repeated after an interruption.
 */
export async function syncErasures(
  options: ErasureJobOptions,
  target: BackupTarget | undefined,
): Promise<void> {
  const { client, dataDir } = options;
  if (target) await downloadErasures(target, dataDir);
  await reapplyErasures(options);
  const { data } = await client.rpc('unstored_erasures').throwOnError();
  const fresh = z.array(erasureSchema).parse(data);
  addErasures(dataDir, fresh);
  if (fresh.length > 0) await sweepMailFiles(client, dataDir);
  if (target) await uploadErasures(target, dataDir);
  if (fresh.length > 0)
    await client.rpc('mark_erasures_stored', { stored: fresh.map(({ id }) => id) }).throwOnError();
}

const contactPattern = /[^\s<>"',;:()[\]\\]+@[^\s<>"',;:()[\]\\]+|\+?\(?\d[\d ().-]{5,}\d/g;

/** Deletes files of unsent mail that are older than an erasure and name its person in headers or text. */
async function sweepMailFiles(client: SupabaseClient<Database>, dataDir: string): Promise<number> {
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
  const names = await catchMissingFile(readdir(folder), []);
  return names.filter((name) => name.endsWith('.eml'));
}

/** Reads the addresses in a file. A file that was deleted in between contains none. */
async function readContacts(path: string): Promise<string[]> {
  const content = await catchMissingFile(readFile(path), null);
  if (content === null) return [];
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(content);
  const words = [
    ...mail.headers.map(({ value }) => value),
    mail.subject ?? '',
    mail.text ?? '',
    mail.html ?? '',
  ];
  return [...new Set(words.join('\n').match(contactPattern))].slice(0, 1000);
}

/** "2026-11-22T14-03-05-123Z-reply-….eml"; any other name gives 0, which is older than every erasure. */
function timeOf(name: string): number {
  const [, day = '', hour = '', minute = '', second = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/.exec(name) ?? [];
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? 0 : at;
}
