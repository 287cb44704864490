// Identity file of a backup target: refuses an unknown or unmounted one; adopts a new one.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { formatCommandLine, StartupError } from '@fairlead/backend/errors';
import type { BackupTarget } from '@fairlead/backend/backup';
import { z } from 'zod';
import type { ServerConfig } from '../settings/config.ts';
import { readBackupStatus } from './backup-status.ts';
import { createFolderCheck, testFolderPassphrase } from './backup-passphrases.ts';
import { listBackups } from './find-backups.ts';
import { openBackupTarget, type OpenedBackupTarget } from './open-target.ts';
import {
  storeSiteBackupFolder,
  isBackupOfAnotherSite,
  readKnownBackupTargetId,
  generateSiteBackupFolderName,
  storeKnownBackupTargetId,
  ensureSiteBackupFolderName,
  leaveSiteBackupFolder,
  readFormerSiteBackupFolders,
} from './site-backup-folder.ts';

/**
 * A file in the site's folder of a target. If a disk is not mounted, or another one is in its place, the file is
 * missing, and nothing is written there.
 */
export const identityFile = 'target.json';
const idLength = 16;
const identity = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  createdAt: z.iso.datetime(),
  /** Opens with the passphrase of the backups in this folder; absent in those of earlier versions. */
  passphrase: z.base64().optional(),
});

type Identity = z.infer<typeof identity>;

/** The target is not the one that this site has backed up to. */
export class UnknownBackupTargetError extends StartupError {}

/** The backups in the folder open with another passphrase. */
export class OtherPassphraseError extends StartupError {}

/**
 * Opens the target that this site knows; the first one is set up. Throws an UnknownBackupTargetError for any other, and
 * an OtherPassphraseError if BACKUP_PASSPHRASE is not the one of the backups there.
 */
export async function openKnownBackupTarget(config: ServerConfig): Promise<OpenedBackupTarget> {
  const opened = openBackupTarget(config);
  const known = readKnownBackupTargetId(config.DATA_DIR);
  const found = await readIdentity(opened.target);
  if (known === undefined && found === undefined) {
    if (await wasUsedElsewhere(config, opened)) throw unknownTarget(opened.target);
    // If a server and a command set it up at once, both write the same id.
    const first = createHash('sha256')
      .update(ensureSiteBackupFolderName(config))
      .digest('hex')
      .slice(0, idLength);
    storeKnownBackupTargetId(config.DATA_DIR, await setUp(opened.target, opened.passphrase, first));
    return opened;
  }
  if (found === undefined || (known !== undefined && found.id !== known))
    throw unknownTarget(opened.target, found?.id);
  await checkPassphrase(opened, found);
  if (known === undefined) storeKnownBackupTargetId(config.DATA_DIR, found.id);
  if (found.passphrase === undefined) await write(opened.target, opened.passphrase, found);
  return opened;
}

/** Throws as openKnownBackupTarget() does, but writes nothing. */
export async function checkBackupTarget(config: ServerConfig): Promise<void> {
  const known = readKnownBackupTargetId(config.DATA_DIR);
  if (known === undefined) return;
  const opened = openBackupTarget(config);
  const found = await readIdentity(opened.target);
  if (found?.id !== known) throw unknownTarget(opened.target, found?.id);
  await checkPassphrase(opened, found);
}

/** Whether BACKUP_TO is not the target of this site now; false if it cannot be determined. */
export async function isBackupTargetMissing(config: ServerConfig): Promise<boolean> {
  return checkBackupTarget(config).then(
    () => false,
    (error: unknown) => error instanceof UnknownBackupTargetError,
  );
}

async function checkPassphrase(opened: OpenedBackupTarget, { passphrase }: Identity): Promise<void> {
  if ((await testFolderPassphrase(opened.target, opened.passphrase, passphrase)) === 'another passphrase')
    throw new OtherPassphraseError(
      `BACKUP_PASSPHRASE: it doesn't open the backups in ${opened.target.locate('')}. Nothing was written there. Set the one they were made with; if you want another one from now on, in a new folder: ${formatCommandLine('backup', '--new-passphrase')}`,
    );
}

/** For a new backup: if another site began the newest one, this is a copy of that site, and uses another folder. */
export async function openTargetForNewBackup(config: ServerConfig): Promise<OpenedBackupTarget> {
  const opened = await openKnownBackupTarget(config);
  const [newest] = await listBackups(opened.target);
  if (!isBackupOfAnotherSite(config.DATA_DIR, newest?.name)) return opened;
  const name = generateSiteBackupFolderName(config);
  storeSiteBackupFolder(config.DATA_DIR, name, await setUp(opened.shared.below(name), opened.passphrase));
  return openBackupTarget(config);
}

/** Makes BACKUP_TO the target of this site; only for a command. Returns whether it was another target before. */
export async function changeBackupTarget(config: ServerConfig): Promise<boolean> {
  const { target, passphrase } = openBackupTarget(config);
  const id = (await readIdentity(target))?.id ?? (await setUp(target, passphrase));
  const isNew = readKnownBackupTargetId(config.DATA_DIR) !== id;
  if (isNew) storeKnownBackupTargetId(config.DATA_DIR, id);
  return isNew;
}

/**
 * Begins a new folder for another passphrase; only for a command. The backups in the former one stay. Undefined if the
 * passphrase is the one of the present folder.
 */
export async function changePassphrase(
  config: ServerConfig,
): Promise<{ left: string; begun: string } | undefined> {
  try {
    await openKnownBackupTarget(config);
    return undefined;
  } catch (error) {
    if (!(error instanceof OtherPassphraseError)) throw error;
  }
  const { target, shared, passphrase } = openBackupTarget(config);
  const name = generateSiteBackupFolderName(config);
  const begun = shared.below(name);
  leaveSiteBackupFolder(config.DATA_DIR, name, await setUp(begun, passphrase));
  return { left: target.locate(''), begun: begun.locate('') };
}

/** Folders that this site left when its passphrase changed. */
export function openFormerBackupTargets(config: ServerConfig): BackupTarget[] {
  const { shared } = openBackupTarget(config);
  return readFormerSiteBackupFolders(config.DATA_DIR).map((name) => shared.below(name));
}

/**
 * Whether the last successful backup is in another target: this one contains no backup of this site. For a site that
 * has lost the identity of its target.
 */
async function wasUsedElsewhere(config: ServerConfig, opened: OpenedBackupTarget): Promise<boolean> {
  if (readBackupStatus(config.DATA_DIR).succeeded === undefined) return false;
  return (await listBackups(opened.target)).length === 0;
}

async function setUp(
  target: BackupTarget,
  passphrase: string,
  id = randomBytes(idLength / 2).toString('hex'),
): Promise<string> {
  await target.make();
  await write(target, passphrase, { id, createdAt: new Date().toISOString() });
  return id;
}

async function write(target: BackupTarget, passphrase: string, { id, createdAt }: Identity): Promise<void> {
  const content: Identity = { id, createdAt, passphrase: await createFolderCheck(passphrase) };
  await target.write(identityFile, Readable.from([Buffer.from(JSON.stringify(content))]));
}

async function readIdentity(target: BackupTarget): Promise<Identity | undefined> {
  try {
    const content = await text(await target.read(identityFile));
    return identity.parse(JSON.parse(content));
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
