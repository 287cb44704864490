import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedServer } from '@fairlead/backend/database/embedded-server.ts';
import { readTime } from '../server/backup/expired-backups.ts';
import { projectRoot } from '../server/project-root.ts';
import { passphrase, print, runCommand, seconds } from './backup/run-command.ts';
import { withDrillFolder } from './backup/with-drill-folder.ts';
import { assertKept, readKept, type Kept } from './outage/kept.ts';
import {
  killDatabase,
  startKillable,
  startKillableServer,
  type Killable,
  type KillableServer,
} from './outage/start-killable.ts';
import { startSenders, type Senders } from './outage/start-senders.ts';

export const title =
  'N times (200) kill -9 while leads, replies, uploads and backups are under way: nothing acknowledged is lost';

const longestRoundMs = 6_000;
/** A round in so many lets a backup end, and one kills a server that starts. */
const finishEvery = 8;
const killStartEvery = 6;

interface Counts {
  databases: number;
  starts: number;
  duringBackup: number;
  backups: number;
}

export default async function drill([times = '200']: readonly string[]): Promise<void> {
  await withDrillFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const backups = join(folder, 'backups');
    const temporary = join(folder, 'temporary');
    await mkdir(temporary, { mode: 0o1777 });
    const environment = {
      DATA_DIR: dataDir,
      TMPDIR: temporary,
      BACKUP_TO: backups,
      BACKUP_PASSPHRASE: passphrase,
    };
    const counts: Counts = { databases: 0, starts: 0, duringBackup: 0, backups: 0 };
    let server = await startReady(environment);
    const senders = await startSenders(server.port);
    for (let round = 1; round <= Number(times); round++) {
      const letsBackupEnd = round % finishEvery === 0 || round === Number(times);
      await runRound(server, letsBackupEnd, environment, counts);
      if (round % killStartEvery === 0) {
        const starting = await startKillableServer(environment);
        await wait(2_000 * Math.random());
        await end(starting, dataDir, counts);
        counts.starts += 1;
      }
      server = await startReady(environment);
      senders.sendTo(server.port);
      if (round % 20 === 0) print(describe(round, senders, counts));
    }
    await senders.stop();
    print(describe(Number(times), senders, counts));
    server.process.kill('SIGTERM');
    await server.exited;
    await examine({ dataDir, backups, temporary, folder }, senders, counts);
  });
}

async function startReady(environment: Record<string, string>): Promise<KillableServer> {
  const server = await startKillableServer(environment);
  await server.ready;
  return server;
}

/** A backup begins at a random moment, the next when it ends; then all of it is killed. */
async function runRound(
  server: Killable,
  letsBackupEnd: boolean,
  environment: Record<string, string>,
  counts: Counts,
): Promise<void> {
  let backup: Killable | undefined;
  let finished = 0;
  const over = new AbortController();
  const first = Promise.withResolvers<void>();
  async function backUp(): Promise<void> {
    await wait(1_500 * Math.random());
    while (!over.signal.aborted) {
      backup = startKillable(['backup'], environment);
      const code = await backup.exited;
      backup = undefined;
      if (over.signal.aborted) return;
      if (code !== 0) throw new Error(`a backup failed: ${code}`);
      finished += 1;
      first.resolve();
    }
  }
  const backingUp = backUp();
  if (letsBackupEnd) await Promise.race([first.promise, backingUp]);
  await Promise.race([wait(longestRoundMs * Math.random()), backingUp]);
  over.abort();
  const running = backup;
  if (running) counts.duringBackup += 1;
  running?.kill();
  await end(server, environment['DATA_DIR'] ?? '', counts);
  await running?.exited;
  await backingUp;
  counts.backups += finished;
}

/** The server alone, or as when the machine loses its power, with its database. */
async function end(server: Killable, dataDir: string, counts: Counts): Promise<void> {
  const isWithDatabase = Math.random() < 0.5;
  server.kill();
  if (isWithDatabase && killDatabase(dataDir)) counts.databases += 1;
  await server.exited;
}

function describe(rounds: number, { acknowledged, failures }: Senders, counts: Counts): string {
  const of = (kind: string): number => acknowledged.filter((each) => each.kind === kind).length;
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  return `${rounds} kills (${counts.databases} with the database, ${counts.duringBackup} during a backup, ${counts.starts} more during a start), ${counts.backups} backups completed; acknowledged: ${of('lead')} leads, ${of('reply')} replies, ${of('picture')} pictures, ${of('file')} files; ${failed} requests cut off`;
}

async function examine(
  { dataDir, backups, temporary, folder }: Record<'dataDir' | 'backups' | 'temporary' | 'folder', string>,
  { acknowledged }: Senders,
  { databases }: Counts,
): Promise<void> {
  assertKept('after the last kill', acknowledged, await readStopped(dataDir));
  print('nothing acknowledged is lost, no row is without its file, no file without a row');
  const newest = (await readdir(backups))
    .filter((name) => name.endsWith('.age'))
    .toSorted()
    .at(-1);
  if (newest === undefined) throw new Error(`no backup was completed in ${databases} kills`);
  const begun = readTime(newest) ?? 0;
  const before = acknowledged.filter(({ at }) => at < begun);
  const restoring = performance.now();
  await runCommand(['restore', join(backups, newest)], { DATA_DIR: join(folder, 'one'), TMPDIR: temporary });
  assertKept(newest, before, await readStopped(join(folder, 'one')));
  print(`${newest} holds the ${before.length} acknowledged before it; restored in ${seconds(restoring)}`);
  const replaying = performance.now();
  await runCommand(['restore', backups], { DATA_DIR: join(folder, 'all'), TMPDIR: temporary });
  assertKept('the newest state', acknowledged, await readStopped(join(folder, 'all')));
  print(`with the log all ${acknowledged.length}; restored in ${seconds(replaying)}`);
  const environment = { DATA_DIR: dataDir, BACKUP_TO: backups, TMPDIR: temporary };
  await runCommand(['backup'], environment);
  await assertNoLeftovers(environment);
  print('after one more backup no leftover, and one history of the log');
}

async function readStopped(dataDir: string): Promise<Kept> {
  const server = await startEmbeddedServer({ dataDir });
  try {
    return await readKept(dataDir);
  } finally {
    await server.stop();
  }
}

/** What docs/bounds.md names, and nothing of an interrupted backup. */
async function assertNoLeftovers(
  folders: Record<'DATA_DIR' | 'BACKUP_TO' | 'TMPDIR', string>,
): Promise<void> {
  const bounds = await readFile(join(projectRoot, 'docs', 'bounds.md'), 'utf8');
  const left = (await readdir(folders.DATA_DIR)).filter((name) => !bounds.includes(`| \`${name}\` |`));
  left.push(...(await readdir(folders.TMPDIR)));
  const streams = await readdir(join(folders.BACKUP_TO, 'log'));
  if (streams.length > 1) left.push(`${streams.length} streams of the log`);
  const written = await readdir(folders.BACKUP_TO, { recursive: true, withFileTypes: true });
  const ours = /^(fairlead-\d{8}T\d{6}Z\.tar\.zst\.age|.+\.zst\.age)$/;
  for (const entry of written)
    if (entry.isFile() && !ours.test(entry.name) && !entry.parentPath.includes('/data/'))
      left.push(entry.name);
  if (left.length > 0) throw new Error(`left: ${left.join(', ')}`);
}
