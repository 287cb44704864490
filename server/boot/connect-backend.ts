// Connects a server or a command to its backend: embedded, DATABASE_URL or a hosted Supabase project.
import { join } from 'node:path';
import type { Backend } from '@fairlead/backend';
import { PermanentStartupError } from '@fairlead/backend/errors';
import { configuredRetiredSecrets, type BackendKeys } from '@fairlead/backend/tokens';
import type { AgencySource } from '../../site/app/agency/agency.ts';
import { createAccountInviter } from '../../site/app/data/account-inviter.ts';
import type { BackendAccess } from '../../site/app/data/backend-context.ts';
import { storageQuotaOf } from '../settings/storage-settings.ts';
import { createAgencySource, readAgencyRecord } from '../agency/create-agency-source.ts';
import type { ServerConfig } from '../settings/config.ts';
import { configuredKeysOf } from '../settings/configured-keys-of.ts';
import { loopbackUrl } from '../settings/local-mode.ts';
import { writeLog, writeLogExceptSetup } from '../log/write-log.ts';
import { longestBackupRetention } from '../settings/longest-backup-retention.ts';
import { createMailConfig } from '../mail/mail-config.ts';
import { layOutAccountMail } from '../../site/app/mail/lay-out-account-mail.ts';
import { readProgramVersion } from '../process/read-program-version.ts';
import { projectRoot } from '../project-root.ts';
import { bootBackend, type BootedBackend } from './boot-backend.ts';
import { ensureDataFolder } from '../process/ensure-data-folder.ts';
import { examineHostedProject } from './examine-hosted-project.ts';
import { headerSigningKeysOf } from './keys.ts';
import type { OpenedDatabase } from './open-database.ts';

/** A hosted project does not notify of writes, so caches expire after this time. */
const hostedLifetimeMs = 1_000;

/** The backend in this process, or a hosted Supabase project. */
export interface ConnectedBackend {
  access: BackendAccess;
  keys: BackendKeys;
  /** Null on a hosted project. */
  backend: Backend | null;
  location: string;
  applied: BootedBackend['applied'];
  /** Null without an embedded database. */
  dataDir: string | null;
  close(): Promise<void>;
}

export interface ConnectBackendOptions {
  /** True for a server, which seeds and may take over the database of a copied folder; false for a command. */
  seed: boolean;
  stripeUrl?: string | undefined;
  /** Aborts the start. */
  signal?: AbortSignal;
  /** Aborted when calls to other machines are no longer waited for. */
  callLimit?: AbortSignal;
  /** Called once, while the database starts. */
  whileStarting?: (() => void) | undefined;
}

/** Throws errors that name the fix. */
export async function connectBackend(
  config: ServerConfig,
  { seed, stripeUrl, signal, callLimit, whileStarting }: ConnectBackendOptions,
): Promise<ConnectedBackend> {
  if (config.SUPABASE_URL) {
    await checkHostedProject(config.SUPABASE_URL, config.SECRET_KEY ?? '', signal);
    // The server stores its records about mail and versions there, although the database is elsewhere.
    ensureDataFolder(config.DATA_DIR);
    whileStarting?.();
    return connectHosted(config, config.SUPABASE_URL, callLimit);
  }
  const { agency, create } = siteBackend(config, { stripeUrl, callLimit });
  const { backend, database, applied, close } = await bootBackend({
    database: {
      databaseUrl: config.DATABASE_URL,
      dataDir: config.DATA_DIR,
      // A command must not take the port of a server that is about to start.
      tcpPort: seed ? config.DATABASE_PORT : undefined,
      keys: configuredKeysOf(config),
      log: writeLog,
      takeOver: seed,
      signal,
      onSpawned: whileStarting,
    },
    workdir: projectRoot,
    environment: config.environment,
    create,
    seedFiles: seed ? seedFiles(config) : [],
  });
  return { ...describeConnection(config, backend, agency, database, stripeUrl), applied, close };
}

/** For a database that is migrated before the first request. */
export async function connectBackendToDatabase(
  config: ServerConfig,
  { connection, keys }: Pick<OpenedDatabase, 'connection' | 'keys'>,
): Promise<ConnectedBackend & { backend: Backend }> {
  const { agency, create } = siteBackend(config);
  const backend = await create({ connection, keys, readKeys: () => Promise.resolve(keys) });
  const database = { keys, location: config.DATA_DIR };
  return { ...describeConnection(config, backend, agency, database), close: () => backend.close() };
}

function seedFiles({ localMode }: ServerConfig): string[] {
  const names = localMode ? ['seed.sql', 'sample-leads.sql', 'published-samples.sql'] : ['seed.sql'];
  return names.map((name) => join(projectRoot, 'supabase', name));
}

type BackendDatabase = Pick<OpenedDatabase, 'connection' | 'keys' | 'readKeys'>;

/** The backend's mails contain the agency's name, which is read through the backend. */
function siteBackend(
  config: ServerConfig,
  options: { stripeUrl?: string | undefined; callLimit?: AbortSignal | undefined } = {},
): { agency: AgencySource; create: (database: BackendDatabase) => Promise<Backend> } {
  let connection: Parameters<typeof readAgencyRecord>[0] | undefined;
  const agency = createAgencySource({
    async read() {
      if (!connection) throw new Error('the database is not open yet');
      return readAgencyRecord(connection);
    },
  });
  return {
    agency,
    async create(database) {
      const backend = await createSiteBackend(config, database, agency, options);
      const { publishableKey } = database.keys;
      connection = { url: config.SITE_URL, publishableKey, fetch: inProcess(backend) };
      backend.onCommit(agency.noteCommit);
      return backend;
    },
  };
}

