// Runs all doctor checks of an installation; contains the port check.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDatabaseUrl } from '@fairlead/backend/database';
import { readEmbeddedConnectionParameters } from '@fairlead/backend/embedded';
import type { BackendKeys } from '@fairlead/backend/tokens';
import type { ServerConfig, Environment } from '../settings/config.ts';
import { findRunningInstance } from '../process/running-instance.mjs';
import { missingBackupSettings } from '../backup/backup-setup.ts';
import { examineHostedProject } from '../boot/examine-hosted-project.ts';
import { checkBackups } from './check-backups.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDatabase } from './check-database.ts';
import { checkMachine, readMachineProperties } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { findUnknownSettings } from './unknown-settings.ts';
import { checkProxy } from './check-proxy.ts';
import { checkStoredFiles } from './check-stored-files.ts';
import type { DoctorFinding } from '../probes/doctor-finding.ts';
import { probes } from '../probes/probes.ts';
import { createServer } from 'node:net';
import { loopbackUrl } from '../settings/local-mode.ts';

/**
 * The findings about one part of the installation. If the check itself throws, its error is the finding. `skipped`: why
 * the part could not be checked.
 */
export interface DoctorCheckResult {
  name: string;
  findings: DoctorFinding[];
  skipped?: string;
}

export async function examineInstallation(
  config: ServerConfig,
  environment: Environment,
): Promise<DoctorCheckResult[]> {
  const { DATA_DIR, DATABASE_URL, SUPABASE_URL } = config;
  const isRunning = findRunningInstance(DATA_DIR) !== null;
  const keys = readKeys(DATA_DIR);
  const connection = DATABASE_URL
    ? parseDatabaseUrl(DATABASE_URL)
    : isRunning
      ? readEmbeddedConnectionParameters(DATA_DIR)
      : undefined;
  return Promise.all([
    check('settings', () => findUnknownSettings(environment)),
    check('machine', () => checkMachine(readMachineProperties(environment))),
    check('port', () => (isRunning ? [] : checkListenPort(config))),
    SUPABASE_URL
      ? skip('data folder', 'a Supabase project keeps the data')
      : check('data folder', async () => {
          const found = await Promise.all(probes.dataFolder.map((probe) => probe.findProblems(config)));
          return [...checkDataFolder(DATA_DIR), ...found.flat()];
        }),
    SUPABASE_URL
      ? check('database', () => checkHostedProject(SUPABASE_URL, config.SECRET_KEY ?? ''))
      : connection
        ? check('database', () => checkDatabase(connection, DATABASE_URL ? undefined : DATA_DIR))
        : skip('database', 'it is not running'),
    connection
      ? check('stored files', () => checkStoredFiles(connection, DATA_DIR))
      : skip('stored files', 'the database is not running'),
    config.localMode
      ? skip('proxy', 'there is none in local mode; set SITE_URL')
      : check('proxy', () =>
          checkProxy({
            ...config,
            keyId: keys?.signingKeys?.[0]?.kid,
            publishableKey: SUPABASE_URL ? undefined : (config.PUBLISHABLE_KEY ?? keys?.publishableKey),
            secretKey: config.SECRET_KEY ?? keys?.secretKey,
          }),
        ),
    config.localMode && config.SMTP_URL === undefined
      ? skip('mail', 'none is sent in local mode; before you go live, set SMTP_URL and MAIL_FROM')
      : check('mail', () => checkMail(config)),
    SUPABASE_URL
      ? skip('backups', 'a Supabase project has its own')
      : config.localMode && missingBackupSettings(config).length === 2
        ? skip('backups', 'none are made; before you go live, set BACKUP_TO and BACKUP_PASSPHRASE')
        : check('backups', () => checkBackups(config)),
  ]);
}

async function checkHostedProject(url: string, secretKey: string): Promise<DoctorFinding[]> {
  const problem = await examineHostedProject(url, secretKey);
  return problem === null ? [] : [problem];
}

async function check(
  name: string,
  find: () => DoctorFinding[] | Promise<DoctorFinding[]>,
): Promise<DoctorCheckResult> {
  try {
    return { name, findings: await find() };
  } catch (error) {
    const finding = `it could not be checked (${(error as Error).message})`;
    return { name, findings: [{ what: name, finding, fix: 'fix that first, then run this again' }] };
  }
}

function skip(name: string, skipped: string): DoctorCheckResult {
  return { name, findings: [], skipped };
}

/** Reads stored keys, but creates none. */
function readKeys(dataDir: string): BackendKeys | undefined {
  const file = join(dataDir, 'keys.json');
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BackendKeys) : undefined;
  } catch {
    return undefined;
  }
}

const timeoutMs = 2_000;

/** Whether a server could listen there now, or ours already does. The port is free again afterwards. */
export async function checkListenPort({
  HOST: host,
  PORT: port,
  SITE_URL,
}: Pick<ServerConfig, 'HOST' | 'PORT' | 'SITE_URL'>): Promise<DoctorFinding[]> {
  const server = createServer();
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => resolve(undefined));
  });
  server.close();
  if (!problem || (problem.code === 'EADDRINUSE' && (await isOurs(loopbackUrl(host, port), SITE_URL))))
    return [];
  const fixes: Record<string, string> = {
    EADDRINUSE: `see what is using it: ss -ltnp 'sport = :${port}' (systemd, if fairlead.socket holds it while the service is stopped); or set another PORT`,
    EACCES: 'ports under 1024 are for root: choose another PORT and let the proxy listen there',
    EADDRNOTAVAIL: 'HOST is not an address of this machine: ip addr lists its addresses',
  };
  const fix = fixes[problem.code ?? ''] ?? 'choose another HOST or PORT';
  return [{ what: 'port', finding: `${host}:${port} cannot be used (${problem.code})`, fix }];
}

/** Our own server is recognised by its robots.txt, whose sitemap URL is below SITE_URL. */
async function isOurs(url: string, siteUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/robots.txt`, { signal: AbortSignal.timeout(timeoutMs) });
    return (await response.text()).includes(siteUrl);
  } catch {
    return false;
  }
}
