// The rotate-key command: replaces the signing key or a secret.
import { parseDatabaseUrl, withMigrationLock } from '@fairlead/backend/database';
import { readEmbeddedConnectionParameters } from '@fairlead/backend/embedded';
import {
  rotateKeysInDatabase,
  rotateKeysInFolder,
  rotateSigningKey,
  type KeyRotation,
  createSecretRotation,
  type SecretName,
  keysChangedChannel,
  secretOverlapDays,
} from '@fairlead/backend/tokens';
import { ensureFolderKeys } from '../boot/keys.ts';
import { readConfig, type ServerConfig } from '../settings/config.ts';
import { configuredKeysOf } from '../settings/configured-keys-of.ts';
import { writeLog } from '../log/write-log.ts';
import { findRunningInstance } from '../process/running-instance.mjs';
import { describeSecretRotation } from './describe-secret-rotation.ts';
import { printResult } from './print-result.ts';
import type { CommandCall } from './command-declaration.ts';

/** Running servers are notified. */
export async function rotateKey({
  args,
  options,
  environment,
}: CommandCall<{ days?: string }>): Promise<void> {
  const [name] = args as [SecretName?];
  const days = readDays(name, options.days);
  const config = readConfig(environment);
  if (name === undefined) {
    await rotate(config, rotateSigningKey);
    process.stdout.write(
      'a new key signs from now on; tokens signed with older keys stay valid until they expire\n',
    );
    return;
  }
  if (config[name] !== undefined)
    throw new Error(
      `${name} is set in the environment, so rotate it there: set ${name} to a new value and ${name}_PREVIOUS to the current one, restart the server, and remove ${name}_PREVIOUS after ${days} days`,
    );
  const now = new Date();
  await rotate(config, createSecretRotation(name, days, now));
  await printResult(
    describeSecretRotation(name, new Date(now.getTime() + days * 86_400_000), days),
    `${name} was rotated; do not repeat it`,
  );
}

function readDays(name: SecretName | undefined, days: string | undefined): number {
  if (days === undefined) return secretOverlapDays;
  if (name === undefined)
    throw new Error(
      '--days is for JWT_SECRET and SECRET_KEY: tokens signed with older key pairs stay valid until they expire',
    );
  if (!/^\d{1,3}$/.test(days)) throw new Error(`--days ${days}: use a number of days from 0 to 999`);
  return Number(days);
}

async function rotate(config: ServerConfig, how: KeyRotation): Promise<void> {
  const { SUPABASE_URL, DATABASE_URL, DATA_DIR } = config;
  if (SUPABASE_URL)
    throw new Error('a Supabase project rotates its own keys, under JWT Keys in its settings');
  if (DATABASE_URL) {
    await withMigrationLock(parseDatabaseUrl(DATABASE_URL), (client) => rotateKeysInDatabase(client, how), {
      log: writeLog,
    });
    return;
  }
  ensureFolderKeys(DATA_DIR, configuredKeysOf(config));
  const connection = findRunningInstance(DATA_DIR) && readEmbeddedConnectionParameters(DATA_DIR);
  if (!connection) return rotateKeysInFolder(DATA_DIR, how);
  // The lock prevents a second rotation. If this process is killed before it notifies the server, the server reads the
  // file on its own.
  await withMigrationLock(
    connection,
    async (client) => {
      rotateKeysInFolder(DATA_DIR, how);
      await client.query(`notify ${keysChangedChannel}`);
    },
    { log: writeLog },
  );
}
