// An upgrade that fails, or whose process is killed, leaves the database unchanged; a completed one can be undone.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countRowsWrittenSince, withMigrationLock } from '@fairlead/backend/database';
import {
  lockAndRepairClusterDirectory,
  readUpgradeRecord,
  writeUpgradeRecord,
  restoreUpgradeRestorePoint,
} from '@fairlead/backend/embedded';
import { createBackend } from '@fairlead/backend';
import { permanentFailureExitCode } from '@fairlead/backend/errors';
import { fillWithPristine, removeFolder, startProductProgram } from '@fairlead/backend/testing';
import { writeLog } from '../log/write-log.ts';
import { readProgramVersion } from '../process/read-program-version.ts';
import { bootBackend, type BootedBackend } from './boot-backend.ts';
import { deleteExpiredRestorePoint, readRestorePointExpiry } from './begin-upgrade.ts';

let workdir: string;
let dataDir: string;
const events: string[] = [];

beforeEach(async () => {
  workdir = await mkdtemp(join(tmpdir(), 'upgrade-project-'));
  mkdirSync(join(workdir, 'supabase', 'migrations'), { recursive: true });
  writeFileSync(join(workdir, 'supabase', 'config.toml'), '');
  dataDir = await mkdtemp(join(tmpdir(), 'upgrade-data-'));
  await chmod(dataDir, 0o711);
  await fillWithPristine(dataDir);
  events.length = 0;
  write('1_notes.sql', `create table notes (id int generated always as identity primary key, body text)`);
});

afterEach(() => {
  removeFolder(dataDir);
  rmSync(workdir, { recursive: true, force: true });
});

function write(file: string, sql: string): void {
  writeFileSync(join(workdir, 'supabase', 'migrations', file), sql);
}

const note = ({ event }: { event: string }): void => void events.push(event);

function boot(environment: Record<string, string> = {}): Promise<BootedBackend> {
  return bootBackend({
    database: { databaseUrl: undefined, dataDir, keys: {}, log: note, takeOver: true },
    workdir,
    environment,
    create: async ({ connection, keys }) =>
      createBackend({
        connection,
        keys,
        workdir,
        publicUrl: 'http://localhost:1',
        program: readProgramVersion(),
        log: note,
      }),
    seedFiles: [],
  });
}

function on<Row>({ database }: BootedBackend, sql: string): Promise<Row[]> {
  return withMigrationLock(database.connection, async (client) => (await client.query(sql)).rows as Row[], {
    log: writeLog,
  });
}

async function fill(): Promise<void> {
  const booted = await boot();
  await on(booted, `insert into notes (body) values ('kept')`);
  await booted.close();
}

/** With the old program, that is with the files that it had. */
async function expectAsBefore(): Promise<void> {
  for (const file of ['2_second.sql', '3_third.sql'])
    rmSync(join(workdir, 'supabase', 'migrations', file), { force: true });
  const booted = await boot();
  expect(booted.applied.migrations).toEqual([]);
  expect(await on(booted, 'select body from notes')).toEqual([{ body: 'kept' }]);
  await booted.close();
  expect(leftovers()).toEqual([]);
}

function leftovers(): string[] {
  return readdirSync(dataDir).filter((name) => /upgrad/.test(name));
}

test('a file in the folder of migrations that is no migration is named at every start', async () => {
  await fill();
  expect(events).not.toContain('migration.warning');
  write('notes.sql', 'select 1');
  await (await boot()).close();
  expect(events).toContain('migration.warning');
}, 120_000);

