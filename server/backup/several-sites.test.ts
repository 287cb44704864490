import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig, type ServerConfig } from '../settings/config.ts';
import { chooseBackup } from './choose-backup.ts';
import { backupNameAt } from './backup-retention.ts';
import { listOtherSiteBackupFolders } from './find-backups.ts';
import { resolveBackupLocation, openBackupTarget, type OpenedBackupTarget } from './open-target.ts';
import { removeExpiredBackups } from './remove-expired.ts';
import { recordUnverifiedBackup } from './site-backup-folder.ts';
import { openTargetForNewBackup, openKnownBackupTarget } from './target-identity.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 22, 3, 30);
const keep = '2d 0w 0m';
let root: string;
let shared: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shared-target-'));
  shared = join(root, 'backups');
});
afterEach(() => rmSync(root, { recursive: true }));

function configure(site: string) {
  const dataDir = join(root, site);
  mkdirSync(dataDir, { recursive: true });
  return readConfig({
    DATA_DIR: dataDir,
    SITE_URL: `https://${site}.example.com`,
    BACKUP_TO: shared,
    BACKUP_PASSPHRASE: 'a passphrase that is long',
    BACKUP_KEEP: keep,
  });
}

function put(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  utimesSync(path, new Date(now - 30 * day), new Date(now - 30 * day));
}

async function removed(opened: OpenedBackupTarget, config: ServerConfig): Promise<string[]> {
  const names: string[] = [];
  await removeExpiredBackups(opened, config, (name) => names.push(name));
  return names;
}

/** Writes one backup for each of the last nights; returns their names, newest first. */
function writeBackups(folder: string, nights: number, latest = now): string[] {
  const names = Array.from({ length: nights }, (_, index) => backupNameAt(new Date(latest - index * day)));
  for (const name of names) put(join(folder, name));
  return names;
}

test('two sites in one BACKUP_TO: neither deletes or restores what is of the other, even of the same second', async () => {
  const [one, two] = [openBackupTarget(configure('one')), openBackupTarget(configure('two'))];
  const folders = [one, two].map(({ target }) => target.locate(''));
  expect(folders[0]).toMatch(/backups\/site-one\.example\.com-[0-9a-f]{12}\/?$/);
  expect(openBackupTarget(configure('one')).target.locate('')).toBe(folders[0]);
  const log = 'log/0123456789ab/pieces/1.zst.age';
  for (const folder of folders) {
    writeBackups(folder, 4);
    put(join(folder, log));
  }
  put(join(shared, log));
  const [unnamed = ''] = writeBackups(shared, 1, now - 20 * day);
  expect(await removed(one, configure('one'))).toHaveLength(2);
  expect(readdirSync(folders[0]!, { recursive: true })).toHaveLength(3);
  expect(readdirSync(folders[1]!, { recursive: true })).toContain(log);
  expect(readdirSync(folders[1]!)).toHaveLength(5);
  // It is unknown to which site these belong.
  expect(readdirSync(shared, { recursive: true })).toEqual(expect.arrayContaining([unnamed, log]));
  expect(await listOtherSiteBackupFolders(one)).toEqual([folders[1]]);

  const choice = chooseBackup(resolveBackupLocation(shared, configure('one')), 'newest');
  await expect(choice).rejects.toThrow(/several sites/);
  for (const folder of folders)
    await expect(choice).rejects.toThrow(join(folder, backupNameAt(new Date(now))));
  await expect(choice).rejects.toThrow(join(shared, unnamed));
  const chosen = await chooseBackup(resolveBackupLocation(folders[1]!, configure('one')), 'newest');
  expect(chosen.target.locate(chosen.name)).toBe(join(folders[1]!, backupNameAt(new Date(now))));
});

test('a copied DATA_DIR takes a folder of its own once the original has made a backup; a clock set back does not', async () => {
  const original = configure('one');
  const { target } = await openKnownBackupTarget(original);
  const [first = ''] = writeBackups(target.locate(''), 1, now - day);
  recordUnverifiedBackup(original.DATA_DIR, first);
  const copy = configure('two');
  cpSync(original.DATA_DIR, copy.DATA_DIR, { recursive: true });
  expect(openBackupTarget(copy).target.locate('')).toBe(target.locate(''));
  const [second = ''] = writeBackups(target.locate(''), 1);
  recordUnverifiedBackup(original.DATA_DIR, second);
  recordUnverifiedBackup(original.DATA_DIR, first);
  expect((await openTargetForNewBackup(original)).target.locate('')).toBe(target.locate(''));
  const left = (await openTargetForNewBackup(copy)).target.locate('');
  expect(left).toMatch(/site-two/);
  expect(openBackupTarget(copy).target.locate('')).toBe(left);
});
