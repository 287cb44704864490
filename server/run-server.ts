// Starts a server in order: backend, metrics, site, mail, backups; redirects console output to the log.
import type { Server } from 'node:http';
import type { Backend } from '@fairlead/backend';
import type { SiteHandlers } from '@fairlead/backend/http';
import {
  queueBackupProblemMail,
  createSecretKeyClient,
  writeServerSettings,
} from '../site/app/data/server-settings.ts';
import type { PageCacheStats } from '../site/server/page-cache.ts';
import { connectBackend, type ConnectedBackend } from './boot/connect-backend.ts';
import { updateHeaderKeysOnRotation } from './boot/keys.ts';
import { createProxyEchoHandler } from './doctor/proxy-echo.ts';
import { reapplyErasuresAtStart } from './erasures/sync-erasures.ts';
import { readConfig, type ServerConfig, type Environment } from './settings/config.ts';
import { acceptConnections, listenOnPort } from './process/listen.ts';
import { registerSecrets } from './log/hide-secrets.ts';
import { handleUncaughtErrors } from './log/handle-uncaught-errors.ts';
import { flushLog, writeLog, describeError } from './log/write-log.ts';
import { createMetricsCollector } from './observe/create-metrics-collector.ts';
import { createAuditRecorder, readCountedTables } from './observe/create-audit-recorder.ts';
import { createRequestObserverNotifier } from './observe/observe-requests.ts';
import { openAccessLog } from './observe/open-access-log.ts';
import { createServerHealthService } from './health/create-server-health-service.ts';
import { startReadRecording } from './jobs/record-reads.ts';
import { startDatabaseJobs } from './jobs/start-database-jobs.ts';
import { startBackupJobs } from './jobs/start-backup-jobs.ts';
import { startSiteJobs } from './jobs/start-site-jobs.ts';
import { printBanner } from './print-banner.ts';
import { printError } from './log/print-error.ts';
import { runInProgramContext } from './log/program-context.ts';
import { recordRunningInstance } from './process/running-instance.mjs';
import { createShutdownHandler } from './process/shutdown.ts';
import { logUnknownSettings } from './doctor/unknown-settings.ts';
import { inspect } from 'node:util';

/** A server that is listening and connected to its database, before the site is started. */
export interface RunningServer {
  config: ServerConfig;
  connected: ConnectedBackend;
  server: Server;
  /** Aborted when the shutdown no longer waits for calls to other machines. */
  callLimit: AbortSignal;
}

interface RunningSite extends SiteHandlers {
  pageCacheStats?: () => PageCacheStats;
  close?: () => Promise<void>;
}

interface PracticeService {
  url: string;
  close(): Promise<void>;
}

export interface RunServerOptions {
  environment: Environment;
  startSite: (running: RunningServer) => Promise<RunningSite>;
  /** Used in local mode without a Stripe key. */
  startPracticeStripe: () => Promise<PracticeService>;
  /** Called once, while the database starts. */
  whileStarting?: () => void;
  /** Throws if the server must not start. */
  checkConfig?: (config: ServerConfig) => void;
  /** Whether all output of the process is written as lines of the log. */
  logsProcess?: boolean;
}

