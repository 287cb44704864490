// Runs statements as the caller of a request, in one round trip to the database.
import {
  DatabaseError,
  escapeLiteral,
  type Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import { ChunkedValue, queryWithChunks } from './chunked-value.ts';
import { BackendError } from '../errors/backend-error.ts';
import {
  databaseUnavailableError,
  isConnectionLoss,
  mapConnectErrors,
  isNotWritableFailure,
  databaseNotWritableError,
} from './database-failure.ts';
import { toDatabaseClient, DatabaseClient } from './database-client.ts';
import { startConnectionDeadline } from './drop-connections.ts';
import { readRoleSettings, type RoleSettings } from './role-settings.ts';

export interface Caller {
  role: string;
  claims: Record<string, unknown>;
}

/** The request as SQL can read it. Header names are lower case. */
export interface SqlRequestContext {
  method: string;
  path: string;
  headers: Record<string, string>;
  searchPath: string;
  /** Settings for this transaction, e.g. timezone. */
  settings?: Readonly<Record<string, string>>;
}

export interface SqlStatement {
  text: string;
  values: readonly unknown[];
  /** Keeps the statement prepared on its connection. Only for a bounded number of texts. */
  name?: string;
}

export interface RunSqlAsCallerOptions {
  readOnly?: boolean;
  /**
   * Decides from the results whether to commit; costs a second round trip. The transaction is rolled back if it throws.
   */
  beforeCommit?: (results: QueryResult[]) => 'commit' | 'rollback';
  /** Ends the statement when the caller has disconnected; the call then throws the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Role, claims and request context apply only to this transaction. Without `beforeCommit` it takes one round trip.
 * Returns one result per statement. Throws the database's own DatabaseError, or a BackendError 503 if the connection is
 * lost or the server cannot use its files.
 */
export async function runSqlAsCaller(
  pool: Pool,
  caller: Caller,
  context: SqlRequestContext,
  statements: readonly SqlStatement[],
  options: RunSqlAsCallerOptions = {},
): Promise<QueryResult[]> {
  options.signal?.throwIfAborted();
  const settings = await mapConnectErrors(readRoleSettings(pool, caller.role));
  if (settings === undefined) {
    throw new BackendError({ status: 401, code: '22023', message: `role "${caller.role}" does not exist` });
  }
  const timeout = context.settings?.['statement_timeout'] ?? settings['statement_timeout'];
  const limited = { ...options, limitMs: statementTimeoutMs(timeout, statements.length) };
  const first = callerSettingsStatement(caller, context, settings);
  try {
    return await runOnce(pool, first, statements, limited);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    // The statement was prepared before the schema changed; nothing ran, and that connection was discarded.
    return runOnce(pool, first, statements.map(unprepared), limited);
  }
}

async function runOnce(
  pool: Pool,
  first: SqlStatement,
  statements: readonly SqlStatement[],
  options: RunSqlAsCallerOptions & { limitMs: number },
): Promise<QueryResult[]> {
  const client = await mapConnectErrors(pool.connect());
  if (options.signal?.aborted) {
    client.release();
    throw options.signal.reason;
  }
  let broken = false;
  const clearDeadline = startConnectionDeadline(pool, client, options.limitMs);
  const watch = watchClient(pool, client, options.signal, () => {
    broken = true;
  });
  try {
    const sent = toDatabaseClient(client).batch(() => [
      client.query(options.readOnly ? 'begin read only' : 'begin'),
      client.query(toQuery(first)),
      ...statements.map((statement) => sendStatement(client, statement)),
      // Sent without waiting: an error aborts the transaction, and a commit after it rolls back.
      ...(options.beforeCommit ? [] : [client.query('commit')]),
    ]);
    const outcomes = await Promise.allSettled(sent);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    const results = outcomes
      .slice(2, 2 + statements.length)
      .flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    if (options.beforeCommit)
      await endTransaction(client, failed ? 'rollback' : options.beforeCommit, results);
    if (failed) throw failed.reason;
    return results;
  } catch (error) {
    if (isStalePlan(error)) broken = true;
    if (isNotWritableFailure(error, !options.readOnly)) throw databaseNotWritableError(error);
    if (!isConnectionLoss(error)) throw error;
    broken = true;
    options.signal?.throwIfAborted();
    throw databaseUnavailableError(error);
  } finally {
    clearDeadline();
    watch.stop();
    // A session that is still in a transaction is discarded, because the next caller would run in it.
    client.release(broken || client.getTransactionStatus() !== 'I');
  }
}

async function endTransaction(
  client: PoolClient,
  beforeCommit: 'rollback' | NonNullable<RunSqlAsCallerOptions['beforeCommit']>,
  results: QueryResult[],
): Promise<void> {
  let outcome: 'commit' | 'rollback' = 'rollback';
  try {
    if (beforeCommit !== 'rollback') outcome = beforeCommit(results);
  } finally {
    await client.query(outcome);
  }
}

/** For the transaction in which it runs. The role is set first. */
export function callerSettingsStatement(
  caller: Caller,
  context: SqlRequestContext,
  settings: RoleSettings,
): SqlStatement {
  const values = {
    role: caller.role,
    'request.jwt.claims': JSON.stringify(caller.claims),
    'request.method': context.method,
    'request.path': context.path,
    'request.headers': JSON.stringify(context.headers),
    'request.cookies':
      context.headers['cookie'] === undefined ? '{}' : cookiesJson(context.headers['cookie']),
    search_path: context.searchPath,
    'response.status': '',
    'response.headers': '',
    ...settings,
    ...context.settings,
  };
  return { ...settingsText(Object.keys(values)), values: Object.values(values) };
}

/** Only roles and our own code name settings, so there are few. */
const settingsTexts = new Map<string, { name: string; text: string }>();

function settingsText(names: readonly string[]): { name: string; text: string } {
  const key = names.join();
  let known = settingsTexts.get(key);
  if (known === undefined) {
    const calls = names.map((name, index) => `set_config(${escapeLiteral(name)}, $${index + 1}, true)`);
    // Returns one short column: the result is not used, and a row of a dozen columns takes time to describe and to
    // parse.
    known = {
      name: `as_caller_${settingsTexts.size + 1}`,
      text: `select length(concat(${calls.join(', ')}))`,
    };
    settingsTexts.set(key, known);
  }
  return known;
}

function cookiesJson(header: string): string {
  const pairs = header.split(';').map((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  });
  return JSON.stringify(Object.fromEntries(pairs));
}

function sendStatement(client: PoolClient, statement: SqlStatement): Promise<QueryResult> {
  const isChunked = statement.values.some((value) => value instanceof ChunkedValue);
  return isChunked ? queryWithChunks(client, toQuery(statement)) : client.query(toQuery(statement));
}

function toQuery(statement: SqlStatement): QueryConfig {
  // The extended protocol rejects a second statement in one text.
  const query = { text: statement.text, values: [...statement.values], queryMode: 'extended' };
  return statement.name === undefined ? query : { ...query, name: statement.name };
}

function unprepared(statement: SqlStatement): SqlStatement {
  return { text: statement.text, values: statement.values };
}

function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  if (error.code === '0A000') return error.message.startsWith('cached plan must not change');
  return error.code === '26000';
}

/** Detects that the client is unusable: it broke, or its session was ended because the caller has disconnected. */
function watchClient(
  pool: Pool,
  client: PoolClient,
  signal: AbortSignal | undefined,
  markBroken: () => void,
): { stop: () => void } {
  function abandon(): void {
    markBroken();
    endSession(pool, client).catch(() => {});
  }
  client.on('error', markBroken);
  signal?.addEventListener('abort', abandon, { once: true });
  return {
    stop() {
      client.off('error', markBroken);
      signal?.removeEventListener('abort', abandon);
    },
  };
}

/** Cancelling the query is not enough: between two statements a cancel is lost, and a late one hits the next caller. */
async function endSession(pool: Pool, client: PoolClient): Promise<void> {
  const { sessionPid } = toDatabaseClient(client);
  if (sessionPid === undefined) return;
  // On a separate connection, because the pool may be exhausted by the very statements to be ended. pg hides the
  // password from copies of its options.
  const adminClient = new DatabaseClient({
    ...pool.options,
    password: pool.options.password,
    query_timeout: 5_000,
  });
  try {
    await adminClient.connect();
    await adminClient.query('select pg_terminate_backend($1)', [sessionPid]);
  } finally {
    await adminClient.close();
  }
}

const addressHeaders = [
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'client-ip',
  'fastly-client-ip',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-real-ip',
];

/**
 * The headers that name the client are replaced by the address that the server knows, because a caller may write
 * anything into them; undefined for a request made inside this process.
 */
export function trustedRequestHeaders(request: Request, address: string | undefined): Record<string, string> {
  const headers = Object.fromEntries(request.headers);
  if (address === undefined) return headers;
  for (const name of addressHeaders) if (name in headers) headers[name] = address;
  delete headers['forwarded'];
  headers['x-forwarded-for'] = address;
  return headers;
}

/** Time for PostgreSQL to cancel the statement, and for the round trip. */
const marginMs = 3_000;
/** For servers without a timeout, or with a longer one. */
const longestMs = 150_000;

const unitsMs: Record<string, number> = {
  '': 1,
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `timeout` is the server's statement_timeout as PostgreSQL writes it. */
function statementTimeoutMs(timeout: string | undefined, statements: number): number {
  const [, number = '0', unit = ''] = /^\s*([\d.]+)\s*(us|ms|s|min|h|d)?\s*$/.exec(timeout ?? '') ?? [];
  const eachMs = Number(number) * (unitsMs[unit] ?? 1);
  return eachMs > 0 ? Math.min(eachMs * Math.max(1, statements) + marginMs, longestMs) : longestMs;
}
