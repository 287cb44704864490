// Runs one function in its process, which accesses nothing of the server but the given socket and the heartbeat's pipe.
import { createServer } from 'node:http';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { installDenoShim } from './deno-shim.ts';
import { createImportResolver } from './import-resolver.ts';
import os from 'node:os';
import v8 from 'node:v8';

// Internals of Node that its permission model leaves open and a request handler does not need; they are disabled. This
// stops code that uses Node's API, not an exploit, against which the process's user and limits protect.
type ProcessInternals = NodeJS.Process & {
  _kill: (pid: unknown, signal: number) => number;
  _debugProcess: unknown;
};

/** Must be called before any code of a function is loaded. */
function hardenProcess(): void {
  const internals = process as ProcessInternals;
  const { EPERM } = os.constants.errno;

  // process.kill calls this, and throws a negative result as an error; a function could call it directly.
  const kill = internals._kill.bind(process);
  const { pid: ownPid } = process;
  lock(process, '_kill', (pid: unknown, signal: number) => (pid === ownPid ? kill(pid, signal) : -EPERM));
  // process._debugProcess sends SIGUSR1, which opens the inspector of another process.
  lock(process, '_debugProcess', denied('process._debugProcess'));
  for (const name of ['setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups'] as const) {
    lock(process, name, denied(`process.${name}`));
  }
  lock(os, 'setPriority', denied('os.setPriority'));
  // Some flags make V8 write files.
  lock(v8, 'setFlagsFromString', denied('v8.setFlagsFromString'));
  syncBuiltinESMExports();
}

function lock(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: true });
}

function denied(name: string): () => never {
  return () => {
    throw Object.assign(new Error(`${name} is not offered to functions`), { code: 'ERR_ACCESS_DENIED' });
  };
}

/** Bytes that the server sends instead of a heartbeat, with the names of Supabase's runtime. */
const unloadReasons: Record<string, string | undefined> = { i: 'early_drop', t: 'termination' };

type Handler = (request: Request, info?: unknown) => Response | Promise<Response>;

const [, , entry = '', socketPath = ''] = process.argv;

// The pipe is closed when the server has exited, or stops this function.
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
