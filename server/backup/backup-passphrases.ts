// Finds out which backups BACKUP_PASSPHRASE opens.
import { createHash } from 'node:crypto';
import {
  createPassphraseCheck,
  testPassphrase,
  testPassphraseCheck,
  type BackupTarget,
  type PassphraseVerdict,
} from '@fairlead/backend/backup';
import { listBackups, type FoundBackup } from './find-backups.ts';

/** Each test derives a key with 64 MiB, and a server that copies its log asks every 30 seconds. */
const known = new Map<string, PassphraseVerdict>();

/**
 * Whether a passphrase is the one of the backups in a folder: by the check in its target.json, and without one (of an
 * earlier version) by its newest readable backup. `unreadable` if neither is there.
 */
export async function testFolderPassphrase(
  target: BackupTarget,
  passphrase: string,
  check: string | undefined,
): Promise<PassphraseVerdict> {
  if (check === undefined) return testNewestBackup(target, passphrase);
  const key = keyOf(check, passphrase);
  const verdict = known.get(key) ?? (await testPassphraseCheck(check, passphrase));
  known.set(key, verdict);
  return verdict;
}

/** For a new target.json. */
export async function createFolderCheck(passphrase: string): Promise<string> {
  const check = await createPassphraseCheck(passphrase);
  known.set(keyOf(check, passphrase), 'opens');
  return check;
}

function keyOf(check: string, passphrase: string): string {
  return createHash('sha256').update(`${check} ${passphrase}`).digest('hex');
}

async function testNewestBackup(target: BackupTarget, passphrase: string): Promise<PassphraseVerdict> {
  for (const backup of await listBackups(target)) {
    const verdict = await testBackup(backup, passphrase);
    if (verdict !== 'unreadable') return verdict;
  }
  return 'unreadable';
}

export async function testBackup(
  { target, name }: FoundBackup,
  passphrase: string,
): Promise<PassphraseVerdict> {
  return testPassphrase(await target.read(name), passphrase);
}

/**
 * Of the backups to delete, the one to keep because nothing that stays opens with the passphrase; undefined if
 * something does. Both lists are searched from the newest on.
 */
export async function findLastOpenedBackup(
  expired: readonly FoundBackup[],
  kept: readonly FoundBackup[],
  passphrase: string,
): Promise<FoundBackup | undefined> {
  const find = async (backups: readonly FoundBackup[]): Promise<FoundBackup | undefined> => {
    for (const backup of backups.toSorted((one, other) => (one.name < other.name ? 1 : -1)))
      if ((await testBackup(backup, passphrase)) === 'opens') return backup;
    return undefined;
  };
  if (expired.length === 0 || (await find(kept)) !== undefined) return undefined;
  return find(expired);
}
