// Copies the WAL of the embedded database to the backup target at a fixed interval.
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
import { readBackupStatus, recordWalArchiveStatus, type WalArchiveStatus } from './backup-status.ts';
import { walNeededSince } from './backup-retention.ts';
import { findOwnBackups } from './find-backups.ts';
import type { OpenedBackupTarget } from './open-target.ts';
import { UnknownBackupTargetError } from './target-identity.ts';

/** Together with the duration of a copy, at most 60 s of work are lost if the disk fails. */
const archiveEveryMs = 30_000;
/** How often a lasting failure is logged. */
const repeatWarningMs = 60 * 60 * 1000;
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
  const { dataDir, open, requestBackup, callLimit, everyMs = archiveEveryMs } = options;
  let opened: { address: string; archiver: WalArchiver } | undefined;
  const stopping = new AbortController();
  let status: WalArchiveStatus = readBackupStatus(dataDir).log ?? {};
  let warnedAt = -Infinity;

  async function openArchiver(): Promise<{ address: string; archiver: WalArchiver }> {
    const { target: unlimited, ...others } = await limitCall(open());
    const target = limitCalls(unlimited);
    const address = target.locate('');
    if (opened?.address === address) return opened;
    const filesSince = async (): Promise<number> =>
      walNeededSince((await findOwnBackups({ target, ...others })).map(({ name }) => name));
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
      warnedAt = -Infinity;
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
      if (performance.now() - warnedAt > repeatWarningMs) {
        warnedAt = performance.now();
        writeLog({ level: 'error', event: 'backup.log_failed', message });
      }
    }
    record();
  }

  function record(): void {
    try {
      recordWalArchiveStatus(dataDir, status);
    } catch (error) {
      // Probably a full disk, which the database reports itself.
      writeLog({ level: 'warn', event: 'backup.log_result', message: (error as Error).message });
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      await run();
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const working = work();
  return {
    async stop() {
      stopping.abort();
      // Whether it fails is reported by the round itself.
      const last = working.then(async () => {
        if (!callLimit.aborted || !status.failing) await run();
        return !status.failing;
      });
      if (await Promise.race([last, wait(lastRoundMs, false, { ref: false })])) return;
      const message =
        'the newest changes were not copied to the target, which does not respond or is too slow; the next start copies them';
      writeLog({ level: 'warn', event: 'backup.log_not_finished', message });
    },
  };
}
