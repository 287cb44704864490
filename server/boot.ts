import { join } from 'node:path';
import { createBackend, type Backend } from '@fairlead/backend/index.ts';
import { startEmbeddedServer } from '@fairlead/backend/database/embedded-server.ts';
import { agency } from '../site/app/agency.ts';
import { openAccountLinks } from '../site/app/data/account-links.ts';
import type { BackendAccess } from '../site/app/data/backend-context.ts';
import type { DatabaseConnection } from '@fairlead/backend/database/connection.ts';
import type { Keys } from '@fairlead/backend/tokens/keys.ts';
import { deriveHeaderKey } from '../site/app/data/header-key.ts';
import { checkHosted } from './hosted-project.ts';
import { makeDataFolder, openFolderKeys, openSharedDatabase, readKeysAgain } from './keys.ts';
import { writeLog, writeLogForPeople } from './log/write-log.ts';
import { senderOf } from './mail/sender-address.ts';
import type { Settings } from './config.ts';
import { projectRoot } from './project-root.ts';

/** A running backend, or the way to a hosted one. */
export interface Engine {
  access: BackendAccess;
  keys: Keys;
  /** Null on a hosted project. */
  backend: Backend | null;
  /** Where data lives, for people. */
  whereabouts: string;
  /** The files that this start ran on the database: migrations, then seeds. */
  applied: { migrations: string[]; seeds: string[] };
  /** The folder of the embedded database; null where there is none. */
  dataDir: string | null;
  close(): Promise<void>;
}

function linksOf(settings: Settings, door: Pick<BackendAccess, 'url' | 'fetch'> & { secretKey: string }) {
  return openAccountLinks({ ...door, siteUrl: settings.SITE_URL, sendsMail: Boolean(settings.SMTP_URL) });
}

function hostedEngine(settings: Settings, url: string): Engine {
  const keys = {
    jwtSecret: '',
    publishableKey: settings.PUBLISHABLE_KEY ?? '',
    secretKey: settings.SECRET_KEY ?? '',
  };
  return {
    access: {
      url,
      publishableKey: keys.publishableKey,
      headerKey: deriveHeaderKey(keys.secretKey),
      fetch,
      publicOrigin: url,
      practiceBilling: false,
      strictPasswords: false,
      sendsMail: Boolean(settings.SMTP_URL),
      mailFolder: null,
      accountLinks: linksOf(settings, { url, fetch, secretKey: keys.secretKey }),
    },
    keys,
    backend: null,
    whereabouts: `${url} (SUPABASE_URL)`,
    applied: { migrations: [], seeds: [] },
    dataDir: null,
    close: () => Promise.resolve(),
  };
}

/** Starts the database (or reaches the given one), migrates and, for a server, seeds once. Throws errors that name the fix. */
export async function boot(
  settings: Settings,
  { seed, practiceStripe }: { seed: boolean; practiceStripe?: string | undefined },
): Promise<Engine> {
  if (settings.SUPABASE_URL) {
    await checkHosted(settings, settings.SUPABASE_URL);
    return hostedEngine(settings, settings.SUPABASE_URL);
  }
  // A verb never takes a database over: what it changes may be the records of the folder that this one is a copy of.
  const database = await openDatabase(settings, { takeOver: seed });
  try {
    const engine = makeEngine(settings, database.keys, database, practiceStripe);
    engine.applied.migrations = await engine.backend.migrate();
    if (seed) engine.applied.seeds = await seedSamples(engine.backend, settings.localMode);
    return engine;
  } catch (error) {
    await database.stop();
    throw settings.DATABASE_URL ? explainRights(error) : error;
  }
}

function seedSamples(backend: Backend, withLeads: boolean): Promise<string[]> {
  const samples = withLeads ? ['seed.sql', 'sample-leads.sql'] : ['seed.sql'];
  return backend.seed(samples.map((name) => join(projectRoot, 'supabase', name)));
}

const insufficientPrivilege = '42501';

