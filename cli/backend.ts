// `npm run backend -- --workdir DIR --port N`: serves any supabase/ folder.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readBackendOptions, usage } from './backend-options.ts';
import type { BackendOptions } from './backend-options.ts';
import { readDatabaseUrl } from '@fairlead/backend/database/connection.ts';
import type { DatabaseConnection } from '@fairlead/backend/database/connection.ts';
import { startEmbeddedServer } from '@fairlead/backend/database/embedded-server.ts';
import { withMigrationLock } from '@fairlead/backend/database/migrate.ts';
import type { LogEntry } from '@fairlead/backend/errors/log-entry.ts';
import { StartupError } from '@fairlead/backend/errors/startup-error.ts';
import { createBackend } from '@fairlead/backend/index.ts';
import { readProject } from '@fairlead/backend/project/read-project.ts';
import { serveHttp } from '@fairlead/backend/serve-http.ts';
import { ensureKeysInDatabase, ensureKeysInFolder } from '@fairlead/backend/tokens/key-store.ts';
import type { Keys } from '@fairlead/backend/tokens/keys.ts';

/** What must be undone at the end, last first, once no request is under way any more. */
const stops: (() => Promise<void>)[] = [];
let closeHttp = (): Promise<void> => Promise.resolve();
let ending: Promise<void> | undefined;

function end(code: number): Promise<void> {
  ending ??= (async () => {
    await closeHttp();
    for (const stop of stops.toReversed()) await stop();
    process.exit(code);
  })();
  return ending;
}

function log(entry: LogEntry): void {
  if (entry.event === 'request.answered' && entry.level === 'info') return;
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
}

interface OpenDatabase {
  connection: DatabaseConnection;
  readKeys: () => Promise<Keys>;
}

async function openDatabase(options: BackendOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = options;
  if (databaseUrl !== undefined) {
    const connection = readDatabaseUrl(databaseUrl);
    const readKeys = (): Promise<Keys> =>
      withMigrationLock(connection, (client) => ensureKeysInDatabase(client, options.keys));
    return { connection, readKeys };
  }
  const server = await startEmbeddedServer({ dataDir, log });
  stops.push(server.stop);
  return { connection: server.connection, readKeys: async () => ensureKeysInFolder(dataDir, options.keys) };
}

async function run(options: BackendOptions): Promise<void> {
  const { workdir, host, port, trustedProxies } = options;
  if (!existsSync(join(workdir, 'supabase'))) {
    throw new StartupError(`${workdir} holds no supabase/ folder: name a project root with --workdir`);
  }
  const project = readProject(workdir, process.env);
  // The port first: when it is taken, nothing has been started yet.
  const http = await serveHttp({ host, port, trustedProxies });
  closeHttp = http.close;
  const { connection, readKeys } = await openDatabase(options);
  const publicUrl = options.publicUrl ?? http.url;
  const backend = createBackend({
    connection,
    workdir,
    publicUrl,
    keys: await readKeys(),
    readKeys,
    mail: options.mail,
    environment: process.env,
    storage: { folder: join(options.dataDir, 'storage'), soleWriter: options.databaseUrl === undefined },
    log,
  });
  stops.push(backend.close);
  await backend.migrate();
  await backend.seed(project.seedFiles);
  http.answer = backend.fetch;
  http.upgrade = backend.upgrade;
  http.drain = backend.drain;
  const own = options.databaseUrl === undefined;
  const lines = [
    `  Backend    ${http.url}`,
    `  Project    ${project.folder}`,
    `  Data       ${own ? options.dataDir : 'the database of DATABASE_URL'}`,
    `  Keys       ${own ? join(options.dataDir, 'keys.json') : 'table backend.keys of that database'}`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

/** Serves until a signal ends the process. */
export async function serveProject(args: string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => void end(0));
  try {
    const options = readBackendOptions(args, process.env);
    if (options !== undefined) await run(options);
    else {
      process.stdout.write(usage);
      // The parent process holds a channel to this one, which would keep it waiting.
      await end(0);
    }
  } catch (error) {
    process.stderr.write(`backend: ${error instanceof StartupError ? error.message : String(error)}\n`);
    await end(1);
  }
}