/** Returns a `fetch` that calls the backend in this process, without a socket. */
function inProcess(backend: Backend): typeof fetch {
  return (input, init) => backend.fetch(new Request(input, init));
}

async function createSiteBackend(
  config: ServerConfig,
  database: BackendDatabase,
  agency: AgencySource,
  { stripeUrl, callLimit }: { stripeUrl?: string | undefined; callLimit?: AbortSignal | undefined },
): Promise<Backend> {
  const { createBackend } = await import('@fairlead/backend');
  const { localMode, environment } = config;
  return createBackend({
    connection: database.connection,
    workdir: projectRoot,
    program: readProgramVersion(),
    publicUrl: config.SITE_URL,
    internalUrl: loopbackUrl(config.HOST, config.PORT),
    keys: database.keys,
    readKeys: database.readKeys,
    // Servers that share a database must share this folder too.
    storage: {
      folder: join(config.DATA_DIR, 'storage'),
      soleWriter: !config.DATABASE_URL,
      quota: storageQuotaOf(config),
    },
    log: localMode || process.stderr.isTTY ? writeLogExceptSetup : writeLog,
    limits: { ...(localMode && { perMinute: 600 }), severalServers: Boolean(config.DATABASE_URL) },
    mail: createMailConfig(config, agency, callLimit),
    auth: {
      siteUrl: config.SITE_URL,
      siteName: () => agency.last().agency.name,
      layOutMail: (words) => layOutAccountMail(words, { ...agency.last(), siteUrl: config.SITE_URL }),
      // On the internet, an address must be verified if mail can be sent (G-5).
      confirmEmails: !localMode && Boolean(config.SMTP_URL),
      // Without mail, a new account can sign in at once; a session in the response would distinguish new from
      // registered addresses (G-34).
      signUpWithoutSession: !localMode && config.SIGN_UP !== 'open',
      strictPasswords: !localMode,
      guessableNames: ['Fairlead'],
    },
    environment: stripeUrl ? { ...environment, STRIPE_API_URL: stripeUrl } : environment,
    // With open sign-up, the response reveals that an address has an account, as specified, which is acceptable only
    // on a laptop (G-34).
    hideExistingUsers: () => Promise.resolve(config.SIGN_UP !== 'open'),
  });
}

function describeConnection(
  config: ServerConfig,
  backend: Backend,
  agency: AgencySource,
  { keys, location }: Pick<OpenedDatabase, 'keys' | 'location'>,
  stripeUrl?: string,
): Omit<ConnectedBackend, 'close'> & { backend: Backend } {
  const { DATA_DIR, DATABASE_URL, SITE_URL, SMTP_URL, localMode } = config;
  return {
    access: {
      ...accessOf(config, { url: SITE_URL, fetch: inProcess(backend), keys, agency }),
      publicOrigin: '',
      practiceBilling: stripeUrl !== undefined,
      backupsKept: config.BACKUP_TO ? longestBackupRetention(config.BACKUP_KEEP) : null,
      strictPasswords: !localMode,
      mailFolder: localMode && !SMTP_URL ? join(DATA_DIR, 'mail') : null,
    },
    keys,
    backend,
    location,
    applied: { migrations: [], seeds: [] },
    dataDir: DATABASE_URL ? null : DATA_DIR,
  };
}

function connectHosted(config: ServerConfig, url: string, callLimit?: AbortSignal): ConnectedBackend {
  const fetchUntilLimit: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: anySignal(init?.signal, callLimit) });
  const { PUBLISHABLE_KEY: publishableKey = '', SECRET_KEY: secretKey = '' } = config;
  const keys: BackendKeys = {
    jwtSecret: '',
    publishableKey,
    secretKey,
    retired: configuredRetiredSecrets(configuredKeysOf(config)),
  };
  const agency = createAgencySource({
    read: () => readAgencyRecord({ url, publishableKey, fetch: fetchUntilLimit }),
    lifetimeMs: hostedLifetimeMs,
  });
  return {
    access: {
      ...accessOf(config, { url, fetch: fetchUntilLimit, keys, agency }),
      publicOrigin: url,
      practiceBilling: false,
      backupsKept: null,
      strictPasswords: false,
      mailFolder: null,
    },
    keys,
    backend: null,
    location: `${url} (SUPABASE_URL)`,
    applied: { migrations: [], seeds: [] },
    dataDir: null,
    close: () => Promise.resolve(),
  };
}

interface ProjectConnection extends Pick<BackendAccess, 'url' | 'fetch' | 'agency'> {
  keys: BackendKeys;
}

/** What is the same for a backend in this process and a hosted project. */
function accessOf(config: ServerConfig, { url, fetch, agency, keys }: ProjectConnection) {
  const sendsMail = Boolean(config.SMTP_URL);
  const agencyName = () => agency.last().agency.name;
  return {
    url,
    fetch,
    agency,
    publishableKey: keys.publishableKey,
    ...headerSigningKeysOf(keys),
    version: readProgramVersion(),
    sendsMail,
    receivesMail: Boolean(config.REPLY_ADDRESS),
    accountInviter: createAccountInviter({
      url,
      fetch,
      keys,
      agencyName,
      siteUrl: config.SITE_URL,
      sendsMail,
    }),
    health: null,
  };
}

function anySignal(...signals: (AbortSignal | null | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal != null));
}

/** Uses the secret key, so that the start fails if it is wrong. */
async function checkHostedProject(url: string, secretKey: string, stop?: AbortSignal): Promise<void> {
  const problem = await examineHostedProject(url, secretKey, stop);
  if (problem === null) return;
  const message = `${problem.what}: ${problem.finding}: ${problem.fix}`;
  throw problem.isPermanent ? new PermanentStartupError(message) : new Error(message);
}
