// The periodic cleanup: deletes orphaned uploads or pictures, then rows whose retention has expired.
import type { ServerClient } from '../../../data/server-client.ts';

const oneHourMs = 3_600_000;
const buckets = ['incoming', 'pictures'];
const expiries = [
  'delete_expired_rows',
  'delete_expired_content',
  'delete_expired_feedback',
  'delete_expired_audit_entries',
  'apply_retention',
  'expire_received_mails',
] as const;

export interface HourlyCleanupSettings {
  /** Uses the secret key, because it deletes files of any account. */
  client: ServerClient;
  log: (entry: { level: 'warn'; event: string; message: string }) => void;
}

/** Deletes a batch of orphaned files. Throws the storage error. */
async function deleteOrphanedFiles(client: ServerClient): Promise<void> {
  const { data: orphaned } = await client.rpc('orphaned_files').throwOnError();
  for (const bucket of buckets) {
    const paths = orphaned.filter((file) => file.bucket === bucket).map(({ path }) => path);
    if (paths.length === 0) continue;
    const { error } = await client.storage.from(bucket).remove(paths);
    if (error) throw error;
  }
}

/**
 * Deletes orphaned uploads and pictures now and every hour, which crashes, aborted requests and deleted accounts leave;
 * then expired rows. Safe with several servers. `stop` waits for the call in progress.
 */
export function startHourlyCleanup({ client, log }: HourlyCleanupSettings): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let inProgress = cleanUp();
  const timer = setInterval(() => (inProgress = cleanUp()), oneHourMs);
  timer.unref();

  async function cleanUp(): Promise<void> {
    await deleteOrphanedFiles(client).catch((error: Error) =>
      log({ level: 'warn', event: 'uploads.unswept', message: error.message }),
    );
    for (const name of expiries) {
      if (stopping.signal.aborted) return;
      const { error } = await client.rpc(name);
      if (error) log({ level: 'warn', event: 'rows.unswept', message: error.message });
    }
  }

  return {
    stop() {
      stopping.abort();
      clearInterval(timer);
      return inProgress;
    },
  };
}
