import type { SupabaseClient } from '@supabase/supabase-js';
import type { BackupTarget } from '@fairlead/backend/backup/targets/backup-target.ts';
import { z } from 'zod';
import type { Database } from '../../site/app/data/database-types.ts';
import type { writeLog } from '../log/write-log.ts';
import { fetchErasures, sendErasures } from './copy-erasures.ts';
import { addErasures, erasure, readErasures } from './erasure-file.ts';
import { sweepMailFiles } from './sweep-mail-files.ts';

export interface ErasureKeeping {
  /** With the secret key. */
  client: SupabaseClient<Database>;
  dataDir: string;
  log: typeof writeLog;
}

const reapplied = z.object({ applied: z.number(), partly: z.number() });

/** Applies those that the data folder knows and the database does not: it is older than they are. */
export async function reapplyErasures({ client, dataDir, log }: ErasureKeeping): Promise<void> {
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

/** Keeps new ones in the data folder and beside the backups, then marks them as stored in the database. Any part may be repeated. */
export async function keepErasures(keeping: ErasureKeeping, target: BackupTarget | undefined): Promise<void> {
  const { client, dataDir } = keeping;
  if (target) await fetchErasures(target, dataDir);
  await reapplyErasures(keeping);
  const { data } = await client.rpc('unstored_erasures').throwOnError();
  const fresh = z.array(erasure).parse(data);
  addErasures(dataDir, fresh);
  if (fresh.length > 0) await sweepMailFiles(client, dataDir);
  if (target) await sendErasures(target, dataDir);
  if (fresh.length > 0)
    await client.rpc('mark_erasures_stored', { stored: fresh.map(({ id }) => id) }).throwOnError();
}
