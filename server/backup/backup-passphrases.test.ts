import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createBackup } from '@fairlead/backend/backup';
import { startProductProgram } from '@fairlead/backend/testing';
import { folderForTest } from '@fairlead/backend/testing/set-up';
import { readConfig, type ServerConfig } from '../settings/config.ts';
import { checkBackups } from '../doctor/check-backups.ts';
import { backupNameAt } from './backup-retention.ts';
import { readBackupStatus } from './backup-status.ts';
import { openBackupTarget } from './open-target.ts';
import { describePassphrases, readSiteBackups } from './read-site-backups.ts';
import { removeExpiredBackups } from './remove-expired.ts';
import { OtherPassphraseError, checkBackupTarget, openKnownBackupTarget } from './target-identity.ts';

vi.setConfig({ testTimeout: 300_000 });

const [own, other] = ['a passphrase that is long', 'another one that is long'];
const day = 86_400_000;
let root: string;
let dataDir: string;
let mount: string;

beforeEach(() => {
  root = folderForTest();
  [dataDir, mount] = [join(root, 'data'), join(root, 'mount')];
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'keys.json'), '{}', { mode: 0o600 });
});

function environment(passphrase: string): Record<string, string> {
  return {
    TMPDIR: root,
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    BACKUP_TO: mount,
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_KEEP: '1d 0w 0m',
  };
}

function configure(passphrase: string): ServerConfig {
  return readConfig(environment(passphrase));
}

async function run(passphrase: string, ...args: string[]) {
  const changes = args[0] === 'status' ? { DATABASE_URL: '' } : {};
  const program = startProductProgram(['server/commands/main.ts', ...args], {
    ...environment(passphrase),
    ...changes,
  });
  return { code: await program.exited, output: program.standardOutput(), errors: program.errors() };
}

function archives(): string[] {
  const names = readdirSync(mount, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.age')).toSorted();
}

/** Files and keys alone, as with DATABASE_URL. */
async function writeBackup(passphrase: string, daysAgo: number): Promise<string> {
  const name = backupNameAt(new Date(Date.now() - daysAgo * day));
  const { target } = openBackupTarget(configure(passphrase));
  mkdirSync(target.locate(''), { recursive: true });
  const options = { dataDir, database: null, passphrase, program: '0.1.0', settings: [] };
  await createBackup(options, createWriteStream(target.locate(name)));
  return name;
}

test('B-276 a backup with another passphrase is refused, and the good one stays; a new folder begins when asked', async () => {
  expect(await run(own, 'backup')).toMatchObject({ code: 0 });
  const [good = ''] = archives();
  const refused = await run(other, 'backup');
  expect(refused).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/BACKUP_PASSPHRASE: it doesn't open the backups in .*--new-passphrase/),
  });
  expect(archives()).toEqual([good]);
  expect(readBackupStatus(dataDir)).toMatchObject({
    succeeded: { isVerified: true },
    failed: { message: expect.stringContaining('BACKUP_PASSPHRASE') },
  });
  expect(readBackupStatus(dataDir).failed?.isTarget).toBeUndefined();
  expect((await checkBackups(configure(other))).map(({ what }) => what)).toContain('backup passphrase');
  const begun = await run(other, 'backup', '--new-passphrase');
  expect(begun).toMatchObject({ code: 0, output: expect.stringContaining('from now on backups go to') });
  expect(archives()).toHaveLength(2);
  expect(archives()).toContain(good);
  const { errors } = await run(other, 'status');
  expect(errors).toMatch(/the backup in \S+, up to \S+, opens with the present BACKUP_PASSPHRASE\n/);
  expect(errors).toMatch(/the backup in \S+, up to \S+, opens only with another BACKUP_PASSPHRASE/);
  expect(await checkBackups(configure(other))).toContainEqual(
    expect.objectContaining({ what: 'backup passphrases', isWarning: true }),
  );
  // The server that still has the former one is told, and writes nothing.
  await expect(openKnownBackupTarget(configure(own))).rejects.toThrow(OtherPassphraseError);
});

test('B-276 a folder of an earlier version, whose target.json has no check, is known by its newest readable backup', async () => {
  const { target } = await openKnownBackupTarget(configure(own));
  const file = target.locate('target.json');
  const { passphrase: _, ...earlier } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  writeFileSync(file, JSON.stringify(earlier));
  await writeBackup(own, 1);
  writeFileSync(target.locate(backupNameAt(new Date())), 'not a backup');
  await expect(openKnownBackupTarget(configure(other))).rejects.toThrow(OtherPassphraseError);
  await checkBackupTarget(configure(own));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(earlier);
  await openKnownBackupTarget(configure(own));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    ...earlier,
    passphrase: expect.any(String),
  });
});

test('B-276 in a folder of several passphrases, status and doctor say of each backup which one opens it', async () => {
  await openKnownBackupTarget(configure(own));
  const names = [await writeBackup(other, 0), await writeBackup(own, 1), await writeBackup(other, 2)];
  const [newest = '', good = '', oldest = ''] = names;
  const expected = [
    expect.stringContaining(`the newest backup, ${newest}, doesn't open with BACKUP_PASSPHRASE`),
    expect.stringMatching(
      new RegExp(String.raw`^2 of the 3 backups in .* only with another .*\(${newest}, ${oldest}\)$`),
    ),
    expect.stringMatching(new RegExp(String.raw`^1 of the 3 backups in .* with the present .*\(${good}\)$`)),
  ];
  expect(describePassphrases(await readSiteBackups(configure(own)))).toEqual(expected);
  const { errors } = await run(own, 'status');
  expect(errors.split('\n')).toEqual(expect.arrayContaining(expected));
  const problem = (await checkBackups(configure(own))).find(({ what }) => what === 'backup passphrases');
  expect(problem).toMatchObject({ finding: expected[0], isWarning: false });
  // Once a newer one opens, the others are a warning; what opens with none is called damaged.
  const { target } = openBackupTarget(configure(own));
  rmSync(target.locate(newest));
  writeFileSync(target.locate(oldest), 'not a backup');
  const warning = (await checkBackups(configure(own))).find(({ what }) => what === 'backup passphrases');
  expect(warning).toMatchObject({ finding: expect.stringContaining('is damaged'), isWarning: true });
  rmSync(target.locate(oldest));
  expect(describePassphrases(await readSiteBackups(configure(own)))).toEqual([]);
  const late = await readSiteBackups(configure(own), AbortSignal.abort());
  expect(describePassphrases(late)).toEqual([
    expect.stringMatching(/^the backup in .*not be tested in time/),
  ]);
});

test('B-276 the last backup that the passphrase opens is never deleted', async () => {
  const opened = openBackupTarget(configure(own));
  const [last, older] = [await writeBackup(own, 10), await writeBackup(own, 20)];
  const newest = await writeBackup(other, 0);
  await writeBackup(other, 5);
  await removeExpiredBackups(opened, configure(own), () => {});
  expect(archives().map((name) => name.slice(name.indexOf('/') + 1))).toEqual([last, newest]);
  expect(existsSync(opened.target.locate(older))).toBe(false);
  // The passphrase of the others has its newest, so nothing more is kept for it.
  await removeExpiredBackups(openBackupTarget(configure(other)), configure(other), () => {});
  expect(archives().map((name) => name.slice(name.indexOf('/') + 1))).toEqual([newest]);
});
