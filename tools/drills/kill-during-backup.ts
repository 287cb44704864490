import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import { parseBackupTime } from '../../server/backup/backup-retention.ts';
import { projectRoot } from '../../server/project-root.ts';
import { findArchives } from './backup/find-archives.ts';
import { drillPassphrase, printIndented, runCommand, formatSecondsSince } from './backup/run-command.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { assertStored, readStoredData, type StoredData } from './outage/stored-data.ts';
import {
  killDatabase,
  startKillableProgram,
  startKillableServer,
  type KillableProgram,
  type KillableServer,
} from './outage/start-killable.ts';
import { startSenders, type Senders } from './outage/start-senders.ts';

export const title =
  'N times (200) kill -9 while leads, replies, uploads and backups are under way: nothing acknowledged is lost';

/** How often backup or database are killed before the server is killed. */
const killsOfParts = 3;
const longestPauseMs = 3_000;
/** One in this many rounds lets a backup end, and one ends by killing a server during its start. */
const finishEvery = 5;
const killStartEvery = 4;

/** The error on an extremely busy machine; the next backup is tried. */
const gaveUp = /could not stop the writing/;

const kinds = {
  server: 'of the server',
  machine: 'of server and database at once',
  database: 'of the database alone',
  backup: 'of a backup alone',
  start: 'of a server that starts',
};
type Kind = keyof typeof kinds;

interface Counts {
  kills: Record<Kind, number>;
  duringBackup: number;
  backups: number;
  gaveUp: number;
}

export default async function drill(
  [times = '200']: readonly string[],
  { folder }: DrillCall,
): Promise<void> {
  const dataDir = join(folder, 'data');
  const backups = join(folder, 'backups');
  const temporary = join(folder, 'temporary');
  await mkdir(temporary, { mode: 0o1777 });
  const environment = {
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    BACKUP_TO: backups,
    BACKUP_PASSPHRASE: drillPassphrase,
  };
  const kills = { server: 0, machine: 0, database: 0, backup: 0, start: 0 };
  const counts: Counts = { kills, duringBackup: 0, backups: 0, gaveUp: 0 };
  let server = await startReady(environment);
  const senders = await startSenders(server.port);
  for (let life = 1; total(counts) < Number(times); life++) {
    await runLife(server, life % finishEvery === 0, environment, counts);
    if (life % killStartEvery === 0) await killStart(environment, counts);
    server = await startReady(environment);
    senders.sendTo(server.port);
    if (life % 5 === 0) printIndented(describe(senders, counts));
  }
  await senders.stop();
  printIndented(describe(senders, counts));
  server.process.kill('SIGTERM');
  await server.exited;
  await examine({ dataDir, backups, temporary, folder }, senders);
}

async function startReady(environment: Record<string, string>): Promise<KillableServer> {
  const server = await startKillableServer(environment);
  await server.ready;
  return server;
}

async function killStart(environment: Record<string, string>, counts: Counts): Promise<void> {
  const starting = await startKillableServer(environment);
  await wait(2_000 * Math.random());
  const isWithDatabase = Math.random() < 0.5;
  starting.kill();
  if (isWithDatabase) killDatabase(environment['DATA_DIR'] ?? '');
  await starting.exited;
  counts.kills.start += 1;
}

/** Makes backups one after the other; at random moments one of them or the database is killed, at last the server. */
async function runLife(
  server: KillableProgram,
  letsBackupEnd: boolean,
  environment: Record<string, string>,
  counts: Counts,
): Promise<void> {
  const dataDir = environment['DATA_DIR'] ?? '';
  const backups = startBackupJobs(environment, counts);
  const failing = backups.ended;
  if (letsBackupEnd) await Promise.race([backups.firstFinished, failing]);
  for (let kill = 0; kill < killsOfParts; kill++) {
    await Promise.race([wait(longestPauseMs * Math.random()), failing]);
    if (Math.random() < 0.5) {
      if (backups.kill()) counts.kills.backup += 1;
    } else if (killDatabase(dataDir)) {
      backups.mayFail();
      counts.kills.database += 1;
      counts.duringBackup += backups.isRunning() ? 1 : 0;
    }
  }
  await Promise.race([wait(longestPauseMs * Math.random()), failing]);
  counts.duringBackup += backups.end() ? 1 : 0;
  const isWithDatabase = Math.random() < 0.5;
  server.kill();
  counts.kills[isWithDatabase && killDatabase(dataDir) ? 'machine' : 'server'] += 1;
  await server.exited;
  await failing;
}

