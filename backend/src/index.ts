// Creates the backend: connects pools, services, rate limits, migrations, shutdown.
import { createBackendApp } from './create-backend-app.ts';
import type { Backend, BackendConfig, TableWriteListener, FailedSignInListener } from './backend.ts';
import { createAuthService } from './auth/create-auth-service.ts';
import { dropUnresponsiveConnections } from './database/drop-connections.ts';
import { listenForPgNotifications } from './database/listen-for-pg-notifications.ts';
import { migrateDatabase } from './database/migrate-database.ts';
import { createPool } from './database/pool.ts';
import { requireSessionPoolingForPool, warnAboutSessionUser } from './database/pooling.ts';
import { accountOf, type ReadCounter, type RowsReadListener } from './database/rows-read.ts';
import { invalidateRoleSettings } from './database/role-settings.ts';
import { createReadinessCheck } from './database/readiness-check.ts';
import { seedDatabase } from './database/seed-database.ts';
import { databaseEventChannel, logDatabaseEvent } from './errors/log-entry.ts';
import { serverStoppingError } from './errors/backend-error.ts';
import { runCleanupSteps, notifyAll } from './errors/call-all.ts';
import { readFunctionsConfig } from './functions/config.ts';
import { createFunctionsService } from './functions/create-functions-service.ts';
import { clientAddressOrLoopback, setRemoteAddress, remoteAddress } from './edge/client-address.ts';
import { createBufferedResponse } from './edge/responses.ts';
import { normalizeIpAddress } from './limits/client-ip-key.ts';
import { createRateLimiter } from './limits/rate-limiter.ts';
import { createAccountMailer } from './mail/create-account-mailer.ts';
import { readProjectSmtp } from './mail/read-project-smtp.ts';
import { acquireExternalRequestSlot, createRequestLimits } from './edge/middleware.ts';
import { readBackendStats } from './read-stats.ts';
import { readProject } from './project/read-project.ts';
import { readMigrationSets } from './read-migration-sets.ts';
import { parseRealtimeConfig } from './realtime/config.ts';
import { createRealtimeService } from './realtime/create-realtime-service.ts';
import { checkAuthenticatorSettings } from './rest/check-authenticator-settings.ts';
import { createRestService } from './rest/create-rest-service.ts';
import { keysChangedChannel, prependProjectSigningKeys, createKeyReloader } from './tokens/refresh-keys.ts';
import { parseStorageConfig } from './storage/config.ts';
import { createStorageService } from './storage/create-storage-service.ts';
import { knownJwtSecrets } from './tokens/keys.ts';
import { readProjectSigningKeys } from './tokens/signing-keys.ts';
import { isUnauthenticatedRequest, resolveCaller } from './tokens/resolve-caller.ts';
import { logSecretKeyUse } from './tokens/resolve-key.ts';

export type { Backend, BackendConfig, FailedSignInListener } from './backend.ts';
export type { RowsRead } from './database/rows-read.ts';
export type { BackendStats } from './read-stats.ts';

const callerConnections = 10;
const usersTable = 'auth.users';

