// `npm run rotate-key`: a new ES256 key signs access tokens from now on. Running servers hear of it at once.
import { readDatabaseUrl } from '@fairlead/backend/database/connection.ts';
import { embeddedConnectionOf } from '@fairlead/backend/database/embedded-server.ts';
import { withMigrationLock } from '@fairlead/backend/database/migrate.ts';
import { signingKeysChannel } from '@fairlead/backend/tokens/refresh-signing-keys.ts';
import { rotateKeysInDatabase, rotateKeysInFolder } from '@fairlead/backend/tokens/key-store.ts';
import { openFolderKeys } from '../server/keys.ts';
import { findRunning } from '../server/running-instance.mjs';
import { readSettings, type Settings } from '../server/config.ts';
import { printError } from '../server/print-error.ts';

async function rotate(settings: Settings): Promise<void> {
  const { SUPABASE_URL, DATABASE_URL, DATA_DIR } = settings;
  if (SUPABASE_URL)
    throw new Error('a Supabase project rotates its own keys, under JWT Keys in its settings');
  if (DATABASE_URL) {
    await withMigrationLock(readDatabaseUrl(DATABASE_URL), async (client) => {
      await rotateKeysInDatabase(client);
      await client.query(`notify ${signingKeysChannel}`);
    });
    return;
  }
  openFolderKeys(settings);
  rotateKeysInFolder(DATA_DIR);
  const connection = findRunning(DATA_DIR) && embeddedConnectionOf(DATA_DIR);
  if (connection)
    await withMigrationLock(connection, (client) => client.query(`notify ${signingKeysChannel}`));
}

export async function rotateKey(): Promise<void> {
  try {
    await rotate(readSettings(process.env));
    process.stdout.write(
      'a new key signs from now on; tokens of the older ones stay valid until they expire\n',
    );
    process.exit(0);
  } catch (error) {
    printError(error);
    process.exit(1);
  }
}
