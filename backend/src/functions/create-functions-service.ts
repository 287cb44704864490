// The service for edge functions: finds a function, verifies the caller, limits calls, forwards.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BackendError } from '../errors/backend-error.ts';
import { requestIdOf } from '../errors/request-id.ts';
import { clientIpKey } from '../limits/client-ip-key.ts';
import { createFairSemaphore } from '../limits/fair-semaphore.ts';
import { forwardToFunction } from './http/forward.ts';
import { defaultFunctionLimits, type FunctionLimits, type FunctionsConfig } from './config.ts';
import type { FunctionProcessOptions } from './processes/function-process.ts';
import { createFunctionProcessPool } from './processes/function-process-pool.ts';
import { deleteOrphanedFunctionFolders } from './processes/spawn-function-process.ts';
import {
  functionNotFoundError,
  functionsBusyError,
  functionWorkerError,
  functionWorkerLimitError,
  functionUnauthorizedError,
} from './errors.ts';
import type { BackendKeys } from '../tokens/keys.ts';
import { readBearerToken, roleOfOpaqueKey } from '../tokens/resolve-key.ts';
import { verifyJwt } from '../tokens/jwt.ts';
import { type LogWriter, redactPathForLog } from '../errors/log-entry.ts';

const functionName = /^[a-z0-9][\w-]{0,99}$/i;
/** Limits of concurrent calls; a key is an address, or this process. */
const calls = { slots: 100, slotsPerKey: 25, timeoutMs: 10_000, maxQueue: 100 };
const maxLineLength = 2_000;
const exitTimeoutMs = 2_000;

interface FunctionsDeps {
  config: FunctionsConfig;
  keys: BackendKeys;
  publicUrl: string;
  /** SUPABASE_URL of a function. */
  internalUrl: string;
  limits?: Partial<FunctionLimits> | undefined;
  /** Undefined for a request made inside this process. */
  remoteAddress: (request: Request) => string | undefined;
  log: LogWriter;
}

export function createFunctionsService(deps: FunctionsDeps) {
  const limits: FunctionLimits = { ...defaultFunctionLimits, ...deps.limits };
  const pool = createFunctionProcessPool(limits.idleTimeoutMs);
  // Removes folders of a server that was killed; a failure does no harm.
  deleteOrphanedFunctionFolders().catch(() => {});
  const semaphore = createFairSemaphore(calls);
  /** Created at each start of a process, because the secret key may be rotated. */
  function environment(): Record<string, string> {
    const { publishableKey, secretKey } = deps.keys;
    return {
      ...deps.config.secrets,
      SUPABASE_URL: deps.internalUrl,
      SUPABASE_ANON_KEY: publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: secretKey,
      // JSON objects by the keys' names, as on hosted projects.
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    };
  }

  function findFunction(name: string): FunctionProcessOptions | undefined {
    if (!functionName.test(name)) return undefined;
    const { folder, functions } = deps.config;
    const config = functions[name];
    if (config?.enabled === false) return undefined;
    // Paths in config.toml are relative to supabase/.
    const entry = config?.entrypoint
      ? resolve(folder, '..', config.entrypoint)
      : join(folder, name, 'index.ts');
    const file = statSync(entry, { throwIfNoEntry: false });
    if (!file?.isFile()) return undefined;
    function printLine(line: string): void {
      const message = `${name}: ${line.slice(0, maxLineLength)}`;
      deps.log({ level: 'info', event: 'function.printed', message });
    }
    const version = `${file.mtimeMs} ${deps.keys.secretKey}`;
    return { entry, version, folder, environment: environment(), limits, printLine };
  }

  async function acquireSlot(key: string, signal: AbortSignal): Promise<() => void> {
    try {
      return await semaphore.acquire(key, signal);
    } catch (error) {
      throw error instanceof BackendError ? functionsBusyError() : error;
    }
  }

  async function call(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.slice('/functions/v1'.length);
    const name = path.split('/')[1] ?? '';
    const options = findFunction(name);
    if (!options) throw functionNotFoundError();
    const isPublic = deps.config.functions[name]?.verify_jwt === false;
    // A browser's preflight carries no token.
    if (!isPublic && request.method !== 'OPTIONS') verifyCaller(request, deps.keys);
    const address = deps.remoteAddress(request);
    const releaseSlot = await acquireSlot(clientIpKey(address), request.signal);
    let acquired;
    try {
      acquired = await pool.acquire(name, options);
    } catch (error) {
      releaseSlot();
      throw error;
    }
    const { process, release } = acquired;
    try {
      return await forwardToFunction(request, {
        socketPath: process.socketPath,
        path: `${path}${url.search}`,
        host: new URL(deps.publicUrl).host,
        forwardedFor: address,
        limits,
        onDone() {
          release();
          releaseSlot();
        },
      });
    } catch (error) {
      if (error instanceof BackendError || request.signal.aborted) throw error;
      // The process is probably exiting; the reason is known once it has exited.
      const reason = await Promise.race([
        process.ended,
        wait(exitTimeoutMs, 'ended' as const, { ref: false }),
      ]);
      request.signal.throwIfAborted();
      throw reason === 'stuck' ? functionWorkerLimitError() : functionWorkerError();
    }
  }

  async function handle(request: Request): Promise<Response> {
    try {
      return await call(request);
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      if (error.status >= 500) logFailure(deps, request, error);
      const body = JSON.stringify({ code: error.code, message: error.message });
      const headers = { 'content-type': 'application/json', ...error.headers };
      return new Response(request.method === 'HEAD' ? null : body, { status: error.status, headers });
    }
  }

  return { handle, close: pool.close };
}

function logFailure(deps: FunctionsDeps, request: Request, { status, code }: BackendError): void {
  deps.log({
    level: 'error',
    event: 'functions.failed',
    requestId: requestIdOf(request),
    method: request.method,
    path: redactPathForLog(new URL(request.url).pathname),
    status,
    code,
  });
}

/** Throws 401 unless the bearer is a key or a token of this server. The function itself checks the caller's rights. */
function verifyCaller(request: Request, keys: BackendKeys): void {
  const bearer = bearerOf(request);
  if (bearer === undefined) throw functionUnauthorizedError('Missing authorization header');
  if (roleOfOpaqueKey(bearer, keys) !== undefined) return;
  if (!verifyJwt(bearer, keys).ok) throw functionUnauthorizedError('Invalid JWT');
}

function bearerOf(request: Request): string | undefined {
  try {
    return readBearerToken(request);
  } catch {
    throw functionUnauthorizedError("Auth header is not 'Bearer {token}'");
  }
}
