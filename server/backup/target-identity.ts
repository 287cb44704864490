// Identity file of a backup target: refuses an unknown or unmounted one; adopts a new one.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { formatCommandLine, StartupError } from '@fairlead/backend/errors';
import type { BackupTarget } from '@fairlead/backend/backup';
import { z } from 'zod';
import type { ServerConfig } from '../config.ts';
import { readBackupStatus } from './backup-status.ts';
import { listBackups, findOwnBackups } from './find-backups.ts';
import { openBackupTarget, type OpenedBackupTarget } from './open-target.ts';
import {
  storeSiteBackupFolder,
  isBackupOfAnotherSite,
  readKnownBackupTargetId,
  generateSiteBackupFolderName,
  storeKnownBackupTargetId,
  ensureSiteBackupFolderName,
} from './site-backup-folder.ts';

/**
 * A file in the site's folder of a target. If a disk is not mounted, or another one is in its place, the file is
 * missing, and nothing is written there.
 */
const identityFile = 'target.json';
const idLength = 16;
const identity = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/), createdAt: z.iso.datetime() });

/** The target is not the one that this site has backed up to. */
export class UnknownBackupTargetError extends StartupError {}

/** Opens the target that this site knows; the first one is set up. Throws an UnknownBackupTargetError for any other. */
export async function openKnownBackupTarget(config: ServerConfig): Promise<OpenedBackupTarget> {
  const opened = openBackupTarget(config);
  const known = readKnownBackupTargetId(config.DATA_DIR);
  const found = await readIdentity(opened.target);
  if (known === undefined) {
    if (found === undefined && (await wasUsedElsewhere(config, opened))) throw unknownTarget(opened.target);
    // If a server and a command set it up at once, both write the same content.
    const first = createHash('sha256')
      .update(ensureSiteBackupFolderName(config))
      .digest('hex')
      .slice(0, idLength);
    storeKnownBackupTargetId(config.DATA_DIR, found ?? (await setUp(opened.target, first)));
  } else if (found !== known) throw unknownTarget(opened.target, found);
  return opened;
}

/** Throws an UnknownBackupTargetError as openKnownBackupTarget() does, but sets up nothing. */
export async function checkBackupTarget(config: ServerConfig): Promise<void> {
  if (readKnownBackupTargetId(config.DATA_DIR) !== undefined) await openKnownBackupTarget(config);
}

/** For a new backup: if another site began the newest one, this is a copy of that site, and uses another folder. */
export async function openTargetForNewBackup(config: ServerConfig): Promise<OpenedBackupTarget> {
  const opened = await openKnownBackupTarget(config);
  const [newest] = await listBackups(opened.target);
  if (!isBackupOfAnotherSite(config.DATA_DIR, newest?.name)) return opened;
  const name = generateSiteBackupFolderName(config);
  storeSiteBackupFolder(config.DATA_DIR, name, await setUp(opened.shared.below(name)));
  return openBackupTarget(config);
}

/** Makes BACKUP_TO the target of this site; only for a command. Returns whether it was another target before. */
export async function changeBackupTarget(config: ServerConfig): Promise<boolean> {
  const { target } = openBackupTarget(config);
  const id = (await readIdentity(target)) ?? (await setUp(target));
  const isNew = readKnownBackupTargetId(config.DATA_DIR) !== id;
  if (isNew) storeKnownBackupTargetId(config.DATA_DIR, id);
  return isNew;
}

/**
 * Whether the last successful backup is in another target: this one contains no backup of this site. For sites of
 * earlier versions, which wrote no identity.
 */
async function wasUsedElsewhere(config: ServerConfig, opened: OpenedBackupTarget): Promise<boolean> {
  if (readBackupStatus(config.DATA_DIR).succeeded === undefined) return false;
  return (await findOwnBackups(opened)).length === 0;
}

async function setUp(target: BackupTarget, id = randomBytes(idLength / 2).toString('hex')): Promise<string> {
  await target.make();
  const content = JSON.stringify({ id, createdAt: new Date().toISOString() });
  await target.write(identityFile, Readable.from([Buffer.from(content)]));
  return id;
}

async function readIdentity(target: BackupTarget): Promise<string | undefined> {
  try {
    const content = await text(await target.read(identityFile));
    return identity.parse(JSON.parse(content)).id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (!(error instanceof z.ZodError) && !(error instanceof SyntaxError)) throw error;
    throw new UnknownBackupTargetError(
      `BACKUP_TO: ${target.locate(identityFile)} is damaged: put it back, or delete it and run ${formatCommandLine('backup', '--new-target')}`,
      { cause: error },
    );
  }
}

function unknownTarget(target: BackupTarget, found?: string): UnknownBackupTargetError {
  const reason = found
    ? 'is not the target this site has been backing up to'
    : `is not the target this site has been backing up to, or it is not mounted (${identityFile} is missing)`;
  return new UnknownBackupTargetError(
    `BACKUP_TO: ${target.locate('')} ${reason}. Nothing was written there. Mount the right disk or correct BACKUP_TO; if you want backups to go there from now on: ${formatCommandLine('backup', '--new-target')}`,
  );
}
