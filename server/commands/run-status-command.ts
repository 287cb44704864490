// The status command: prints address, keys, database, last backup as shell assignments.
import { setTimeout as wait } from 'node:timers/promises';
import { formatCommandLine } from '@fairlead/backend/errors';
import { formatDatabaseUrl, parseDatabaseUrl } from '@fairlead/backend/database';
import {
  directConnectionParameters,
  readEmbeddedConnectionParameters,
  listRelocatedClusters,
  removeRelocatedCluster,
  type RelocatedCluster,
} from '@fairlead/backend/embedded';
import type { BackendKeys } from '@fairlead/backend/tokens';
import {
  describeIncompleteBackupSetup,
  isBackupOnDataDisk,
  missingBackupSettings,
} from '../backup/backup-setup.ts';
import { readBackupStatus } from '../backup/backup-status.ts';
import { describePassphrases, readSiteBackups } from '../backup/read-site-backups.ts';
import { hasBackupFolder } from '../backup/site-backup-folder.ts';
import { readRestorePointExpiry } from '../boot/begin-upgrade.ts';
import { writeLog } from '../log/write-log.ts';
import { ensureFolderKeys, ensureDatabaseKeys } from '../boot/keys.ts';
import { readConfig, type ServerConfig } from '../settings/config.ts';
import { configuredKeysOf } from '../settings/configured-keys-of.ts';
import { findRunningInstance } from '../process/running-instance.mjs';
import type { CommandCall } from './command-declaration.ts';

/**
 * Prints the status as shell assignments; with `removeDatabase`, instead deletes a database whose data folder is
 * gone.
 */
export async function runStatusCommand({
  environment,
  options: { removeDatabase },
}: CommandCall<{ removeDatabase?: string }>): Promise<void> {
  if (removeDatabase !== undefined) {
    removeRelocatedCluster(removeDatabase);
    process.stdout.write(`${removeDatabase} was deleted\n`);
    return;
  }
  const config = readConfig(environment);
  for (const [name, value] of Object.entries(await readStatus(config))) {
    process.stdout.write(formatShellAssignment(name, value));
  }
  if (!isRunning(config))
    process.stderr.write(
      `no server is running on ${config.DATA_DIR}; start it: ${formatCommandLine('start')}\n`,
    );
  if (!config.SUPABASE_URL) process.stderr.write(`${describeBackups(config)}\n`);
  for (const line of await readPassphraseLines(config)) process.stderr.write(`${line}\n`);
  const end = config.SUPABASE_URL || config.DATABASE_URL ? null : readRestorePointExpiry(config.DATA_DIR);
  if (end)
    process.stderr.write(
      `the last upgrade can be undone until ${end.toISOString()}: ${formatCommandLine('undo-upgrade')}\n`,
    );
  for (const cluster of listRelocatedClusters()) process.stderr.write(`${describeCluster(cluster)}\n`);
}

function describeCluster({ folder, name, owner, state }: RelocatedCluster): string {
  const descriptions: Record<RelocatedCluster['state'], string> = {
    running: `in use${owner ? ` by the server of ${owner}` : ''}`,
    owned: `belongs to ${owner}`,
    orphaned: `orphaned: ${owner} is gone. If you moved it, start the server there once; otherwise: ${formatCommandLine('status', `--remove-database ${name}`)}`,
    unknown: 'made by an older version; its owner will be known once its server has started again',
  };
  return `${folder}  ${descriptions[state]}`;
}

function describeBackups(config: ServerConfig): string {
  const { succeeded, failed, log } = readBackupStatus(config.DATA_DIR);
  const half = describeIncompleteBackupSetup(config);
  const lines = [
    ...(half ? [half] : []),
    succeeded
      ? `last backup: ${succeeded.at}, ${succeeded.isVerified ? 'verified' : 'not verified'}, ${succeeded.file}`
      : `no backup yet: ${formatCommandLine('backup')}`,
  ];
  if (succeeded?.unproven !== undefined) lines.push(`not fully tested: ${succeeded.unproven}`);
  if (failed) lines.push(`the newest backup failed at ${failed.at}: ${failed.message}`);
  if (log?.reachesTo) lines.push(`the log is archived up to ${log.reachesTo}`);
  if (log?.failing)
    lines.push(`the log has not been archived since ${log.failing.since}: ${log.failing.message}`);
  if (log?.gap) lines.push(`since ${log.gap.since}: ${log.gap.message}`);
  if (isBackupOnDataDisk(config))
    lines.push('warning: BACKUP_TO is on the same disk as DATA_DIR and would be lost with it');
  return lines.join('\n');
}

/** A target may hang, or be away, which the other lines say. */
const targetTimeoutMs = 5_000;
/** Then a line says how many backups were not tested. */
const testTimeoutMs = 4_000;

async function readPassphraseLines(config: ServerConfig): Promise<string[]> {
  const isSet = !config.SUPABASE_URL && missingBackupSettings(config).length === 0;
  if (!isSet || !hasBackupFolder(config)) return [];
  const tested = readSiteBackups(config, AbortSignal.timeout(testTimeoutMs));
  const lines = tested.then(describePassphrases, () => []);
  return Promise.race([lines, wait(targetTimeoutMs, [], { ref: false })]);
}

/** Can only be determined for a folder, not for an external database or a project. */
function isRunning({ SUPABASE_URL, DATABASE_URL, DATA_DIR }: ServerConfig): boolean {
  return SUPABASE_URL !== undefined || DATABASE_URL !== undefined || Boolean(findRunningInstance(DATA_DIR));
}

async function readStatus(config: ServerConfig): Promise<Record<string, string>> {
  const { SUPABASE_URL, DATABASE_URL, DATABASE_PORT, DATA_DIR, SITE_URL } = config;
  // A hosted project does not reveal its JWT secret and its database.
  if (SUPABASE_URL) return statusLines(SUPABASE_URL, { jwtSecret: '', ...hostedKeys(config) }, '');
  if (DATABASE_URL) {
    const keys = await ensureDatabaseKeys(parseDatabaseUrl(DATABASE_URL), {
      keys: configuredKeysOf(config),
      log: writeLog,
    });
    // DATABASE_URL as configured, with its TLS options.
    return statusLines(SITE_URL, keys, DATABASE_URL);
  }
  const keys = ensureFolderKeys(DATA_DIR, configuredKeysOf(config));
  const connection = readEmbeddedConnectionParameters(DATA_DIR);
  const url = findRunningInstance(DATA_DIR)?.siteUrl ?? SITE_URL;
  const isDirect = connection !== undefined && DATABASE_PORT !== undefined;
  return {
    // Empty before the first start.
    ...statusLines(url, keys, connection ? formatDatabaseUrl(connection) : ''),
    ...(isDirect && { DIRECT_URL: formatDatabaseUrl(directConnectionParameters(connection, DATABASE_PORT)) }),
  };
}

function hostedKeys({ PUBLISHABLE_KEY = '', SECRET_KEY = '' }: ServerConfig) {
  return { publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY };
}

function statusLines(url: string, keys: BackendKeys, databaseUrl: string): Record<string, string> {
  return {
    API_URL: url,
    PUBLISHABLE_KEY: keys.publishableKey,
    SECRET_KEY: keys.secretKey,
    JWT_SECRET: keys.jwtSecret,
    DB_URL: databaseUrl,
  };
}

/** A shell gets exactly the same value: `eval "$(./fairlead status)"`. */
export function formatShellAssignment(name: string, value: string): string {
  const plain = /^[\w./:@%+,=-]*$/.test(value);
  return `${name}=${plain ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`}\n`;
}
