import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { postmasterPid } from '../../../wire-tests/database-holder.ts';
import { fillWithPristine } from '../../../wire-tests/fill-with-pristine.ts';
import { queryRows } from '../../../wire-tests/query-rows.ts';
import { folderForTest } from '../../../wire-tests/set-up.ts';
import type { LogEntry } from '../../errors/log-entry.ts';
import { waitForLogins } from '../database-client.ts';
import { startEmbeddedServer } from '../embedded-server.ts';
import { supervisePostmaster } from './supervise-postmaster.ts';

vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let log: LogEntry[];

beforeEach(async () => {
  dataDir = folderForTest();
  await fillWithPristine(dataDir);
  log = [];
});

function count(event: string): number {
  return log.filter((entry) => entry.event === event).length;
}

test('a database that is killed while we run is restarted, however many starts fail before', async () => {
  const server = await startEmbeddedServer({ dataDir, log: (entry) => log.push(entry) });
  try {
    await queryRows(server.connection, 'create table kept as select 1 as n');
    const aside = join(dataDir, 'aside');
    const pid = postmasterPid(server.clusterFolder);
    renameSync(server.clusterFolder, aside);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => count('database.not_restarted'), { timeout: 20_000 }).toBeGreaterThan(2);
    renameSync(aside, server.clusterFolder);
    await expect
      .poll(() => queryRows(server.connection, 'select n from kept').catch(String), { timeout: 20_000 })
      .toEqual([{ n: 1 }]);
    // Logged after the database accepts connections.
    await expect.poll(() => count('database.restarted')).toBe(1);
    renameSync(server.clusterFolder, aside);
    process.kill(postmasterPid(aside), 'SIGKILL');
    const failed = count('database.not_restarted');
    await expect.poll(() => count('database.not_restarted'), { timeout: 20_000 }).toBeGreaterThan(failed);
  } finally {
    await server.stop();
  }
});

test('a query that begins while a killed database restarts waits for it, but not for a database that stays stopped', async () => {
  const server = await startEmbeddedServer({ dataDir, log: (entry) => log.push(entry) });
  process.kill(postmasterPid(server.clusterFolder), 'SIGKILL');
  await expect.poll(() => count('database.ended')).toBe(1);
  await waitForLogins(server.connection, () => true);
  expect(await queryRows(server.connection, 'select 1 as n')).toEqual([{ n: 1 }]);
  await server.stop();
  await expect(waitForLogins(server.connection, () => true, 300)).rejects.toThrow(/ECONNREFUSED|ENOENT/);
  await expect(waitForLogins(server.connection, () => false)).rejects.toThrow(/ECONNREFUSED|ENOENT/);
});

test('after six kills in a row it still restarts, with growing pauses @audit', async () => {
  const started: ChildProcess[] = [];
  const times: number[] = [];
  const sleep = (): ChildProcess => {
    const child = spawn('sleep', ['600']);
    times.push(Date.now());
    started.push(child);
    return child;
  };
  const stop = supervisePostmaster(
    sleep(),
    () => Promise.resolve(sleep()),
    (entry) => log.push(entry),
  );
  for (let kills = 1; kills <= 6; kills += 1) {
    started.at(-1)?.kill('SIGKILL');
    await expect.poll(() => started.length).toBe(kills + 1);
  }
  expect((times[6] ?? 0) - (times[5] ?? 0)).toBeGreaterThan((times[3] ?? 0) - (times[2] ?? 0));
  await stop();
  expect(started.at(-1)?.signalCode).toBe('SIGINT');
});

test('a recovery of the database is not interrupted, however long it takes, and its progress is in the log @audit', async () => {
  const first = await startEmbeddedServer({ dataDir });
  await first.stop();
  // A standby without logins recovers until it is promoted.
  writeFileSync(join(first.clusterFolder, 'standby.signal'), '');
  const starting = startEmbeddedServer({
    dataDir,
    settings: { hot_standby: 'off' },
    log: (entry) => log.push(entry),
  });
  await expect
    .poll(() => log, { timeout: 20_000 })
    .toMatchObject([
      {
        level: 'info',
        event: 'database.recovering',
        message: expect.stringContaining('not ready yet'),
        durationMs: expect.any(Number),
      },
    ]);
  writeFileSync(join(first.clusterFolder, 'promote'), '');
  process.kill(postmasterPid(first.clusterFolder), 'SIGUSR1');
  const server = await starting;
  expect(await queryRows(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});
