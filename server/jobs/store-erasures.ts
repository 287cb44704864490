import { untilAborted } from '@fairlead/backend/errors';
import { identityFile, openFormerBackupTargets, openKnownBackupTarget } from '../backup/target-identity.ts';
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import { uploadErasures } from '../erasures/copy-erasures.ts';
import { erasureJobOptionsOf, syncErasures } from '../erasures/sync-erasures.ts';
import type { ServerConfig } from '../settings/config.ts';
import { startJob, type Job } from './start-job.ts';

export const storeErasures: Job = {
  name: 'store-erasures',
  what: 'stores erasures of people in the data folder and beside the backups, so that a restore applies them again',
  everyMs: 3_600_000,
  runsAtStart: true,
  wokenBy: 'an erasure',
  failure: { level: 'error', event: 'erasures.not_kept', repeatMs: 0 },
  metrics: [],
};

/** `stop` waits for work in progress until `callLimit`; it is repeated at the next start. */
export function startErasureStorage(
  config: ServerConfig,
  connected: ConnectedBackend,
  callLimit: AbortSignal,
): { stop: () => Promise<void> } {
  const options = erasureJobOptionsOf(config, connected);
  const { BACKUP_TO, BACKUP_PASSPHRASE, SUPABASE_URL } = config;
  const hasBackups = BACKUP_TO && BACKUP_PASSPHRASE && !SUPABASE_URL;
  const job = startJob(storeErasures, async () => {
    await syncErasures(options, hasBackups ? (await openKnownBackupTarget(config)).target : undefined);
    // A restore from a folder that was left when the passphrase changed needs them too.
    for (const left of hasBackups ? openFormerBackupTargets(config) : [])
      if (await left.has(identityFile)) await uploadErasures(left, config.DATA_DIR);
  });
  connected.backend?.onCommit((tables) => {
    if (tables.includes('private.erasures') || tables.includes('*')) job.wake();
  });
  return { stop: () => untilAborted(job.stop(), callLimit).catch(() => {}) };
}
