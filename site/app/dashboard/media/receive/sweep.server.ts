import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../data/database-types.ts';

const oneHourMs = 3_600_000;
const buckets = ['incoming', 'pictures'];

export interface SweeperSettings {
  /** Made with the secret key: what is swept belongs to whoever left it. */
  client: SupabaseClient<Database>;
  log: (entry: { level: 'warn'; event: string; message: string }) => void;
}

/** Removes orphaned files, some at a time. Throws the error of the backend. */
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
 * Sweeps now and every hour: files that were sent and that nobody took, pictures that nothing names. A killed server
 * leaves them, a cut connection, and who has left the agency. Several servers may do so at once.
 */
export function startSweeper({ client, log }: SweeperSettings): { stop: () => void } {
  function look(): void {
    sweep(client).catch((error: Error) =>
      log({ level: 'warn', event: 'uploads.unswept', message: error.message }),
    );
  }
  look();
  const timer = setInterval(look, oneHourMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
