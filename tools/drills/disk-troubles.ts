import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { printIndented, formatSecondsSince } from './backup/run-command.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { createFakeClock } from './outage/fake-clock.ts';
import { assertStored, readStoredData } from './outage/stored-data.ts';
import { mountReadOnlyOver, isAllowedToMount, unmount, withDisk } from './outage/mount-disk.ts';
import { killDatabase, startKillableServer, type KillableServer } from './outage/start-killable.ts';
import { startSenders, type Senders } from './outage/start-senders.ts';

export const title =
  'full disk, read-only disk, clock forwards and back while leads arrive: said plainly, nothing lost, over by itself';

const faultMs = 10_000;
/** Time for the recovery of a database that could not start for a while. */
const recoveryMs = 90_000;
const hourSeconds = 3_600;

interface DiskFault {
  name: string;
  begin: () => Promise<void>;
  end: () => void;
  /** A message that the log must contain. */
  said: RegExp;
}

export default async function drill(_args: readonly string[], { folder }: DrillCall): Promise<void> {
  if (!isAllowedToMount())
    throw new Error(
      'this drill mounts disks of its own, which takes root or a container with CAP_SYS_ADMIN: a user namespace allows the mount, but the database does not run as its root, and a limit of file sizes is no full disk',
    );

  const disk = join(folder, 'disk');
  await withDisk(disk, 700, async () => {
    const dataDir = join(disk, 'data');
    // The default reserve would leave no space for files on a disk this small.
    const reserve = { STORAGE_RESERVE_MB: '20' };
    await withServer(dataDir, reserve, [], async (server, senders) => {
      for (const fault of [fullDisk(disk), readOnlyDisk(disk, dataDir)])
        await runFault(fault, server, senders);
    });
  });
  const clock = await createFakeClock(join(folder, 'clock'), { movesTimers: false });
  await withServer(join(folder, 'data'), clock.environment, clock.through, async (_server, senders) => {
    for (const hours of [3, -1, 0]) {
      const begun = performance.now();
      const before = senders.failures.size;
      clock.set(hours * hourSeconds);
      await senders.untilEachIsAcknowledged(recoveryMs);
      printIndented(
        `clock ${hours} h from the true one: all kinds acknowledged again after ${formatSecondsSince(begun)}`,
      );
      for (const failure of [...senders.failures.keys()].slice(before))
        printIndented(`  during it: ${failure}`);
    }
  });
}

async function withServer(
  dataDir: string,
  environment: Record<string, string>,
  through: string[],
  work: (server: KillableServer, senders: Senders) => Promise<void>,
): Promise<void> {
  const server = await startKillableServer({ DATA_DIR: dataDir, ...environment }, through);
  try {
    await server.ready;
    const senders = await startSenders(server.port);
    await senders.untilEachIsAcknowledged(recoveryMs);
    await work(server, senders);
    await senders.stop();
    if (server.process.exitCode !== null) throw new Error('the server has ended');
    assertStored('at the end', senders.acknowledged, await readStoredData(dataDir));
    printIndented(`all ${senders.acknowledged.length} acknowledged are there, no row is without its file`);
    server.process.kill('SIGTERM');
    await server.exited;
  } catch (error) {
    printIndented(server.output().slice(-4_000));
    throw error;
  } finally {
    server.kill();
    killDatabase(dataDir);
  }
}

async function runFault({ name, begin, end, said }: DiskFault, server: KillableServer, senders: Senders) {
  const logged = server.output().length;
  const before = new Map(senders.failures);
  await begin();
  await wait(faultMs);
  end();
  const ended = performance.now();
  await senders.untilEachIsAcknowledged(recoveryMs);
  printIndented(`${name}: all kinds acknowledged again ${formatSecondsSince(ended)} after its end`);
  const failures = [...senders.failures.keys()].filter((each) => !before.has(each));
  for (const failure of failures) printIndented(`  during it: ${failure}`);
  const lines = server.output().slice(logged);
  const line = lines.split('\n').find((each) => said.test(each));
  if (line === undefined) throw new Error(`${name}: the log does not say it:\n${lines.slice(0, 4_000)}`);
  printIndented(`  log: ${line}`);
  const lost = failures.filter((each) => each.includes('loses the text'));
  if (lost.length > 0) throw new Error(`the page lost the text: ${lost.join('; ')}`);
}

function fullDisk(folder: string): DiskFault {
  const ballast = join(folder, 'ballast');
  return {
    name: 'full disk',
    async begin() {
      mkdirSync(ballast);
      // Other writes use some of the space in between.
      for (let part = 0; part < 50; part++) {
        const { bavail, bsize } = statfsSync(folder);
        if (bavail > 0) spawnSync('fallocate', ['-l', String(bavail * bsize), join(ballast, String(part))]);
        await wait(20);
      }
    },
    end: () => rmSync(ballast, { recursive: true }),
    said: /No space left|is full/,
  };
}

/** Stops the database first, because it could still write to files that it has open. */
function readOnlyDisk(folder: string, dataDir: string): DiskFault {
  return {
    name: 'read-only disk',
    async begin() {
      mountReadOnlyOver(folder);
      killDatabase(dataDir);
    },
    end: () => void unmount(folder),
    said: /is on a read-only file system/,
  };
}
