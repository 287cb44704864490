import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startS3Server } from '@fairlead/backend/testing/fakes';
import { setUp } from '@fairlead/backend/testing/set-up';
import { readConfig, type ServerConfig } from '../settings/config.ts';
import { recordBackupStatus } from './backup-status.ts';
import { backupNameAt } from './backup-retention.ts';
import { openBackupTarget } from './open-target.ts';
import {
  changeBackupTarget,
  checkBackupTarget,
  openKnownBackupTarget,
  UnknownBackupTargetError,
} from './target-identity.ts';

const store = setUp(() => startS3Server('backups'));
let root: string;
let mount: string;

beforeEach(() => {
  store.objects.clear();
  root = mkdtempSync(join(tmpdir(), 'identity-'));
  mount = join(root, 'mount');
  mkdirSync(join(root, 'data'));
});
afterEach(() => rmSync(root, { recursive: true }));

function configure(backupTo = mount, changes: Record<string, string> = {}): ServerConfig {
  return readConfig({
    DATA_DIR: join(root, 'data'),
    BACKUP_TO: backupTo,
    BACKUP_PASSPHRASE: 'a passphrase that is long',
    BACKUP_S3_ENDPOINT: store.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: store.accessKey,
    BACKUP_S3_SECRET_ACCESS_KEY: store.secretKey,
    ...changes,
  });
}

/** Simulates `umount`: an empty folder remains in its place, or none. */
function unmount(leavesFolder = true): () => void {
  renameSync(mount, join(root, 'disk'));
  if (leavesFolder) mkdirSync(mount);
  return () => {
    rmSync(mount, { recursive: true, force: true });
    renameSync(join(root, 'disk'), mount);
  };
}

test.each([true, false])(
  'B-161 a target that is not mounted is a problem, and nothing is written in its place (mount point left: %s)',
  async (leavesFolder) => {
    const config = configure();
    const { target } = await openKnownBackupTarget(config);
    await target.write('log/a/b', Readable.from([Buffer.from('x')]));
    const remount = unmount(leavesFolder);
    await expect(openKnownBackupTarget(config)).rejects.toThrow(/BACKUP_TO: .*not mounted.*--new-target/);
    await expect(openKnownBackupTarget(config)).rejects.toThrow(UnknownBackupTargetError);
    await expect(checkBackupTarget(config)).rejects.toThrow(UnknownBackupTargetError);
    // Even if the target was opened before.
    await expect(target.write('log/a/c', Readable.from([Buffer.from('x')]))).rejects.toThrow(
      /BACKUP_TO: .*mounted/,
    );
    expect(leavesFolder ? readdirSync(mount) : existsSync(mount)).toEqual(leavesFolder ? [] : false);
    remount();
    expect((await openKnownBackupTarget(config)).target.locate('')).toBe(target.locate(''));
    await target.write('log/a/c', Readable.from([Buffer.from('x')]));
  },
);

test('B-161 another disk at the same path is a problem until a command accepts it; then the former one is a problem', async () => {
  const config = configure();
  const { target } = await openKnownBackupTarget(config);
  cpSync(mount, join(root, 'clone'), { recursive: true });
  rmSync(target.locate('target.json'));
  await expect(openKnownBackupTarget(config)).rejects.toThrow(UnknownBackupTargetError);
  expect(await changeBackupTarget(config)).toBe(true);
  expect(await changeBackupTarget(config)).toBe(false);
  await openKnownBackupTarget(config);
  rmSync(mount, { recursive: true });
  renameSync(join(root, 'clone'), mount);
  await expect(openKnownBackupTarget(config)).rejects.toThrow(
    /is not the target this site has been backing up to/,
  );
  expect(await changeBackupTarget(config)).toBe(true);
  await openKnownBackupTarget(config);
  writeFileSync(target.locate('target.json'), '{"id":"');
  await expect(openKnownBackupTarget(config)).rejects.toThrow(/target\.json is damaged/);
});

test('B-161 a bucket that was emptied, and another BACKUP_TO, are problems as well', async () => {
  const bucket = configure('s3://backups/one');
  await openKnownBackupTarget(bucket);
  await openKnownBackupTarget(bucket);
  const elsewhere = configure('s3://backups/two');
  await expect(openKnownBackupTarget(elsewhere)).rejects.toThrow(UnknownBackupTargetError);
  expect([...store.objects.keys()].filter((name) => name.includes('/two/'))).toEqual([]);
  await expect(openKnownBackupTarget(configure())).rejects.toThrow(UnknownBackupTargetError);
  expect(existsSync(mount)).toBe(false);
  store.objects.clear();
  await expect(openKnownBackupTarget(bucket)).rejects.toThrow(UnknownBackupTargetError);
  await changeBackupTarget(bucket);
  await openKnownBackupTarget(bucket);
});

test('B-161 a server and a command that set it up at once agree; the doctor sets nothing up', async () => {
  const config = configure();
  await checkBackupTarget(config);
  expect(existsSync(mount)).toBe(false);
  await Promise.all([
    openKnownBackupTarget(config),
    openKnownBackupTarget(config),
    openKnownBackupTarget(config),
  ]);
  await openKnownBackupTarget(config);
});

test('B-161 the target of an earlier version is known by its backups; where they are gone it is a problem', async () => {
  const config = configure();
  const name = backupNameAt(new Date());
  const file = openBackupTarget(config).target.locate(name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  recordBackupStatus(config.DATA_DIR, {
    succeeded: { at: new Date().toISOString(), file, bytes: 1, isVerified: true },
  });
  const remount = unmount();
  await expect(openKnownBackupTarget(config)).rejects.toThrow(UnknownBackupTargetError);
  expect(readdirSync(mount)).toEqual([]);
  remount();
  await openKnownBackupTarget(config);
  await openKnownBackupTarget(config);
});
