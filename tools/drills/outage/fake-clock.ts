import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from '@fairlead/backend/embedded';

/** A clock for the server, all its processes and its database, which the drill sets. */
export interface FakeClock {
  environment: Record<string, string>;
  /** The words in front of the server's command. */
  through: string[];
  /** Sets the difference to the machine's clock. */
  set(seconds: number): void;
}

/** Loaded before a program (LD_PRELOAD), it changes the program's clock. */
function findFakeTimeLibrary(): string {
  const found = ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error('libfaketime is missing: apt install faketime');
  return found;
}

/**
 * The database is started with its own environment. So in a mount namespace of the server, a script with the same name
 * is mounted over its program. The times of files follow the clock.
 */
export async function createFakeClock(
  folder: string,
  { movesTimers }: { movesTimers: boolean },
): Promise<FakeClock> {
  const offset = join(folder, 'offset');
  const environment = {
    LD_PRELOAD: findFakeTimeLibrary(),
    FAKETIME_TIMESTAMP_FILE: offset,
    FAKETIME_NO_CACHE: '1',
    // Setting a clock must not move timers; letting days pass must.
    ...(!movesTimers && { FAKETIME_DONT_FAKE_MONOTONIC: '1' }),
  };
  const bin = join(findBinaries().folder, 'bin');
  const upper = join(folder, 'upper');
  const work = join(folder, 'work');
  for (const each of [upper, work]) await mkdir(each, { recursive: true });
  const settings = Object.entries(environment).map(([name, value]) => `export ${name}=${value}`);
  const script = ['#!/bin/sh', ...settings, `exec ${bin}/postgres.real "$@"`, ''].join('\n');
  await writeFile(join(upper, 'postgres'), script, { mode: 0o755 });
  const steps = [
    'cp "$BIN/postgres" "$UPPER/postgres.real"',
    'mount -t overlay -o "lowerdir=$BIN,upperdir=$UPPER,workdir=$WORK" overlay "$BIN"',
  ];
  const namespace = `BIN=${bin} UPPER=${upper} WORK=${work}; ${steps.join(' && ')} && exec "$@"`;
  // Renamed into place: a process that reads a file while it is written falls back to the machine's clock.
  const set = (seconds: number): void => {
    writeFileSync(`${offset}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${offset}.new`, offset);
  };
  set(0);
  return { environment, through: ['unshare', '-m', 'sh', '-c', namespace, 'sh'], set };
}
