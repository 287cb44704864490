import type { Server } from 'node:http';
import { writeServerSettings } from '../site/app/data/server-settings.ts';
import { announce } from './announce.ts';
import { boot, type Engine } from './boot.ts';
import { createDoor, listen, type Handlers } from './listen.ts';
import { noteRunning } from './running-here.mjs';
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

/** The life of a server process: settings, port, database, the words on the screen, and a clean end. */
export async function runServer(makeHandlers: (running: Running) => Promise<Handlers>): Promise<void> {
  /** What must be undone at the end, in this order: requests end before what they stand on. */
  const ending: { server?: Server; handlers?: Handlers; engine?: Engine; forget?: () => void } = {};
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
    process.exit(code);
  }
  // "disconnect" is the end of start.mjs, kill -9 included: nothing stays behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => void end(0));
  // A closed terminal refuses our last words; that is no reason to end unclean.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  try {
    const settings = readSettings(process.env);
    const door = createDoor(settings);
    // The port first: when it is taken, no database has been started or changed yet.
    settings.PORT = await listen(door.server, settings);
    ending.server = door.server;
    const engine = await boot(settings, { seed: true });
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
