import { commandLine } from '../../errors/command-line.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PermanentStartupError, StartupError } from '../../errors/startup-error.ts';
import { majorOf } from './binaries.ts';
import type { Binaries } from './binaries.ts';

/** Of PostgreSQL; undefined before the first start. Throws a StartupError for a folder that is no cluster. */
export function readClusterMajor(cluster: string): number | undefined {
  if (!existsSync(cluster)) return undefined;
  const file = join(cluster, 'PG_VERSION');
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (text !== undefined && /^\d+$/.test(text)) return Number(text);
  throw new StartupError(
    `${cluster} is no database that PostgreSQL knows (its PG_VERSION ${text === undefined ? 'is missing' : `says ${JSON.stringify(text)}`}): restore a backup into an empty DATA_DIR`,
  );
}

/** Throws a PermanentStartupError where the programs that are installed cannot open the cluster. */
export function rejectOtherMajor(cluster: string, installed: Binaries): void {
  const found = readClusterMajor(cluster);
  const own = majorOf(installed);
  if (found === undefined || found === own) return;
  throw new PermanentStartupError(
    found > own
      ? `The database in ${cluster} is one of PostgreSQL ${found}, and this version of the program has PostgreSQL ${own}: start the newer version again, or undo the upgrade first (${commandLine('undo-upgrade')})`
      : `The database in ${cluster} is one of PostgreSQL ${found}, and this version of the program has PostgreSQL ${own}: run ${commandLine('start')} once, which upgrades it`,
  );
}
