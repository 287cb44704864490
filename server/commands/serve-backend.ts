// The backend command: serves the backend of any supabase/ folder without the site.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PermanentStartupError, StartupError } from '@fairlead/backend/errors';
import { readProject } from '@fairlead/backend/project';
import { startHttpServer, type HttpServer } from '@fairlead/backend/http';
import { bootBackend } from '../boot/boot-backend.ts';
import type { Environment } from '../settings/config.ts';
import { readProgramVersion } from '../process/read-program-version.ts';
import { startDatabaseJobs } from '../jobs/start-database-jobs.ts';
import { loopbackUrl } from '../settings/local-mode.ts';
import { registerSecrets } from '../log/hide-secrets.ts';
import { handleUncaughtErrors } from '../log/handle-uncaught-errors.ts';
import { flushLog, writeLog } from '../log/write-log.ts';
import { runOutsideProgramContext, runInProgramContext } from '../log/program-context.ts';
import { recordRunningInstance } from '../process/running-instance.mjs';
import { createShutdownHandler, type ShutdownHandler } from '../process/shutdown.ts';
import { logUnknownSettings } from '../doctor/unknown-settings.ts';
import {
  readBackendCommandOptions,
  type BackendCommandFlags,
  type BackendCommandOptions,
} from './backend-command-options.ts';
import type { CommandCall } from './command-declaration.ts';
import { dropToOwner } from './drop-to-owner.mjs';

/** Serves any supabase/ folder, with the listener and boot of `npm start`. */
export async function serveBackend({
  options: flags,
  environment,
}: CommandCall<BackendCommandFlags>): Promise<void> {
  const shutdown = createShutdownHandler();
  shutdown.onEnd(flushLog);
  handleUncaughtErrors({ end: () => void shutdown.end(1) });
  registerSecrets(environment);
  await shutdown.run(
    () => runInProgramContext(start),
    (error) => process.stderr.write(`backend: ${error instanceof Error ? error.message : String(error)}\n`),
  );

  async function start(): Promise<void> {
    logUnknownSettings(environment);
    const settings = readBackendCommandOptions(flags, environment);
    dropToOwner(settings.dataDir);
    await serveProject(settings, environment, shutdown);
  }
}

async function serveProject(
  options: BackendCommandOptions,
  environment: Environment,
  shutdown: ShutdownHandler,
): Promise<void> {
  const { workdir, dataDir, databaseUrl, databasePort } = options;
  if (!existsSync(join(workdir, 'supabase'))) {
    throw new PermanentStartupError(
      `${workdir} has no supabase/ folder: set the project root with --workdir`,
    );
  }
  const project = readProject(workdir, environment);
  // The port is opened first: if it is in use, no database has been changed yet.
  const http = await listen(options);
  shutdown.setHttpServer(http, options);
  shutdown.signal.throwIfAborted();
  const isEmbedded = databaseUrl === undefined;
  const booted = await bootBackend({
    database: {
      databaseUrl,
      dataDir,
      tcpPort: databasePort,
      keys: options.keys,
      log: writeLog,
      takeOver: true,
      signal: shutdown.signal,
    },
    workdir,
    environment,
    async create({ connection, keys, readKeys }) {
      const { createBackend } = await import('@fairlead/backend');
      return createBackend({
        connection,
        workdir,
        program: readProgramVersion(),
        publicUrl: options.publicUrl ?? http.url,
        internalUrl: loopbackUrl(options.host, http.port),
        keys,
        readKeys,
        mail: { ...options.mail, limit: shutdown.callLimit },
        environment,
        storage: {
          folder: join(dataDir, 'storage'),
          soleWriter: isEmbedded,
          quota: options.storageQuota,
        },
        log: writeLog,
      });
    },
    seedFiles: project.seedFiles,
  });
  shutdown.onEnd(booted.close);
  if (isEmbedded) shutdown.onEnd(startDatabaseJobs(booted.backend, dataDir));
  shutdown.signal.throwIfAborted();
  http.serve(booted.backend);
  if (isEmbedded) {
    const instance = { pid: process.pid, siteUrl: options.publicUrl ?? http.url };
    shutdown.onBegin(recordRunningInstance(dataDir, instance));
  }
  const lines = [
    `  Backend    ${http.url}`,
    `  Project    ${project.folder}`,
    `  Data       ${isEmbedded ? dataDir : 'the database of DATABASE_URL'}`,
    `  Keys       ${isEmbedded ? join(dataDir, 'keys.json') : 'table backend.keys of that database'}`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

async function listen({ host, port, trustedProxies }: BackendCommandOptions): Promise<HttpServer> {
  try {
    return await runOutsideProgramContext(() =>
      startHttpServer({ host, port, trustedProxies, log: writeLog }),
    );
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, host, port);
  }
}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} on ${host} is in use: stop what uses it, or choose another with --port`,
    );
  }
  if (error.code === 'EACCES') {
    return new PermanentStartupError(
      `Port ${port} cannot be opened by this user: choose one above 1023 with --port`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new PermanentStartupError(
      `${host} is not an address of this machine: use one such as 127.0.0.1 with --host`,
    );
  return error;
}
