// A server whose shutdown tests can watch. Argument 1: its options, as JSON.
import { startHttpServer } from '@fairlead/backend/http';
import { createShutdownHandler } from './shutdown.ts';

interface Options {
  noticeSeconds?: number;
  /** Names of steps. */
  failing?: string[];
  /** The start continues until a signal arrives. */
  startsForever?: boolean;
}

const { noticeSeconds = 0, failing = [], startsForever } = JSON.parse(process.argv[2] ?? '{}') as Options;
const shutdown = createShutdownHandler();

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function takeStep(name: string): void {
  print(name);
  if (failing.includes(name)) throw new Error(`${name} failed`);
}

shutdown.onEnd(() => takeStep('log'));
shutdown.onBegin(() => takeStep('begin'));
await shutdown.run(start, (error) => print(String(error)));

async function start(): Promise<void> {
  const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
  shutdown.setHttpServer(http, { noticeSeconds, requestSeconds: 60 });
  shutdown.onEnd(() => takeStep('database'));
  print(http.url);
  if (startsForever) {
    await new Promise((resolve) => shutdown.signal.addEventListener('abort', resolve));
    shutdown.onEnd(() => takeStep('started late'));
    shutdown.signal.throwIfAborted();
  }
  shutdown.onEnd(() => takeStep('backend'));
  http.serve(null, {
    first: [],
    handle(request, response) {
      // Any other path gets no response.
      if (request.url === '/') response.end('served');
      else print('request');
    },
  });
}
