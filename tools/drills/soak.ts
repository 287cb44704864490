import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readBackupStatus } from '../../server/backup/backup-status.ts';
import { drillPassphrase, printIndented } from './backup/run-command.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { createFakeClock, type FakeClock } from './outage/fake-clock.ts';
import { isBackingUp, measureProcesses } from './outage/measure-processes.ts';
import { isAllowedToMount } from './outage/mount-disk.ts';
import { killDatabase, startKillableServer, type KillableServer } from './outage/start-killable.ts';
import { proxyHeaders, simulateDay } from './outage/work-a-day.ts';
import { requestThroughProxy } from './proxy/request-through-proxy.ts';

export const title =
  'N simulated days (10) of leads, replies, uploads, sign-ins and nightly backups: memory, files, descriptors and disk stay level';

/** Passes the time of the backup, and in small enough steps that hourly jobs run. */
const passedHours = 6;
const backupWithinMs = 240_000;

interface Sample {
  serverMb: number;
  databaseMb: number;
  descriptors: number;
  processes: number;
  dataFiles: number;
  dataMb: number;
  storedFiles: number;
  backupFiles: number;
  backupMb: number;
  temporary: number;
}

/** By how much the second half of the days may exceed the first: a factor, and a constant. */
const allowed: Record<keyof Sample, [factor: number, more: number]> = {
  serverMb: [1.15, 20],
  databaseMb: [1.2, 30],
  descriptors: [1.2, 20],
  processes: [1, 4],
  // Tables get more files, the WAL more segments.
  dataFiles: [1.05, 30],
  dataMb: [1.1, 40],
  storedFiles: [1, 5],
  backupFiles: [1.2, 10],
  backupMb: [1.2, 3],
  temporary: [1, 0],
};

const names = Object.keys(allowed) as (keyof Sample)[];
const dayMs = 86_400_000;

type Folders = Record<'data' | 'backups' | 'temporary', string>;

export default async function drill([days = '10']: readonly string[], { folder }: DrillCall): Promise<void> {
  if (!isAllowedToMount())
    throw new Error('run it as root: the clock of the database needs a mount of its own');

  const clock = await createFakeClock(join(folder, 'clock'), { movesTimers: true });
  const folders: Folders = {
    data: join(folder, 'data'),
    backups: join(folder, 'backups'),
    temporary: join(folder, 'tmp'),
  };
  await mkdir(folders.temporary, { mode: 0o1777 });
  const environment = {
    ...clock.environment,
    DATA_DIR: folders.data,
    TMPDIR: folders.temporary,
    BACKUP_TO: folders.backups,
    BACKUP_PASSPHRASE: drillPassphrase,
    // So that the tenth day deletes as much as it writes.
    BACKUP_KEEP: '2d 1w 1m',
  };
  const server = await startKillableServer(environment, clock.through);
  try {
    await server.ready;
    printIndented(describe('day', [...names]));
    const samples: Sample[] = [];
    for (let day = 0; day < Number(days); day += 1) {
      await simulateDay(server.port, day);
      for (let hour = passedHours; hour <= 24; hour += passedHours)
        await pass(day * 24 + hour, clock, folders, server);
      mustBeBackedUp(folders.data, Date.now() + day * dayMs);
      const sample = takeSample(folders, server);
      samples.push(sample);
      printIndented(
        describe(
          String(day + 1),
          names.map((name) => sample[name].toFixed()),
        ),
      );
    }
    judge(samples);
    server.process.kill('SIGTERM');
    await server.exited;
  } catch (error) {
    printIndented(server.output().slice(-4_000));
    throw error;
  } finally {
    server.kill();
    killDatabase(folders.data);
  }
}

function mustBeBackedUp(dataDir: string, since: number): void {
  const { succeeded, failed } = readBackupStatus(dataDir);
  if (failed) throw new Error(`a backup failed: ${failed.message}`);
  if (!succeeded?.isVerified || Date.parse(succeeded.at) < since)
    throw new Error(`there is no backup of this day: ${JSON.stringify(succeeded)}`);
}

/** Moves the clock forward, and waits until a backup that became due has ended. */
async function pass(
  hours: number,
  clock: FakeClock,
  folders: Folders,
  server: KillableServer,
): Promise<void> {
  clock.set(hours * 3_600);
  keepTimes(folders.backups);
  // Sends requests, so that the server notices.
  for (let count = 0; count < 5; count += 1) {
    await requestThroughProxy({ name: 'pages', port: server.port }, '/services', { headers: proxyHeaders });
    await wait(200);
  }
  const deadline = performance.now() + backupWithinMs;
  while (isBackingUp(server.process.pid ?? 0)) {
    if (performance.now() > deadline)
      throw new Error(`a backup takes longer than ${backupWithinMs / 1000} s`);
    await wait(200);
  }
}

/** Keeps the times of existing files, which the faked clock would move too. */
function keepTimes(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const file = join(entry.parentPath, entry.name);
    const moved = statSync(file).mtimeMs / 1000 - passedHours * 3_600;
    utimesSync(file, moved, moved);
  }
}

function takeSample(folders: Folders, server: KillableServer): Sample {
  const { residentMb, descendantsMb, descriptors, processes } = measureProcesses(server.process.pid ?? 0);
  return {
    serverMb: residentMb,
    databaseMb: descendantsMb,
    descriptors,
    processes,
    // Mails are left out: their limit is not reached in ten days.
    dataFiles: countFiles(folders.data) - countFiles(join(folders.data, 'mail')),
    dataMb: diskMb(folders.data),
    storedFiles: countFiles(join(folders.data, 'storage', 'blobs')),
    backupFiles: countFiles(folders.backups),
    backupMb: diskMb(folders.backups),
    temporary: readdirSync(folders.temporary).length,
  };
}

function countFiles(folder: string): number {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isFile()).length;
}

function diskMb(folder: string): number {
  return Number.parseInt(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }), 10) / 1024;
}

function describe(day: string, values: string[]): string {
  return [day.padStart(3), ...values.map((value, index) => value.padStart(names[index]?.length ?? 0))].join(
    '  ',
  );
}

/** The growth of what visitors and staff wrote is permitted, and is small here. */
function judge(samples: Sample[]): void {
  const half = Math.ceil(samples.length / 2);
  const grown = names.flatMap((name) => {
    const [first, second] = [samples.slice(0, half), samples.slice(half)].map((part) =>
      Math.max(...part.map((sample) => sample[name])),
    ) as [number, number];
    const [factor, more] = allowed[name];
    return second > first * factor + more
      ? [`${name}: at most ${first.toFixed()}, then ${second.toFixed()}`]
      : [];
  });
  if (grown.length > 0) throw new Error(`it grows: ${grown.join('; ')}`);
  printIndented('the second half of the days needs no more than the first');
}