/** Callers must run migrate() before the first request. */
export function createBackend(config: BackendConfig): Backend {
  const { connection } = config;
  const log = config.log ?? (() => {});
  const project = readProject(config.workdir, config.environment);
  for (const message of project.warnings) log({ level: 'warn', event: 'config.no_effect', message });
  const projectKeys = readProjectSigningKeys(project.folder, project.tables['auth']);
  prependProjectSigningKeys(config.keys, projectKeys);
  const smtp = config.mail?.smtpUrl ? undefined : readProjectSmtp(project.tables['auth']);
  const ownerPool = createPool(connection, { max: 5 });
  const mail = createAccountMailer(
    { ...config.mail, ...smtp },
    { pool: ownerPool, secrets: () => knownJwtSecrets(config.keys), log },
  );
  const keys = createKeyReloader(config, projectKeys, log);
  keys.onChange(mail.reencrypt);
  const callerPool = createPool(connection, { max: callerConnections, restingRole: 'authenticator' });
  const checkReadiness = createReadinessCheck(ownerPool, log);
  const listeners = new Set<TableWriteListener>();
  const signInListeners = new Set<FailedSignInListener>();
  const readListeners = new Set<RowsReadListener>();
  const reads: ReadCounter = {
    tables: new Set(),
    report({ role, claims }, address, rows) {
      if (rows.size > 0)
        notifyAll(readListeners, { account: accountOf({ role, claims }), role, address, rows }, log);
    },
  };
  let draining = false;
  const requestLimits = createRequestLimits();

  function emitCommit(tables: readonly string[]): void {
    notifyAll(listeners, tables, log);
  }

  const rest = createRestService({
    pool: callerPool,
    remoteAddress: knownAddress,
    resolveCaller: (request) => resolveCaller(request, config.keys),
    acquireSlot: (request) => acquireExternalRequestSlot(requestLimits.semaphore, request),
    takeLargeBodyTurn: (request) => acquireExternalRequestSlot(requestLimits.largeBodies, request),
    notifyCommit: emitCommit,
    schemas: project.schemas,
    extraSearchPath: project.extraSearchPath,
    maxRows: project.maxRows,
    textResponse: createBufferedResponse,
    reads,
    log,
  });

  /** Called when tables, functions or role settings may have changed. */
  function invalidateSchema(): void {
    invalidateRoleSettings(callerPool);
    rest.invalidateSchema();
    realtime.invalidateSchema();
  }

  const listener = listenForPgNotifications(connection, {
    channels: ['table_changed', 'pgrst', keysChangedChannel, databaseEventChannel],
    onNotification(channel, payload) {
      if (channel === 'table_changed') emitCommit([payload || '*']);
      else if (channel === keysChangedChannel) void keys.reload();
      else if (channel === databaseEventChannel) logDatabaseEvent(payload, log);
      else invalidateSchema();
    },
    onGap() {
      invalidateSchema();
      void keys.reload();
      emitCommit(['*']);
    },
    onUnresponsive: (scope) => dropUnresponsiveConnections(scope, [ownerPool, callerPool]),
  });

  const limits = createRateLimiter(config.limits, ownerPool);
  const realtime = createRealtimeService({
    connection,
    resolveCaller: (request) => resolveCaller(request, config.keys),
    clientAddress: clientAddressOrLoopback,
    limits,
    config: parseRealtimeConfig(project.tables['realtime']),
    limitOverrides: config.realtime,
    reads,
    log,
  });

  const auth = createAuthService({
    table: project.tables['auth'],
    overrides: config.auth,
    workdir: config.workdir,
    pool: ownerPool,
    keys: config.keys,
    publicUrl: config.publicUrl,
    limits,
    mail,
    log,
    clientAddress: clientAddressOrLoopback,
    remoteAddress: knownAddress,
    hideExistingUsers: config.hideExistingUsers,
    onUsersRead(request, users) {
      const caller = { role: 'service_role', claims: {} };
      if (reads.tables.has(usersTable))
        reads.report(caller, knownAddress(request), new Map([[usersTable, users]]));
    },
    onFailedSignIn: (failed) => notifyAll(signInListeners, failed, log),
  });

  const storage =
    config.storage &&
    createStorageService({
      ...config.storage,
      pool: callerPool,
      ownerPool,
      resolveCaller: (request) => resolveCaller(request, config.keys),
      acquireSlot: (request) => acquireExternalRequestSlot(requestLimits.semaphore, request),
      remoteAddress: knownAddress,
      keys: config.keys,
      notifyCommit: emitCommit,
      config: parseStorageConfig(project.tables['storage']),
      log,
    });

  const functions = createFunctionsService({
    config: readFunctionsConfig(project.folder, project.tables),
    keys: config.keys,
    publicUrl: config.publicUrl,
    internalUrl: config.internalUrl ?? config.publicUrl,
    limits: config.functionLimits,
    remoteAddress,
    log,
  });

  const app = createBackendApp({
    services: {
      ...(project.authEnabled && { auth: auth.handle }),
      ...(project.restEnabled && { rest: rest.handle }),
      ...(storage && { storage: storage.handle }),
      realtime: realtime.handle,
      functions: functions.handle,
    },
    async ready() {
      if (draining) throw serverStoppingError();
      await checkReadiness();
    },
    requestLimits,
    isUnauthenticated: (request) => isUnauthenticatedRequest(request, config.keys),
    responseHeaders: { publicUrl: config.publicUrl, publishableKey: config.keys.publishableKey },
    log,
  });

  async function applyMigrations(): Promise<string[]> {
    const onWarning = (message: string): void => log({ level: 'warn', event: 'migration.warning', message });
    const sets = await readMigrationSets(project, onWarning);
    return migrateDatabase(connection, sets, { program: config.program, onWarning, log });
  }

  /** Throws if the roles or a pooler do not allow what the services need. */
  async function checkLogins(): Promise<void> {
    await warnAboutSessionUser(callerPool, log);
    await requireSessionPoolingForPool(callerPool);
    if (!project.restEnabled) return;
    for (const message of await checkAuthenticatorSettings(ownerPool, project))
      log({ level: 'warn', event: 'config.no_effect', message });
  }

  return {
    async fetch(request, from) {
      if (!from) return app.fetch(request);
      setRemoteAddress(request, from.address);
      return logSecretKeyUse(request, config.keys, log, await app.fetch(request));
    },
    upgrade: (request, socket, head, from) => realtime.upgrade(request, socket, head, from.address),
    async migrate({ isDatabaseUpToDate = false } = {}) {
      const applied = isDatabaseUpToDate ? [] : await applyMigrations();
      if (!isDatabaseUpToDate) invalidateSchema();
      await Promise.all([checkLogins(), storage?.start(), mail.reencrypt()]);
      auth.start();
      mail.wake();
      for (const file of applied) log({ level: 'info', event: 'migration.applied', message: file });
      return applied;
    },
    async seed(files) {
      const done = await seedDatabase(connection, files, log);
      for (const file of done) log({ level: 'info', event: 'seed.applied', message: file });
      if (done.length > 0) emitCommit(['*']);
      return done;
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onFailedSignIn: (listener) => void signInListeners.add(listener),
    onRowsRead(tables, listener) {
      reads.tables = new Set(tables);
      readListeners.add(listener);
      rest.invalidateSchema();
    },
    readStats: () => readBackendStats({ ownerPool, callerPool, realtime }),
    onKeysChange: keys.onChange,
    reloadKeys: keys.reload,
    listening: Promise.all([listener.ready, realtime.ready]),
    drain() {
      draining = true;
      return realtime.drain();
    },
    close: () =>
      runCleanupSteps([
        () => Promise.all([listener.close(), realtime.close()]),
        () => auth.close(),
        () => mail.close(),
        () => storage?.close(),
        () => functions.close(),
        () => Promise.all([ownerPool.end(), callerPool.end()]),
      ]),
  };
}

function knownAddress(request: Request): string | undefined {
  const address = remoteAddress(request);
  return address === undefined ? undefined : normalizeIpAddress(address);
}
