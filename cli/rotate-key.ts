import { readDatabaseUrl } from '@fairlead/backend/database/connection.ts';
import { embeddedConnectionOf } from '@fairlead/backend/database/embedded-server.ts';
import { withMigrationLock } from '@fairlead/backend/database/migrate.ts';
import { rotateKeysInDatabase, rotateKeysInFolder } from '@fairlead/backend/tokens/key-store.ts';
import { signingKeysChannel } from '@fairlead/backend/tokens/refresh-signing-keys.ts';
import { ensureFolderKeys } from '../server/boot/keys.ts';
import { configuredKeys, readConfig, type Config, type Environment } from '../server/config.ts';
import { findInstance } from '../server/running-instance.mjs';

/** Running servers are notified. */
export async function rotateKey(_args: string[], environment: Environment): Promise<void> {
  await rotate(readConfig(environment));
  process.stdout.write(
    'a new key signs from now on; tokens signed with older keys stay valid until they expire\n',
  );
}

async function rotate(config: Config): Promise<void> {
  const { SUPABASE_URL, DATABASE_URL, DATA_DIR } = config;
  if (SUPABASE_URL)
    throw new Error('a Supabase project rotates its own keys, under JWT Keys in its settings');
  if (DATABASE_URL) {
    await withMigrationLock(readDatabaseUrl(DATABASE_URL), async (client) => {
      await rotateKeysInDatabase(client);
      await client.query(`notify ${signingKeysChannel}`);
    });
    return;
  }
  ensureFolderKeys(DATA_DIR, configuredKeys(config));
  rotateKeysInFolder(DATA_DIR);
  const connection = findInstance(DATA_DIR) && embeddedConnectionOf(DATA_DIR);
  if (connection)
    await withMigrationLock(connection, (client) => client.query(`notify ${signingKeysChannel}`));
}
