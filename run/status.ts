// `npm run -s status`: the addresses and keys of this project, as lines that a shell can read.
import { mkdirSync } from 'node:fs';
import { connectionUrl, readDatabaseUrl } from '@fairlead/backend/database/connection.ts';
import { embeddedConnectionOf } from '@fairlead/backend/database/embedded-server.ts';
import { withMigrationLock } from '@fairlead/backend/database/migrate.ts';
import { keepKeysInDatabase, keepKeysInFolder } from '@fairlead/backend/tokens/key-store.ts';
import { findRunning } from './running-here.mjs';
import { readSettings, type Settings } from './settings.ts';
import { tellTrouble } from './tell-trouble.ts';

async function describe(settings: Settings): Promise<Record<string, string>> {
  if (settings.SUPABASE_URL) return describeHosted(settings, settings.SUPABASE_URL);
  const given = {
    jwtSecret: settings.JWT_SECRET,
    publishableKey: settings.PUBLISHABLE_KEY,
    secretKey: settings.SECRET_KEY,
  };
  const shared = settings.DATABASE_URL ? readDatabaseUrl(settings.DATABASE_URL) : undefined;
  if (!shared) mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o711 });
  const keys = shared
    ? await withMigrationLock(shared, (client) => keepKeysInDatabase(client, given))
    : keepKeysInFolder(settings.DATA_DIR, given);
  const connection = shared ?? embeddedConnectionOf(settings.DATA_DIR);
  const running = shared ? null : findRunning(settings.DATA_DIR);
  return {
    API_URL: running?.siteUrl ?? settings.SITE_URL,
    PUBLISHABLE_KEY: keys.publishableKey,
    SECRET_KEY: keys.secretKey,
    JWT_SECRET: keys.jwtSecret,
    // Empty before the first start: the database is not there yet.
    DB_URL: connection ? connectionUrl(connection) : '',
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

try {
  for (const [name, value] of Object.entries(await describe(readSettings(process.env)))) {
    process.stdout.write(`${name}=${value}\n`);
  }
  process.exit(0);
} catch (error) {
  tellTrouble(error);
  process.exit(1);
}