/** The roles of the protocol are made by the first migration; an ordinary login may not. */
function explainRights(error: unknown): unknown {
  const { message, cause } = error as Error;
  if ((cause as { code?: string } | undefined)?.code !== insufficientPrivilege) return error;
  return new Error(
    `DATABASE_URL: ${message}; its login must be a superuser, or one that may make roles with BYPASSRLS`,
    { cause: error },
  );
}

interface OpenDatabase {
  connection: DatabaseConnection;
  whereabouts: string;
  stop: () => Promise<void>;
}

/** The backend on a database that is there and migrated, or will be before its first request. */
export function makeEngine(
  settings: Settings,
  keys: Keys,
  database: OpenDatabase,
  practiceStripe?: string,
): Engine & { backend: Backend } {
  const backend = createBackend({
    connection: database.connection,
    workdir: projectRoot,
    publicUrl: settings.SITE_URL,
    keys,
    readKeys: () => readKeysAgain(settings),
    // Servers that share a database must share this folder too.
    storage: { folder: join(settings.DATA_DIR, 'storage'), soleWriter: !settings.DATABASE_URL },
    log: settings.localMode || process.stderr.isTTY ? writeLogForPeople : writeLog,
    limits: settings.localMode ? { perMinute: 600 } : {},
    mail: {
      smtpUrl: settings.SMTP_URL,
      from: senderOf(settings),
      folder: join(settings.DATA_DIR, 'mail'),
    },
    // On the internet an address is proved by mail, where mail can be sent (G-5).
    auth: {
      siteUrl: settings.SITE_URL,
      siteName: agency.name,
      confirmAddresses: !settings.localMode && Boolean(settings.SMTP_URL),
      // Without mail an account opens at once, and its session would tell a new address from a registered one (G-34).
      signUpWithoutSession: !settings.localMode && settings.SIGN_UP !== 'open',
      strictPasswords: !settings.localMode,
    },
    environment: practiceStripe ? { ...process.env, STRIPE_API_URL: practiceStripe } : process.env,
    // Telling which addresses have accounts is the literal specification, fit for a laptop only (G-34).
    hideExistingUsers: () => Promise.resolve(settings.SIGN_UP !== 'open'),
  });
  const door = { url: settings.SITE_URL, fetch: inProcess(backend) };
  return {
    access: {
      ...door,
      publishableKey: keys.publishableKey,
      headerKey: deriveHeaderKey(keys.secretKey),
      publicOrigin: '',
      practiceBilling: practiceStripe !== undefined,
      strictPasswords: !settings.localMode,
      sendsMail: Boolean(settings.SMTP_URL),
      mailFolder: settings.localMode && !settings.SMTP_URL ? join(settings.DATA_DIR, 'mail') : null,
      accountLinks: linksOf(settings, { ...door, secretKey: keys.secretKey }),
    },
    keys,
    backend,
    whereabouts: database.whereabouts,
    applied: { migrations: [], seeds: [] },
    dataDir: settings.DATABASE_URL ? null : settings.DATA_DIR,
    async close() {
      await backend.close();
      await database.stop();
    },
  };
}

async function openDatabase(
  settings: Settings,
  { takeOver }: { takeOver: boolean },
): Promise<OpenDatabase & { keys: Keys }> {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL) {
    const stop = (): Promise<void> => Promise.resolve();
    // Uploaded files are kept there.
    makeDataFolder(settings);
    const { connection, keys } = await openSharedDatabase(settings, DATABASE_URL);
    return { connection, keys, whereabouts: describeShared(connection), stop };
  }
  const { connection, clusterFolder, stop } = await startEmbeddedServer({
    dataDir: DATA_DIR,
    log: writeLog,
    takeOver,
  });
  const whereabouts = clusterFolder.startsWith(DATA_DIR)
    ? DATA_DIR
    : `${DATA_DIR}, its database in ${clusterFolder}`;
  try {
    return { connection, keys: openFolderKeys(settings), whereabouts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function describeShared({ database, host, port }: DatabaseConnection): string {
  return `database ${database} on ${host}, port ${port} (DATABASE_URL); keys in its table backend.keys`;
}

/** The client is handed the backend's own fetch: the full protocol without a socket. */
function inProcess(backend: Backend): typeof fetch {
  return (input, init) => backend.fetch(new Request(input, init));
}
