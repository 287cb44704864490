import { setTimeout as wait } from 'node:timers/promises';
import {
  createWalArchiver,
  readCurrentWalStream,
  type BackupTarget,
  type WalArchiver,
} from '@fairlead/backend/backup';
import type { ConnectionParameters } from '@fairlead/backend/database';
import { untilAborted, withTimeout } from '@fairlead/backend/errors';
import { hideSecrets } from '../log/hide-secrets.ts';
import { writeLog } from '../log/write-log.ts';
import { readBackupStatus, recordWalArchiveStatus, type WalArchiveStatus } from '../backup/backup-status.ts';
import { walNeededSince } from '../backup/backup-retention.ts';
import { listBackups } from '../backup/find-backups.ts';
import type { OpenedBackupTarget } from '../backup/open-target.ts';
import { UnknownBackupTargetError } from '../backup/target-identity.ts';
import { startJob, type Job } from './start-job.ts';

export const archiveWal = {
  name: 'archive-wal',
  what: "copies the database's log and stored files to the backups",
  // Together with the duration of a copy, at most 60 s of work are lost if the disk fails.
  everyMs: 30_000,
  runsAtStart: true,
  failure: { level: 'error', event: 'backup.log_failed', repeatMs: 3_600_000 },
  metrics: ['fairlead_backup_log_failed', 'fairlead_backup_log_reaches_timestamp_seconds'],
} satisfies Job;

/** The last round of a target that responds; most take less than a second. */
const lastRoundMs = 10_000;
/** Each call to the target may take this long even after the limit of the shutdown. */
const shortCallMs = 500;

export interface StartWalArchiveOptions {
  dataDir: string;
  database: { connection: ConnectionParameters; cluster: string };
  /** Called before each copy, because a copied site uses another folder. */
  open: () => Promise<OpenedBackupTarget>;
  /** Called if no backup covers the beginning of the WAL yet. */
  requestBackup: () => void;
  /** After that, a call to the target that takes longer than half a second is cut. */
  callLimit: AbortSignal;
  everyMs?: number;
}

const targetSilentMessage = 'BACKUP_TO: the target did not respond before the server ended';

/** Copies WAL and files to the target, now and every 30 s. `stop` copies once more while the target responds. */
export function startWalArchiving(options: StartWalArchiveOptions): { stop(): Promise<void> } {
  const { dataDir, open, requestBackup, callLimit, everyMs } = options;
  let opened: { address: string; archiver: WalArchiver } | undefined;
  let status: WalArchiveStatus = readBackupStatus(dataDir).log ?? {};

  async function openArchiver(): Promise<{ address: string; archiver: WalArchiver }> {
    const { target: unlimited } = await limitCall(open());
    const target = limitCalls(unlimited);
    const address = target.locate('');
    if (opened?.address === address) return opened;
    const filesSince = async (): Promise<number> =>
      walNeededSince((await listBackups(target)).map(({ name }) => name));
    opened = { address, archiver: createWalArchiver({ ...options, target, filesSince, onGap }) };
    return opened;
  }

  /** Rejects a call that takes too long once the server ends. */
  async function limitCall<Result>(call: Promise<Result>): Promise<Result> {
    const begun = performance.now();
    try {
      return await untilAborted(call, callLimit);
    } catch (error) {
      if (!callLimit.aborted || error !== callLimit.reason) throw error;
      const leftMs = Math.max(0, begun + shortCallMs - performance.now());
      return withTimeout(call, leftMs, () => new Error(targetSilentMessage));
    }
  }

  function limitCalls(target: BackupTarget): BackupTarget {
    return {
      ...target,
      list: (prefix) => limitCall(target.list(prefix)),
      has: (name) => limitCall(target.has(name)),
      read: (name) => limitCall(target.read(name)),
      write: (name, source) => limitCall(target.write(name, source)),
      remove: (name) => limitCall(target.remove(name)),
    };
  }

  function onGap(gap: string): void {
    const message = `the log has a gap, because ${gap}; a backup that begins after it is made now`;
    status = { ...status, gap: { since: new Date().toISOString(), message } };
    writeLog({ level: 'error', event: 'backup.log_gap', message });
  }

  async function run(): Promise<void> {
    try {
      const { address, archiver } = await openArchiver();
      const reachesToMs = await archiver.ship();
      if (status.failing) writeLog({ level: 'info', event: 'backup.log_recovered' });
      const isContinued =
        readCurrentWalStream(dataDir, address)?.name === readBackupStatus(dataDir).succeeded?.stream;
      const { gap } = status;
      status = { reachesTo: new Date(reachesToMs).toISOString(), ...(gap && !isContinued && { gap }) };
      if (!isContinued) requestBackup();
    } catch (error) {
      const message = hideSecrets((error as Error).message);
      const since = status.failing?.since ?? new Date().toISOString();
      const isTarget = error instanceof UnknownBackupTargetError;
      status = { ...status, failing: { since, message, ...(isTarget && { isTarget }) } };
      throw new Error(message, { cause: error });
    } finally {
      record();
    }
  }

  function record(): void {
    try {
      recordWalArchiveStatus(dataDir, status);
    } catch (error) {
      // Probably a full disk, which the database reports itself.
      writeLog({ level: 'warn', event: 'backup.log_result', message: (error as Error).message });
    }
  }

  const job = startJob(archiveWal, run, { everyMs });
  return {
    async stop() {
      const last = job.stop().then(async () => {
        const wasFailing = status.failing !== undefined;
        if (callLimit.aborted && wasFailing) return false;
        const { level, event } = archiveWal.failure;
        await run().catch(({ message }: Error) => {
          if (!wasFailing) writeLog({ level, event, message });
        });
        return !status.failing;
      });
      if (await Promise.race([last, wait(lastRoundMs, false, { ref: false })])) return;
      const message =
        'the newest changes were not copied to the target, which does not respond or is too slow; the next start copies them';
      writeLog({ level: 'warn', event: 'backup.log_not_finished', message });
    },
  };
}
