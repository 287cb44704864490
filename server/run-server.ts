import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerConnections } from '@fairlead/backend/edge/server-connections.ts';
import { writeServerSettings } from '../site/app/data/server-settings.ts';
import { announce } from './banner.ts';
import { boot, type Engine } from './boot.ts';
import { flushLog } from './log/write-log.ts';
import { logProcess } from './log/log-process-output.ts';
import { createDoor, listen, type Handlers } from './listen.ts';
import { noteRunning } from './running-instance.mjs';
import { rememberSecrets } from './log/hide-secrets.ts';
import { readSettings, type Settings } from './config.ts';
import { printError } from './print-error.ts';

export interface Running {
  settings: Settings;
  engine: Engine;
  /** Holds the port already; answers 503 until the handlers are there. */
  server: Server;
}

/** For what is left when no request is under way any more: mail, the database. */
const closingMs = 10_000;
/** One Ctrl-C arrives several times, from the terminal, from npm and from start.mjs. */
const oneSignalMs = 1_000;

/** A stand-in for an outside service. */
export interface Practice {
  url: string;
  close(): Promise<void>;
}

interface ServerOptions {
  /** May refuse them with an error. */
  checkSettings?: (settings: Settings) => void;
  /** Whether everything that is printed is a line of the log, for machines; else libraries print for people. */
  logsProcess?: boolean;
}

interface Ending {
  settings?: Settings;
  connections?: ServerConnections;
  handlers?: Handlers;
  engine?: Engine;
  practice?: Practice;
  forget?: () => void;
}

/**
 * The life of a server process: settings, port, database, the words on the screen, and a clean end. In local mode
 * without a key of Stripe's, `startPracticeStripe` stands in for it.
 */
export async function runServer(
  makeHandlers: (running: Running) => Promise<Handlers>,
  startPracticeStripe: () => Promise<Practice>,
  { checkSettings, logsProcess = false }: ServerOptions = {},
): Promise<void> {
  /** What must be undone at the end, in this order: requests end before what they stand on. */
  const ending: Ending = {};
  let endedAt: number | undefined;

  async function end(code: number): Promise<void> {
    if (endedAt !== undefined) {
      if (Date.now() - endedAt > oneSignalMs) ending.connections?.cut();
      return;
    }
    endedAt = Date.now();
    const { SHUTDOWN_NOTICE_SECONDS: notice = 0, SHUTDOWN_SECONDS: limit = 0 } = ending.settings ?? {};
    setTimeout(() => process.exit(1), (notice + limit) * 1_000 + closingMs).unref();
    ending.forget?.();
    ending.connections?.announceEnd();
    // Sockets would keep the server open; their clients come again. From here on /readyz says no.
    const drained = Promise.all([ending.engine?.backend?.drain(), ending.handlers?.drain?.()]);
    if (notice > 0) await wait(notice * 1_000);
    await Promise.all([drained, ending.connections?.end(limit * 1_000)]);
    await ending.handlers?.close?.();
    await ending.engine?.close();
    await ending.practice?.close();
    flushLog();
    process.exit(code);
  }
  if (logsProcess) logProcess(() => void end(1));
  // "disconnect" is the end of start.mjs, kill -9 included: nothing stays behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => void end(0));
  // A closed terminal refuses our last words; that is no reason to end unclean.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  rememberSecrets(process.env);
  try {
    const settings = readSettings(process.env);
    checkSettings?.(settings);
    const door = createDoor(settings);
    // The port first: when it is taken, no database has been started or changed yet.
    settings.PORT = await listen(door.server, settings);
    ending.settings = settings;
    ending.connections = door.connections;
    if (settings.localMode && !settings.STRIPE_SECRET_KEY) ending.practice = await startPracticeStripe();
    const engine = await boot(settings, { seed: true, practiceStripe: ending.practice?.url });
    ending.engine = engine;
    await writeServerSettings(engine.access, engine.keys.secretKey, settings);
    ending.handlers = await makeHandlers({ settings, engine, server: door.server });
    door.open(ending.handlers);
    if (engine.dataDir !== null) {
      ending.forget = noteRunning(engine.dataDir, { pid: process.pid, siteUrl: settings.SITE_URL });
    }
    await announce(settings, engine);
  } catch (error) {
    printError(error);
    await end(1);
  }
}
