import type { Server } from 'node:http';
import { writeServerSettings } from '../site/app/data/server-settings.ts';
import { boot, type Engine } from './boot.ts';
import { listen } from './listen.ts';
import { makeOwnerLink } from './owner-link.ts';
import { readSettings, type Settings } from './settings.ts';

export interface Running {
  settings: Settings;
  engine: Engine;
}

const graceMs = 5_000;

/** The life of a server process: settings, database, listening, the words on the screen, and a clean end. */
export async function runServer(makeServer: (running: Running) => Promise<Server>): Promise<void> {
  const stops: (() => Promise<void> | void)[] = [];
  let ending = false;

  async function end(code: number): Promise<void> {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), graceMs * 2).unref();
    for (const stop of stops.toReversed()) await stop();
    process.exit(code);
  }
  // "disconnect" is the end of start.mjs, kill -9 included: nothing stays behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => void end(0));

  try {
    const settings = readSettings(process.env);
    const engine = await boot(settings);
    stops.push(() => engine.close());
    await writeServerSettings(engine.access, engine.keys.secretKey, settings);
    const server = await makeServer({ settings, engine });
    settings.PORT = await listen(server, settings);
    stops.push(() => closeServer(server));
    await announce(settings, engine);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    for (const line of message.split('\n')) process.stderr.write(`fairlead: ${line}\n`);
    if (process.env['FAIRLEAD_TRACE']) console.error(error);
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

async function announce(settings: Settings, engine: Engine): Promise<void> {
  const mode = settings.localMode
    ? 'local mode (sign-up open, sample leads)'
    : `public mode (sign-up: ${settings.SIGN_UP})`;
  const owner = await makeOwnerLink(settings, engine);
  process.stdout.write(
    [
      '',
      `  Fairlead   ${settings.SITE_URL}`,
      `  Mode       ${mode}`,
      `  Data       ${engine.whereabouts}`,
      owner
        ? `  Owner      make the first owner (30 minutes, once): ${owner}`
        : '  Owner      there is one; npm run owner tells more',
      '',
    ].join('\n') + '\n',
  );
}
