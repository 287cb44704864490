import type { Server } from 'node:http';
import { writeServerSettings } from '../site/app/data/server-settings.ts';
import { announce } from './announce.ts';
import { boot, type Engine } from './boot.ts';
import { createDoor, listen, type Handlers } from './listen.ts';
import { noteRunning } from './running-here.mjs';
import { rememberSecrets } from './log/hide-secrets.ts';
import { readSettings, type Settings } from './settings.ts';
import { tellTrouble } from './tell-trouble.ts';

export interface Running {
  settings: Settings;
  engine: Engine;
  /** Holds the port already; answers 503 until the handlers are there. */
  server: Server;
}

const graceMs = 5_000;
const mostEndingMs = 10_000;

/** A stand-in for an outside service. */
export interface Practice {
  url: string;
  close(): Promise<void>;
}

interface Ending {
  server?: Server;
  handlers?: Handlers;
  engine?: Engine;
  practice?: Practice;
  forget?: () => void;
}

/**
 * The life of a server process: settings, port, database, the words on the screen, and a clean end. In local mode
 * without a key of Stripe's, `startPracticeStripe` stands in for it. `checkSettings` may refuse them with an error.
 */
export async function runServer(
  makeHandlers: (running: Running) => Promise<Handlers>,
  startPracticeStripe: () => Promise<Practice>,
  checkSettings: (settings: Settings) => void = () => {},
): Promise<void> {
  /** What must be undone at the end, in this order: requests end before what they stand on. */
  const ending: Ending = {};
  let ended = false;

  async function end(code: number): Promise<void> {
    if (ended) return;
    ended = true;
    setTimeout(() => process.exit(1), mostEndingMs).unref();
    ending.forget?.();
    const closed = ending.server && closeServer(ending.server);
    // Sockets would keep the server open; their clients come again.
    await ending.engine?.backend?.drain();
    await closed;
    await ending.handlers?.close?.();
    await ending.engine?.close();
    await ending.practice?.close();
    process.exit(code);
  }
  // "disconnect" is the end of start.mjs, kill -9 included: nothing stays behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => void end(0));
  // A closed terminal refuses our last words; that is no reason to end unclean.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  rememberSecrets(process.env);
  try {
    const settings = readSettings(process.env);
    checkSettings(settings);
    const door = createDoor(settings);
    // The port first: when it is taken, no database has been started or changed yet.
    settings.PORT = await listen(door.server, settings);
    ending.server = door.server;
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
    tellTrouble(error);
    await end(1);
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => server.closeAllConnections(), graceMs).unref();
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
