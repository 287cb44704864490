// Deletes the backups that BACKUP_KEEP has expired, together with their WAL.
import { pruneWalArchive } from '@fairlead/backend/backup';
import type { ServerConfig } from '../settings/config.ts';
import { findBackupsBeyondRetention, walNeededSince, parseBackupTime } from './backup-retention.ts';
import { findLastOpenedBackup } from './backup-passphrases.ts';
import { listBackups, type FoundBackup } from './find-backups.ts';
import type { OpenedBackupTarget } from './open-target.ts';
import { clearUnverifiedBackups, readUnverifiedBackups } from './site-backup-folder.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The backup command prints this before the name of each backup that it deletes. */
export const deletedBackupLinePrefix = 'deleted, by BACKUP_KEEP: ';

/**
 * Deletes backups of this site beyond BACKUP_KEEP, with their WAL. An unverified backup never expires a verified one,
 * and is itself deleted once a newer one is verified, or if there are more unverified ones than BACKUP_KEEP allows.
 * The last verified one that BACKUP_PASSPHRASE opens is never deleted.
 * `onRemoved` is called after each.
 */
export async function removeExpiredBackups(
  { target, passphrase }: OpenedBackupTarget,
  { DATA_DIR, BACKUP_KEEP }: Pick<ServerConfig, 'DATA_DIR' | 'BACKUP_KEEP'>,
  onRemoved: (name: string) => void,
): Promise<void> {
  const backups = await listBackups(target);
  const names = backups.map(({ name }) => name);
  const unverified = readUnverifiedBackups(DATA_DIR);
  const expired = new Set(findExpiredBackups(names, unverified, { keep: BACKUP_KEEP, now: Date.now() }));
  const verifiedOf = (isExpired: boolean): FoundBackup[] =>
    backups.filter(({ name }) => expired.has(name) === isExpired && !unverified.includes(name));
  const last = await findLastOpenedBackup(verifiedOf(true), verifiedOf(false), passphrase);
  if (last !== undefined) expired.delete(last.name);
  for (const name of names.filter((each) => expired.has(each))) {
    await target.remove(name);
    onRemoved(name);
  }
  const kept = names.filter((name) => !expired.has(name));
  const verified = kept.filter((name) => !unverified.includes(name));
  const neededSince = walNeededSince(verified.length > 0 ? verified : kept);
  await pruneWalArchive(target, neededSince);
  clearUnverifiedBackups(
    DATA_DIR,
    unverified.filter((name) => !kept.includes(name) && !isYoung(name, Date.now())),
  );
}

export function findExpiredBackups(
  names: string[],
  unverified: readonly string[],
  { keep, now }: { keep: string; now: number },
): string[] {
  const verified = names.filter((name) => !unverified.includes(name));
  const newest = verified.reduce((latest, name) => Math.max(latest, parseBackupTime(name) ?? 0), 0);
  const others = names.filter((name) => unverified.includes(name));
  const superseded = others.filter((name) => (parseBackupTime(name) ?? now) < newest && !isYoung(name, now));
  const needed = others.filter((name) => !superseded.includes(name));
  const tooMany = findBackupsBeyondRetention(needed, keep).filter((name) => !isYoung(name, now));
  return [...findBackupsBeyondRetention(verified, keep), ...superseded, ...tooMany];
}

/** Whether another process may still be writing or verifying the backup. */
function isYoung(name: string, now: number): boolean {
  return now - (parseBackupTime(name) ?? now) < dayMs;
}
