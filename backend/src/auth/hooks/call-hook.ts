// The project's own code, which decides about accounts and tokens. A hook that cannot be reached rejects.
import { escapeIdentifier } from 'pg';
import { isConnectionLoss } from '../../database/connection-loss.ts';
import { BackendError } from '../../errors/backend-error.ts';
import type { AuthDeps } from '../deps.ts';
import { HookError } from '../http/errors.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import { type HookName, postgresFunction, httpsOrLoopbackUrl } from '../hook-config.ts';
import { postWebhook } from './post-webhook.ts';

type Output = Record<string, unknown>;

/** Call it outside any transaction. Throws a HookError, or a BackendError when it could not be called. */
export async function callHook(name: HookName, input: object, deps: AuthDeps): Promise<Output> {
  const { uri, secrets } = deps.config.hook[name];
  const target = postgresFunction(uri);
  let output: unknown;
  try {
    output = target
      ? await callFunction(target, input, deps)
      : await postWebhook({ url: httpsOrLoopbackUrl(uri) ?? uri, secrets }, input);
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

function rejection(hook: HookName, error: unknown): HookError {
  const { http_code: code, message } = error as { http_code?: unknown; message?: unknown };
  const status =
    typeof code === 'number' && Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500;
  return new HookError(
    {
      status,
      code: status === 500 ? 'unexpected_failure' : 'unknown',
      message: typeof message === 'string' && message !== '' ? message : 'The request was refused',
    },
    // The hook's message may hold personal data, and this cause is logged.
    { cause: new Error(`rejected by the hook ${hook}`) },
  );
}

function failure(hook: HookName, error: unknown, deps: AuthDeps): BackendError {
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

const FUNCTION_TIMEOUT = '2s';

/** As on hosted projects, it runs as supabase_auth_admin, to which the project grants what it needs. */
function callFunction(
  { schema, name }: { schema: string; name: string },
  input: object,
  deps: AuthDeps,
): Promise<unknown> {
  const called = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
  return inTransaction(deps.pool, async (client) => {
    await client.query(
      `set local role supabase_auth_admin; set local statement_timeout = '${FUNCTION_TIMEOUT}'`,
    );
    const text = `select ${called}($1) as output`;
    const { rows } = await client.query<{ output: unknown }>(text, [JSON.stringify(input)]);
    return rows[0]?.output;
  });
}
