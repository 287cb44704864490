import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../data/database-types.ts';

const oneHourMs = 3_600_000;
const buckets = ['incoming', 'pictures'];

export interface SweeperSettings {
  /** With the secret key: it deletes files of any account. */
  client: SupabaseClient<Database>;
  log: (entry: { level: 'warn'; event: string; message: string }) => void;
}

/** Deletes a batch of orphaned files. Throws the storage error. */
export async function sweep(client: SupabaseClient<Database>): Promise<void> {
  const { data: orphaned } = await client.rpc('orphaned_files').throwOnError();
  for (const bucket of buckets) {
    const paths = orphaned.filter((file) => file.bucket === bucket).map(({ path }) => path);
    if (paths.length === 0) continue;
    const { error } = await client.storage.from(bucket).remove(paths);
    if (error) throw error;
  }
}

/**
 * Deletes orphaned uploads and pictures now and every hour: crashes, aborted requests and deleted accounts leave
 * them; then rows that have expired. Safe with several servers.
 */
export function startSweeper({ client, log }: SweeperSettings): { stop: () => void } {
  function sweepOnce(): void {
    sweep(client).catch((error: Error) =>
      log({ level: 'warn', event: 'uploads.unswept', message: error.message }),
    );
    void deleteExpiredRows(client, log);
  }
  sweepOnce();
  const timer = setInterval(sweepOnce, oneHourMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

async function deleteExpiredRows(
  client: SweeperSettings['client'],
  log: SweeperSettings['log'],
): Promise<void> {
  for (const name of ['delete_expired_rows', 'delete_expired_content', 'delete_expired_feedback'] as const) {
    const { error } = await client.rpc(name);
    if (error) log({ level: 'warn', event: 'rows.unswept', message: error.message });
  }
}
