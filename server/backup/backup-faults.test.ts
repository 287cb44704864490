import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { connect } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createS3Target } from '@fairlead/backend/backup';
import { startProductProgram } from '@fairlead/backend/testing';
import { startS3Server, startTcpServer } from '@fairlead/backend/testing/fakes';
import { folderForTest } from '@fairlead/backend/testing/set-up';
import { checkBackups } from '../doctor/check-backups.ts';
import { readConfig, type ServerConfig } from '../settings/config.ts';
import { hasBackupTargetProblem, readBackupStatus, recordFailedBackup } from './backup-status.ts';
import { startMissingTargetSearch } from '../jobs/find-missing-target.ts';
import { describeBackupProblem } from '../jobs/mail-backup-problems.ts';
import { startNightlyBackups } from '../jobs/back-up-nightly.ts';
import { openKnownBackupTarget } from './target-identity.ts';

vi.setConfig({ testTimeout: 300_000 });

let root: string;
let dataDir: string;
let mount: string;

beforeEach(() => {
  root = folderForTest();
  [dataDir, mount] = [join(root, 'data'), join(root, 'mount')];
  for (const folder of [dataDir, mount]) mkdirSync(folder);
  writeFileSync(join(dataDir, 'keys.json'), '{}', { mode: 0o600 });
});

/** With DATABASE_URL a backup contains files and keys, and no database is read. */
function environment(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    TMPDIR: root,
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    BACKUP_TO: mount,
    BACKUP_PASSPHRASE: 'a passphrase that is long',
  };
}

function configure(): ServerConfig {
  return readConfig(environment());
}

async function backUp() {
  const program = startProductProgram(['server/commands/main.ts', 'backup'], environment());
  return { code: await program.exited, errors: program.errors() };
}

function storeFile(megabytes: number): void {
  const folder = join(dataDir, 'storage', 'blobs', '3f');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '3f2a'), randomBytes(megabytes * 1_000_000));
}

/** Status, metric, mail and doctor all read the same record. */
async function expectFailure(message: RegExp): Promise<void> {
  const status = readBackupStatus(dataDir);
  expect(status.failed?.message).toMatch(message);
  expect(describeBackupProblem(status)).toMatch(message);
  const findings = await checkBackups(configure());
  expect(findings.map(({ finding }) => finding).join('\n')).toMatch(message);
}

test('B-275 a target that fills while files are written, or has too little room, ends with one line and is recorded', async (context) => {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', mount]);
  context.skip(mounted.status !== 0, 'mounting is not permitted here');
  onTestFinished(() => void spawnSync('umount', [mount]));
  // Its least size fits, but not all of it.
  storeFile(14);
  expect(await backUp()).toEqual({
    code: 1,
    errors: expect.stringMatching(
      /^fairlead: The disk that holds \S+ is full: free some space, or set BACKUP_TO.*\n$/,
    ),
  });
  await expectFailure(/is full/);
  const [site = ''] = readdirSync(mount);
  expect(readdirSync(join(mount, site))).toEqual(['target.json']);
  storeFile(40);
  expect(await backUp()).toEqual({
    code: 1,
    errors: expect.stringMatching(
      /^fairlead: BACKUP_TO: \S+ has [\d.]+ MB left, and a backup needs about 28 MB/,
    ),
  });
  await expectFailure(/a backup needs about 28 MB/);
  expect(readdirSync(join(mount, site))).toEqual(['target.json']);
});

test('B-275 a nightly backup whose process is killed is recorded as failed', async () => {
  const nightly = startNightlyBackups(configure(), 0);
  onTestFinished(() => nightly.stop());
  await expect.poll(() => backupProcesses()).toHaveLength(1);
  process.kill(Number(backupProcesses()[0]), 'SIGKILL');
  await expect
    .poll(() => readBackupStatus(dataDir).failed?.message)
    .toMatch(/the process of the backup ended early \(SIGKILL\)/);
});

/** Processes that this one has started for a backup. */
function backupProcesses(): string[] {
  const children = readdirSync(`/proc/${process.pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--nightly'));
}

test('B-275 a target that is back is no longer reported missing, and the backup is made up for', async () => {
  const config = configure();
  await openKnownBackupTarget(config);
  renameSync(mount, join(root, 'disk'));
  mkdirSync(mount);
  expect(await backUp()).toMatchObject({ code: 1 });
  expect(hasBackupTargetProblem(readBackupStatus(dataDir))).toBe(true);
  let retries = 0;
  const search = startMissingTargetSearch(config, () => ++retries > 1, 10);
  onTestFinished(search.stop);
  rmSync(mount, { recursive: true });
  renameSync(join(root, 'disk'), mount);
  // One that could not begin yet is asked for again.
  await expect.poll(() => retries).toBe(2);
  const status = readBackupStatus(dataDir);
  expect(hasBackupTargetProblem(status)).toBe(false);
  expect(status.failed?.message).toMatch(/not mounted/);
});

test('B-275 a status that cannot be read is a failure, not a site without backups', () => {
  recordFailedBackup(dataDir, { message: 'the disk is full' });
  rmSync(join(dataDir, 'backup-result.json'));
  mkdirSync(join(dataDir, 'backup-result.json'));
  expect(readBackupStatus(dataDir).failed?.message).toMatch(/backup-result\.json cannot be read/);
});

test('B-275 a store that resets the connection in the middle is named, while it is written and while it is read', async () => {
  const store = await startS3Server('backups');
  const open = (endpoint: string) =>
    createS3Target({ bucket: 'backups', prefix: '', region: 'x', ...store, endpoint });
  const proxy = await startTcpServer((socket) => {
    const upstream = connect(Number(new URL(store.endpoint).port), '127.0.0.1').on('error', () => {});
    let bytes = 0;
    const count = (chunk: Buffer) =>
      void ((bytes += chunk.byteLength) > 1_000_000 && socket.resetAndDestroy());
    socket.on('data', count).pipe(upstream).on('data', count).pipe(socket);
    socket.on('close', () => upstream.destroy());
  });
  onTestFinished(async () => {
    await proxy.close();
    await store.close();
  });
  const large = randomBytes(20_000_000);
  const reset = open(`http://${proxy.address}`);
  await expect(reset.write('x', Readable.from([large]))).rejects.toThrow(/^BACKUP_TO: .*cannot be reached/);
  await open(store.endpoint).write('x', Readable.from([large]));
  await expect(buffer(await reset.read('x'))).rejects.toThrow(
    /^BACKUP_TO: s3:\/\/backups\/x could not be read to its end/,
  );
});