function startBackupJobs(environment: Record<string, string>, counts: Counts) {
  const first = Promise.withResolvers<void>();
  let running: { process: KillableProgram; mayFail: boolean } | undefined;
  const over = new AbortController();
  async function work(): Promise<void> {
    await wait(500 * Math.random());
    while (!over.signal.aborted) {
      const current = { process: startKillableProgram(['backup'], environment), mayFail: false };
      running = current;
      const code = await current.process.exited;
      running = undefined;
      if (code === 0) {
        counts.backups += 1;
        first.resolve();
      } else if (gaveUp.test(current.process.output())) {
        counts.gaveUp += 1;
      } else if (!current.mayFail) {
        throw new Error(`a backup failed: ${current.process.output()}`);
      }
    }
  }
  const mayFail = (): void => {
    if (running) running.mayFail = true;
  };
  /** False if none runs. */
  const kill = (): boolean => {
    mayFail();
    running?.process.kill();
    return running !== undefined;
  };
  return {
    firstFinished: first.promise,
    /** Rejects if one fails without being killed. */
    ended: work(),
    isRunning: () => running !== undefined,
    mayFail,
    kill,
    end: (): boolean => {
      over.abort();
      return kill();
    },
  };
}

function total({ kills }: Counts): number {
  return Object.values(kills).reduce((sum, count) => sum + count, 0);
}

function describe({ acknowledged, failures }: Senders, counts: Counts): string {
  const of = (kind: string): number => acknowledged.filter((each) => each.kind === kind).length;
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const kills = Object.entries(kinds).map(([kind, words]) => `${counts.kills[kind as Kind]} ${words}`);
  return `${total(counts)} kills (${kills.join(', ')}; ${counts.duringBackup} of server or database during a backup), ${counts.backups} backups completed, ${counts.gaveUp} gave up on a busy machine; acknowledged: ${of('lead')} leads, ${of('reply')} replies, ${of('picture')} pictures, ${of('file')} files; ${failed} requests cut off`;
}

async function examine(
  { dataDir, backups, temporary, folder }: Record<'dataDir' | 'backups' | 'temporary' | 'folder', string>,
  { acknowledged }: Senders,
): Promise<void> {
  assertStored('after the last kill', acknowledged, await readStopped(dataDir));
  printIndented('nothing acknowledged is lost, no row is without its file, no file without a row');
  const [newest] = findArchives(backups);
  if (newest === undefined) throw new Error('no backup was completed');
  const begun = parseBackupTime(basename(newest)) ?? 0;
  const before = acknowledged.filter(({ at }) => at < begun);
  const restoring = performance.now();
  await runCommand(['restore', newest], { DATA_DIR: join(folder, 'one'), TMPDIR: temporary });
  assertStored(newest, before, await readStopped(join(folder, 'one')));
  printIndented(
    `${newest} holds the ${before.length} acknowledged before it; restored in ${formatSecondsSince(restoring)}`,
  );
  const replaying = performance.now();
  await runCommand(['restore', backups], { DATA_DIR: join(folder, 'all'), TMPDIR: temporary });
  assertStored('the newest state', acknowledged, await readStopped(join(folder, 'all')));
  printIndented(`with the log all ${acknowledged.length}; restored in ${formatSecondsSince(replaying)}`);
  const environment = { DATA_DIR: dataDir, BACKUP_TO: backups, TMPDIR: temporary };
  await runCommand(['backup'], environment);
  await assertNoLeftovers(environment);
  printIndented('after one more backup no leftover, and one history of the log');
}

async function readStopped(dataDir: string): Promise<StoredData> {
  const server = await startEmbeddedServer({ dataDir });
  try {
    return await readStoredData(dataDir);
  } finally {
    await server.stop();
  }
}

/** Only files that docs/bounds.md names may be left, none of an interrupted backup. */
async function assertNoLeftovers(
  folders: Record<'DATA_DIR' | 'BACKUP_TO' | 'TMPDIR', string>,
): Promise<void> {
  const bounds = await readFile(join(projectRoot, 'docs', 'bounds.md'), 'utf8');
  const left = (await readdir(folders.DATA_DIR)).filter((name) => !bounds.includes(`| \`${name}\` |`));
  left.push(...(await readdir(folders.TMPDIR)));
  const sites = await readdir(folders.BACKUP_TO);
  if (sites.length > 1) left.push(`${sites.length} folders of sites`);
  const streams = await readdir(join(folders.BACKUP_TO, sites[0] ?? '', 'log'));
  if (streams.length > 1) left.push(`${streams.length} streams of the log`);
  const written = await readdir(folders.BACKUP_TO, { recursive: true, withFileTypes: true });
  const ours = /^(target\.json|fairlead-\d{8}T\d{6}Z\.tar\.zst\.age|.+\.zst\.age)$/;
  for (const entry of written)
    if (entry.isFile() && !ours.test(entry.name) && !entry.parentPath.includes('/data/'))
      left.push(entry.name);
  if (left.length > 0) throw new Error(`left: ${left.join(', ')}`);
}
