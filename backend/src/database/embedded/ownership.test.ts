// Tests that need root.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { holdDatabase } from '../../../wire-tests/database-holder.ts';
import { queryRows } from '../../../wire-tests/query-rows.ts';
import { folderForTest } from '../../../wire-tests/set-up.ts';
import type { LogEntry } from '../../errors/log-entry.ts';
import { readEmbeddedConnectionParameters, startEmbeddedServer } from '../embedded-server.ts';
import { listRelocatedClusters, removeRelocatedCluster } from './ownership.ts';

vi.setConfig({ testTimeout: 60_000 });

const asRoot = test.skipIf(process.getuid?.() !== 0);
let folder: string;
let original: string;
let copy: string;
let log: LogEntry[];

beforeEach(() => {
  // Only root may enter, so the database must be outside.
  folder = folderForTest(0o700);
  original = join(folder, 'data');
  copy = join(folder, 'copy');
  log = [];
});

async function visit(dataDir: string, sql: string, takeOver = true): Promise<unknown[]> {
  const server = await startEmbeddedServer({ dataDir, takeOver, log: (entry) => log.push(entry) });
  onTestFinished(() => rmSync(dirname(server.clusterFolder), { recursive: true, force: true }));
  try {
    return await queryRows(server.connection, sql);
  } finally {
    await server.stop();
  }
}

function homeOf(dataDir: string): string {
  return (JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { home: string }).home;
}

asRoot(
  'a command in a copied folder never changes the database of the original, nor does a start while the original runs',
  async () => {
    await visit(original, 'create table kept as select 1 as n');
    execFileSync('cp', ['-a', original, copy]);
    await expect(visit(copy, 'delete from kept', false)).rejects.toThrow(
      `${copy} is a copy of ${original}, which owns the one database of both in ${homeOf(original)}: run this with DATA_DIR=${original}`,
    );
    const holder = await holdDatabase(original);
    try {
      await expect(visit(copy, 'delete from kept')).rejects.toThrow(
        `${copy} is a copy of ${original}, whose server (process ${holder.pid}) is using`,
      );
      // `./fairlead status` prints this, and small commands connect with it.
      expect(readEmbeddedConnectionParameters(copy)).toBeUndefined();
      expect(readEmbeddedConnectionParameters(original)).toEqual(holder.connection);
      expect(await queryRows(holder.connection, 'select n from kept')).toEqual([{ n: 1 }]);
    } finally {
      await holder.end();
    }
    expect(await visit(copy, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(log).toMatchObject([
      {
        level: 'warn',
        event: 'database.adopted',
        message: expect.stringContaining(`belonged to ${original}`),
      },
    ]);
    await expect(visit(original, 'select 1', false)).rejects.toThrow(`${original} is a copy of ${copy}`);
  },
);

asRoot(
  'a moved folder keeps its database, commands included, and the next folder at its old path gets one of its own @audit',
  async () => {
    await visit(original, 'create table kept as select 1 as n');
    const home = homeOf(original);
    renameSync(original, copy);
    expect(
      await visit(original, 'select count(*)::int as n from pg_tables where tablename = $$kept$$'),
    ).toEqual([{ n: 0 }]);
    expect(homeOf(original)).not.toBe(home);
    expect(await visit(copy, 'select n from kept', false)).toEqual([{ n: 1 }]);
    expect(homeOf(copy)).toBe(home);
    // Without the metadata, the advice in the error must not delete or replace the database.
    rmSync(join(copy, 'database.json'));
    await expect(visit(copy, 'select 1')).rejects.toThrow('is gone: restore that file from a backup');
  },
);

asRoot(
  'a database whose folder is gone is listed and can be removed; one that is needed or in use cannot @audit',
  async () => {
    const listed = (): unknown => listRelocatedClusters().find(({ folder: home }) => home === homeOf(copy));
    await visit(original, 'select 1');
    execFileSync('cp', ['-a', original, copy]);
    const home = homeOf(original);
    expect(listed()).toMatchObject({ state: 'owned', owner: original });
    expect(() => removeRelocatedCluster(basename(home))).toThrow(`it belongs to ${original}, which is there`);
    const holder = await holdDatabase(original);
    expect(listed()).toMatchObject({ state: 'running' });
    expect(() => removeRelocatedCluster(basename(home))).toThrow('a server is using it');
    await holder.end();
    rmSync(original, { recursive: true });
    expect(listed()).toMatchObject({ state: 'orphaned', owner: original });
    removeRelocatedCluster(basename(home));
    expect(existsSync(home)).toBe(false);
    expect(() => removeRelocatedCluster('..')).toThrow('holds no database named ..');
  },
);

asRoot('two folders that link to one cluster cannot run two servers on it @audit', async () => {
  chmodSync(folder, 0o711);
  for (const dataDir of [original, copy]) mkdirSync(dataDir, { mode: 0o711 });
  await visit(original, 'create table kept as select 1 as n');
  renameSync(join(original, 'postgres'), join(folder, 'cluster'));
  symlinkSync(join(folder, 'cluster'), join(original, 'postgres'));
  await visit(original, 'select 1');
  rmSync(copy, { recursive: true });
  execFileSync('cp', ['-a', original, copy]);
  const holder = await holdDatabase(original);
  try {
    await expect(visit(copy, 'select 1')).rejects.toThrow(`${copy} is a copy of ${original}`);
    expect(await queryRows(holder.connection, 'select n from kept')).toEqual([{ n: 1 }]);
  } finally {
    await holder.end();
  }
});

asRoot('a copy that replaced a folder in use does not stop the database of that folder @audit', async () => {
  chmodSync(folder, 0o711);
  const holder = await holdDatabase(original);
  try {
    await queryRows(holder.connection, 'create table kept as select 1 as n');
    renameSync(original, copy);
    execFileSync('cp', ['-a', copy, original]);
    const connection = { ...holder.connection, host: join(copy, 'socket') };
    await visit(original, 'select 1');
    expect(await queryRows(connection, 'select n from kept')).toEqual([{ n: 1 }]);
  } finally {
    await holder.end();
  }
});
