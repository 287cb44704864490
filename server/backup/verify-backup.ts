// Verifies a backup: restores it to a temporary folder, compares its data, renders a page.
import { statfsSync, chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { restoreBackup, removeRestoredData, removeOnExit } from '@fairlead/backend/backup';
import type { ServerConfig } from '../settings/config.ts';
import type { OpenedBackupTarget } from './open-target.ts';
import { join } from 'node:path';
import { connectBackend } from '../boot/connect-backend.ts';
import { lockFolder, readLockHolder } from '@fairlead/backend/embedded';

/** Disk space that the restored copy needs. */
const freeBytesNeeded = (archiveBytes: number): number => archiveBytes * 12 + 200_000_000;

export interface BackupVerification {
  isVerified: boolean;
  /** Why it was not verified, or why no page was rendered. */
  unproven?: string;
}

/**
 * Restores a backup into a temporary folder, compares every table and stored file, renders a page from it, and deletes
 * the copy. Throws an error that describes the problem of the backup.
 */
export async function verifyBackup(
  { name, bytes }: { name: string; bytes: number },
  { target, passphrase }: OpenedBackupTarget,
  config: ServerConfig,
): Promise<BackupVerification> {
  removeAbandonedVerificationFolders();
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = freeBytesNeeded(bytes);
  if (bavail * bsize < needed)
    return {
      isVerified: false,
      unproven: `the temporary folder (TMPDIR, ${tmpdir()}) has too little space to restore the backup: ${megabytes(bavail * bsize)} MB of ${megabytes(needed)} MB`,
    };
  return withTemporaryDataDir(async (dataDir) => {
    const source = await target.read(name);
    const { manifest } = await restoreBackup({ source, passphrase, dataDir, setting: 'TMPDIR' });
    const unproven = manifest.database ? await renderRestoredPage(config, dataDir) : undefined;
    return { isVerified: true, ...(unproven !== undefined && { unproven }) };
  });
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}

const path = '/services';

/** Undefined if the page was rendered; otherwise why that could not be tried. Throws if rendering fails. */
async function renderRestoredPage(config: ServerConfig, dataDir: string): Promise<string | undefined> {
  // Without SMTP, because mails that waited when the backup was made must not be sent a second time.
  const { SMTP_URL: _smtp, DATABASE_URL: _database, ...rest } = config;
  const scratch: ServerConfig = { ...rest, DATA_DIR: dataDir };
  const { loadBuiltRouter } = await import('../site/built-site.ts');
  const { createPageRenderer } = await import('../site/create-page-renderer.ts');
  const router = await loadBuiltRouter();
  if (!router) return 'no page was rendered from it, because the site is not built';
  const connected = await connectBackend(scratch, { seed: false });
  try {
    const render = createPageRenderer({ config: scratch, connected }, router.handle);
    const { status, body } = await render(new Request(config.SITE_URL + path));
    if (status !== 200 || !body.includes('</h1>'))
      throw new Error(`the restored site does not show ${path}: it responds with ${status}`);
    return undefined;
  } finally {
    await connected.close();
  }
}

const prefix = 'verify-backup-';
/** A verification that is starting has no lock yet. */
const unlockedMs = 10_000;

/** Runs `work` with a folder for the restored copy, and removes the folder. */
export async function withTemporaryDataDir<Result>(
  work: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const keep = removeOnExit(folder);
  const lock = lockFolder(folder);
  const dataDir = join(folder, 'data');
  try {
    // If this runs as root, the database's user must be able to enter the folder.
    if (process.getuid?.() === 0) chmodSync(folder, 0o711);
    return await work(dataDir);
  } finally {
    lock.release();
    remove(folder);
    keep();
  }
}

/** Removes folders of processes that were killed; each is as large as the whole site. */
export function removeAbandonedVerificationFolders(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    try {
      const isNew = Date.now() - statSync(folder).mtimeMs < unlockedMs;
      if (!isNew && readLockHolder(folder) === undefined) remove(folder);
    } catch {
      // The folder belongs to another user, or its database is still ending: the next backup tries again.
    }
  }
}

function remove(folder: string): void {
  removeRestoredData(join(folder, 'data'));
  rmSync(folder, { recursive: true, force: true });
}