test('B-279 a migration that fails, or a disk without space for a copy (exit code 78), leaves everything as it was, and the message names the mistake', async () => {
  await fill();
  const huge = join(dataDir, 'postgres', 'huge');
  write('2_second.sql', `delete from notes; alter table notes add column extra int`);
  write('3_third.sql', `commit;\ndrop table notes;\nselect 1 / 0`);
  const keys = readFileSync(join(dataDir, 'keys.json'), 'utf8');
  const { bavail, bsize } = statfsSync(dataDir);
  writeFileSync(huge, '');
  truncateSync(huge, bavail * bsize);
  await expect(boot()).rejects.toThrow(
    /^Not upgraded, nothing was changed: [^\n]+ has too little space: free \d+ MB more \(\d+ MB are needed\), or make a backup elsewhere \(\.\/fairlead backup\) and start once with UPGRADE_WITHOUT_RESTORE_POINT=yes$/,
  );
  const program = startProductProgram(
    ['server/commands/main.ts', 'backend', '--workdir', workdir, '--data-dir', dataDir, '--port', '0'],
    { TMPDIR: tmpdir() },
  );
  expect(await program.exited).toBe(permanentFailureExitCode);
  expect(program.errors()).toMatch(/Not upgraded, nothing was changed: .* too little space/);
  rmSync(huge);
  const mistake =
    'Migration 3_third.sql failed at line 3: division by zero; statement: select 1 / 0. The database has not changed.';
  await expect(boot()).rejects.toMatchObject({
    message: `${mistake} Correct the file, then start again`,
    exitCode: 78,
  });
  expect(leftovers()).toEqual([]);
  expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toBe(keys);
  await expectAsBefore();
}, 120_000);

test('B-279 the message about a migration that fails in a newer version names the version to start', async () => {
  const booted = await boot();
  await on(booted, `update backend.migrations set program = '0.0.1'`);
  await booted.close();
  write('2_second.sql', 'select 1 / 0');
  await expect(boot()).rejects.toMatchObject({
    message: `Version ${readProgramVersion()} could not upgrade the database. Migration 2_second.sql failed at line 1: division by zero; statement: select 1 / 0. The database has not changed. Start version 0.0.1 again`,
    exitCode: 78,
  });
}, 120_000);

test('a completed upgrade is undone by its restore point, with a report of what was written since @audit', async () => {
  await fill();
  write('2_second.sql', `alter table notes add column extra int default 7`);
  const booted = await boot();
  expect(booted.applied.migrations).toEqual(['2_second.sql']);
  await on(booted, `insert into notes (body) values ('later'), ('last')`);
  const record = readUpgradeRecord(dataDir);
  expect(record).toMatchObject({ state: 'done', from: readProgramVersion(), to: readProgramVersion() });
  expect(await countRowsWrittenSince(booted.database.connection, record?.transaction ?? '')).toEqual([
    { table: 'public.notes', rows: 2 },
  ]);
  await on(booted, `update backend.migrations set program = '9.8.7' where version = '2'`);
  await booted.close();
  expect(((readRestorePointExpiry(dataDir)?.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(14, 1);

  rmSync(join(workdir, 'supabase', 'migrations', '2_second.sql'));
  await expect(boot()).rejects.toThrow(
    `This database was upgraded by version 9.8.7 (migration 2_second.sql), and this is version ${readProgramVersion()}, which is older: start version 9.8.7 or a newer one, or undo the upgrade first (./fairlead undo-upgrade)`,
  );
  const folder = await lockAndRepairClusterDirectory({ dataDir });
  await restoreUpgradeRestorePoint(folder.directory);
  folder.close();
  await expectAsBefore();
}, 120_000);

test('the restore point is deleted after its days', async () => {
  const directory = { dataDir, cluster: join(dataDir, 'postgres') };
  mkdirSync(`${directory.cluster}.before-upgrade`);
  const record = { state: 'done', from: null, to: '1.0.0', startedAt: '2020-01-01T00:00:00.000Z' } as const;
  writeUpgradeRecord(dataDir, { ...record, finishedAt: '2020-01-01T00:00:00.000Z' });
  expect(await deleteExpiredRestorePoint(directory)).toBe(true);
  expect(await deleteExpiredRestorePoint(directory)).toBe(false);
  expect(leftovers()).toEqual([]);
});
