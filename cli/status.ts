// `npm run -s status`: the addresses and keys of this project, as lines that a shell can read.
import { connectionUrl } from '@fairlead/backend/database/connection.ts';
import { embeddedConnectionOf } from '@fairlead/backend/database/embedded-server.ts';
import { openFolderKeys, openSharedDatabase } from '../server/keys.ts';
import { findRunning } from '../server/running-instance.mjs';
import { rememberSecrets } from '../server/log/hide-secrets.ts';
import { readSettings, type Settings } from '../server/config.ts';
import { printError } from '../server/print-error.ts';
import { shellLine } from './shell-line.ts';

async function describe(settings: Settings): Promise<Record<string, string>> {
  if (settings.SUPABASE_URL) return describeHosted(settings, settings.SUPABASE_URL);
  const shared = settings.DATABASE_URL && (await openSharedDatabase(settings, settings.DATABASE_URL));
  const keys = shared ? shared.keys : openFolderKeys(settings);
  const connection = shared ? shared.connection : embeddedConnectionOf(settings.DATA_DIR);
  const running = shared ? null : findRunning(settings.DATA_DIR);
  return {
    API_URL: running?.siteUrl ?? settings.SITE_URL,
    PUBLISHABLE_KEY: keys.publishableKey,
    SECRET_KEY: keys.secretKey,
    JWT_SECRET: keys.jwtSecret,
    // As it was given, with what it says of TLS. Empty before the first start: the embedded database is not there yet.
    DB_URL: settings.DATABASE_URL ?? (connection ? connectionUrl(connection) : ''),
  };
}

/** A hosted project keeps its JWT secret and its database to itself. */
function describeHosted(settings: Settings, url: string): Record<string, string> {
  return {
    API_URL: url,
    PUBLISHABLE_KEY: settings.PUBLISHABLE_KEY ?? '',
    SECRET_KEY: settings.SECRET_KEY ?? '',
    JWT_SECRET: '',
    DB_URL: '',
  };
}

export async function printStatus(): Promise<void> {
  rememberSecrets(process.env);
  try {
    for (const [name, value] of Object.entries(await describe(readSettings(process.env)))) {
      process.stdout.write(shellLine(name, value));
    }
    process.exit(0);
  } catch (error) {
    printError(error);
    process.exit(1);
  }
}
