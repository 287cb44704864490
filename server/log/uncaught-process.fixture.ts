// A server that throws at every stage of a request, which handle-uncaught-errors.test.ts starts.
import { EventEmitter } from 'node:events';
import { startHttpServer } from '@fairlead/backend/http';
import { createRequestObserverNotifier } from '../observe/observe-requests.ts';
import { runOutsideProgramContext, runInProgramContext } from './program-context.ts';
import { handleUncaughtErrors } from './handle-uncaught-errors.ts';
import { redirectConsoleToLog } from '../run-server.ts';
import { writeLog } from './write-log.ts';

redirectConsoleToLog();
handleUncaughtErrors({ end: () => process.exit(7) });

function fail(): never {
  throw new Error('planted');
}

async function start(): Promise<void> {
  const http = await runOutsideProgramContext(() =>
    startHttpServer({
      host: '127.0.0.1',
      port: 0,
      log: writeLog,
      onRequest: createRequestObserverNotifier([({ url }) => (url === '/observer' ? fail() : undefined)], 0),
    }),
  );
  http.serve(
    {
      fetch: () => Promise.reject(new Error('planted')),
      upgrade: () => Promise.reject(new Error('planted')),
    },
    {
      first: [],
      handle(request, response) {
        const { url = '' } = request;
        if (url === '/handler') fail();
        if (url === '/response-close') response.once('close', fail);
        if (url === '/socket-close') request.socket.once('close', fail);
        if (url === '/rejection') void Promise.reject(new Error('planted'));
        if (url === '/timer') setTimeout(fail, 1);
        if (url === '/error-event')
          setImmediate(() => new EventEmitter().emit('error', new Error('planted')));
        if (url === '/abort-event') {
          const controller = new AbortController();
          controller.signal.addEventListener('abort', fail);
          controller.abort();
        }
        response.end('served');
      },
    },
  );
  // A job of the program itself, not of a request.
  setInterval(() => {
    if (process.argv[2] === 'fail') fail();
  }, 200);
  process.send?.(http.url);
}

await runInProgramContext(start);
