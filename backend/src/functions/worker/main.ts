// A function's process knows only the given socket and the heartbeat's pipe of the server.
import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { hardenProcess } from './harden-process.ts';
import { installDenoShim } from './deno-shim.ts';
import { createImportResolver } from './import-resolver.ts';

/** What the server sends instead of the heartbeat's question, with the names of Supabase's runtime. */
const unloadReasons: Record<string, string | undefined> = { i: 'early_drop', t: 'termination' };

type Handler = (request: Request, info?: unknown) => Response | Promise<Response>;

const [, , entry = '', socketPath = ''] = process.argv;

// Closed when the server has exited, or stops this function.
const heartbeat = new Socket({ fd: 3 });
heartbeat.on('data', (message: Buffer) => {
  const reason = unloadReasons[message.toString('latin1').replaceAll('?', '')];
  if (reason === undefined) heartbeat.write('.');
  else void deno.unload(reason).finally(() => process.exit());
});
heartbeat.on('error', () => {});
heartbeat.on('close', () => process.exit());
process.on('unhandledRejection', (reason) => console.error('Unhandled rejection:', reason));

hardenProcess();
const deno = installDenoShim();
registerHooks({ resolve: createImportResolver(entry) });

const module = (await import(pathToFileURL(entry).href)) as { default?: unknown };
const handler = deno.handler() ?? exportedHandler(module.default);
if (handler === undefined) {
  throw new Error(
    'The function neither calls Deno.serve(handler) nor exports default { fetch } or a handler',
  );
}

const listener = getRequestListener(
  async (request) => {
    try {
      const response = await handler(request, deno.info);
      if (response instanceof Response) return response;
      throw new TypeError('The handler must return a Response');
    } catch (error) {
      console.error(error);
      return new Response('Internal Server Error', { status: 500 });
    }
  },
  { overrideGlobalObjects: false },
);
createServer((request, response) => void listener(request, response)).listen(socketPath, () => {
  heartbeat.write('.');
});

function exportedHandler(exported: unknown): Handler | undefined {
  if (typeof exported === 'function') return exported as Handler;
  const fetch = (exported as { fetch?: unknown } | undefined)?.fetch;
  return typeof fetch === 'function'
    ? (request, info) => (fetch as Handler).call(exported, request, info)
    : undefined;
}
