// Calls the project's hooks, which decide about accounts and tokens. A hook that cannot be reached rejects.
import { escapeIdentifier } from 'pg';
import { isConnectionLoss } from '../../database/database-failure.ts';
import { BackendError } from '../../errors/backend-error.ts';
import type { AuthDeps } from '../deps.ts';
import { readBytesWithLimit } from '../../limits/read-bytes-with-limit.ts';
import { HookRejectionError, authError } from '../http/errors.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { type AuthHookName, parsePostgresHookUri, parseHttpsOrLoopbackUrl } from '../config.ts';
import { randomUUID, createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

type Output = Record<string, unknown>;

/** Call it outside any transaction. Throws a HookRejectionError, or a BackendError when it could not be called. */
export async function callHook(name: AuthHookName, input: object, deps: AuthDeps): Promise<Output> {
  const { uri, secrets } = deps.config.hook[name];
  const target = parsePostgresHookUri(uri);
  let output: unknown;
  try {
    output = target
      ? await callFunction(target, input, deps)
      : await postWebhook({ url: parseHttpsOrLoopbackUrl(uri) ?? uri, secrets }, input);
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    throw failure(name, error, deps);
  }
  if (output === undefined || output === null) return {};
  if (typeof output !== 'object' || Array.isArray(output)) {
    throw failure(name, new Error('the output is no object'), deps);
  }
  const { error } = output as { error?: unknown };
  if (error !== undefined && error !== null) throw rejection(name, error);
  return output as Output;
}

function rejection(hook: AuthHookName, error: unknown): HookRejectionError {
  const { http_code: code, message } = error as { http_code?: unknown; message?: unknown };
  const status =
    typeof code === 'number' && Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500;
  return new HookRejectionError(
    {
      status,
      code: status === 500 ? 'unexpected_failure' : 'unknown',
      message: typeof message === 'string' && message !== '' ? message : 'The request was refused',
    },
    // The hook's message may contain personal data, so the cause, which is logged, omits it.
    { cause: new Error(`rejected by the hook ${hook}`) },
  );
}

function failure(hook: AuthHookName, error: unknown, deps: AuthDeps): BackendError {
  const { status, code, name } = error as { status?: number; code?: string; name: string };
  const entry = { event: 'hook.failed', message: hook, code: code ?? name };
  deps.log({ level: 'error', ...entry, ...(status === undefined ? {} : { status }) });
  if (error instanceof BackendError) return error;
  const message = `The hook ${hook} failed`;
  return new BackendError(
    { status: 500, code: 'unexpected_failure', message },
    { cause: new Error(message) },
  );
}

const functionTimeout = '2s';

/** As on hosted projects, it runs as supabase_auth_admin, to which the project grants what it needs. */
function callFunction(
  { schema, name }: { schema: string; name: string },
  input: object,
  deps: AuthDeps,
): Promise<unknown> {
  const called = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
  return runInTransaction(deps.pool, async (client) => {
    await client.query(
      `set local role supabase_auth_admin; set local statement_timeout = '${functionTimeout}'`,
    );
    const text = `select ${called}($1) as output`;
    const { rows } = await client.query<{ output: unknown }>(text, [JSON.stringify(input)]);
    return rows[0]?.output;
  });
}

const timeoutMs = 5_000;
const retryMs = 1_000;
const attempts = 3;
const maxReplyBytes = 200 * 1024;

interface Webhook {
  url: URL | string;
  secrets: string;
}

/**
 * Retries network errors, and 429 or 503 with Retry-After, within five seconds. Throws GoTrue's hook codes, or an
 * Error.
 */
async function postWebhook(hook: Webhook, input: object): Promise<unknown> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const [id, body] = [`msg_${randomUUID()}`, JSON.stringify(input)];
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(hook, id, body, deadline);
      if (!isRetryable(response) || attempt === attempts) return await readReply(response);
      await response.body?.cancel();
    } catch (error) {
      if (deadline.aborted) throw timedOut('hook_timeout', error);
      if (!(error instanceof TypeError)) throw error;
      if (attempt === attempts) throw timedOut('hook_timeout_after_retry', error);
    }
    await pause(retryMs);
  }
}

function send({ url, secrets }: Webhook, id: string, body: string, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...signWebhook(id, body, secrets) };
  return fetch(url, { method: 'POST', body, redirect: 'error', signal, headers });
}

function isRetryable({ status, headers }: Response): boolean {
  return (status === 429 || status === 503) && headers.has('retry-after');
}

function timedOut(code: string, cause: unknown): BackendError {
  return Object.assign(authError(422, code, 'The hook could not be reached in time'), { cause });
}

async function readReply(response: Response): Promise<unknown> {
  if (!response.ok) {
    await response.body?.cancel();
    throw Object.assign(new Error('the hook did not accept its input'), { status: response.status });
  }
  const body = await readBytesWithLimit(response.body, maxReplyBytes, () => {
    const message = `The reply of the hook has more than ${maxReplyBytes} bytes`;
    return authError(422, 'hook_payload_over_size_limit', message);
  });
  if (body.length === 0) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(response.headers.get('content-type') ?? '')) {
    const message = 'The reply of the hook must have the type application/json';
    throw authError(400, 'hook_payload_invalid_content_type', message);
  }
  return JSON.parse(body.toString());
}

/** Standard Webhooks: signed with every secret, so that a receiver can rotate its own. */
function signWebhook(id: string, body: string, secrets: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signatures = secrets
    .split('|')
    .filter((secret) => secret !== '')
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^v1,/, '').replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