/** Runs a server from start to listening; shutdown.ts handles the rest, from Ctrl-C to exit. */
export async function runServer({
  environment,
  startSite,
  startPracticeStripe,
  whileStarting,
  checkConfig,
  logsProcess = false,
}: RunServerOptions): Promise<void> {
  const shutdown = createShutdownHandler();
  const { signal, callLimit } = shutdown;
  shutdown.onEnd(flushLog);
  if (logsProcess) redirectConsoleToLog();
  handleUncaughtErrors({ end: () => void shutdown.end(1), printsStack: !logsProcess });
  registerSecrets(environment);
  await shutdown.run(
    () => runInProgramContext(start),
    (error) => printError(error, environment),
  );

  async function start(): Promise<void> {
    // Logged even if the server does not start, because a missing setting may be a misspelled one.
    logUnknownSettings(environment);
    const config = readConfig(environment);
    checkConfig?.(config);
    // The port is opened first: if it is in use, no database has been changed yet. Requests get 503 until `serve`.
    const metrics = await createMetricsCollector(config.METRICS_TOKEN);
    const accessLog = openAccessLog(config);
    shutdown.onEnd(() => accessLog?.close());
    const observers = [metrics?.observe, accessLog?.observe].filter((observe) => observe !== undefined);
    const http = await listenOnPort(config, createRequestObserverNotifier(observers, config.TRUSTED_PROXIES));
    const { SHUTDOWN_NOTICE_SECONDS: noticeSeconds, SHUTDOWN_SECONDS: requestSeconds } = config;
    shutdown.setHttpServer(http, { noticeSeconds, requestSeconds });
    signal.throwIfAborted();
    let stripeUrl: string | undefined;
    if (config.localMode && !config.STRIPE_SECRET_KEY) {
      const stripe = await startPracticeStripe();
      shutdown.onEnd(stripe.close);
      stripeUrl = stripe.url;
    }
    const connected = await connectBackend(config, {
      seed: true,
      stripeUrl,
      signal,
      callLimit,
      whileStarting,
    });
    shutdown.onEnd(connected.close);
    if (connected.backend && connected.dataDir !== null)
      shutdown.onEnd(startDatabaseJobs(connected.backend, connected.dataDir));
    const { access } = connected;
    access.health = createServerHealthService(config, connected.backend, access.agency);
    // Runs after the last write of the site, before the database ends.
    let endBackups = (): Promise<void> => Promise.resolve();
    shutdown.onEnd(() => endBackups());
    signal.throwIfAborted();
    const problem = await writeServerSettings(connected.access, connected.keys, config);
    if (problem !== undefined)
      writeLog({ level: 'error', event: 'lead_facts.key_not_written', message: problem });
    await reapplyErasuresAtStart(config, connected);
    await connected.access.agency.read();
    updateHeaderKeysOnRotation(connected);
    const site = await startSite({ config, connected, server: http.server, callLimit });
    shutdown.onEnd(() => site.close?.());
    shutdown.onEnd(startSiteJobs(config, connected, callLimit));
    signal.throwIfAborted();
    if (connected.backend) shutdown.onEnd(await startAuditRecorder(connected, connected.backend));
    const { pageCacheStats } = site;
    if (metrics) site.first.push(metrics.endpoint({ connected, config, pageCacheStats }));
    if (config.REPLY_ADDRESS) {
      const { startMailIn } = await import('./jobs/start-mail-in.ts');
      const mailIn = startMailIn(config, connected, config.REPLY_ADDRESS, callLimit);
      shutdown.onEnd(mailIn.stop);
      if (mailIn.webhook) site.first.push(mailIn.webhook);
    }
    // In local mode there is no proxy.
    if (!config.localMode) site.first.push(createProxyEchoHandler(connected.keys, config.TRUSTED_PROXIES));
    const { backend } = connected;
    http.serve(backend, site);
    await acceptConnections(http, config);
    if (connected.dataDir !== null) {
      const instance = { pid: process.pid, siteUrl: config.SITE_URL };
      shutdown.onBegin(recordRunningInstance(connected.dataDir, instance));
    }
    endBackups = await startBackupJobs(
      config,
      (problem) => queueBackupProblemMail(connected.access, connected.keys, problem),
      callLimit,
    );
    await printBanner(config, connected);
  }
}

/** Returns what writes the last entries. A hosted project reports no reads and no failed sign-ins. */
async function startAuditRecorder(
  { access, keys }: ConnectedBackend,
  backend: Backend,
): Promise<() => Promise<void>> {
  const client = createSecretKeyClient(access, keys);
  const recorder = createAuditRecorder(client);
  backend.onFailedSignIn(recorder.noteFailedSignIn);
  backend.onRowsRead(await readCountedTables(client), recorder.noteRead);
  const job = startReadRecording(recorder);
  return async () => {
    await job.stop();
    await recorder.settle();
  };
}

const levels = {
  error: 'error',
  warn: 'warn',
  info: 'info',
  log: 'info',
  debug: 'info',
  trace: 'info',
} as const;

/** Redirects the console and Node's warnings to the log. */
export function redirectConsoleToLog(): void {
  for (const [name, level] of Object.entries(levels)) {
    console[name as keyof typeof levels] = (...parts: unknown[]) =>
      writeLog({ level, event: `console.${name}`, message: describe(parts) });
  }
  // Node's own listener prints plain text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) =>
    writeLog({ level: 'warn', event: 'process.warning', message: warning.message }),
  );
}

function describe(parts: unknown[]): string {
  return parts.map(describePart).join(' ');
}

function describePart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!(part instanceof Error))
    return inspect(part, { depth: 1, breakLength: Infinity, maxStringLength: 200 });
  return describeError(part);
}
