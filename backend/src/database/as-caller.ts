import type { Writable } from 'node:stream';
import { DatabaseError, escapeLiteral } from 'pg';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { BackendError } from '../errors/backend-error.ts';
import { databaseUnavailable, isConnectionLoss, reachable } from './connection-loss.ts';
import { limitWork } from './drop-connections.ts';
import { endSession } from './end-session.ts';
import { roleSettings } from './role-settings.ts';
import type { RoleSettings } from './role-settings.ts';
import { statementLimitMs } from './statement-limit.ts';
import { isStorageFailure, storageFailed } from './storage-failure.ts';

/** Who asks: the database role, and the claims that policies read. */
export interface Caller {
  role: string;
  claims: Record<string, unknown>;
}

/** What SQL may know of the request. Header names are lower case. */
export interface RequestFacts {
  method: string;
  path: string;
  headers: Record<string, string>;
  searchPath: string;
  /** Further settings for this transaction, e.g. timezone. */
  settings?: Readonly<Record<string, string>>;
}

export interface Statement {
  text: string;
  values: readonly unknown[];
  /** Keeps the statement prepared on its connection. Use only for a bounded number of texts. */
  name?: string;
}

export interface RunOptions {
  readOnly?: boolean;
  /** Reads what this snapshot shows, by the name that pg_export_snapshot() gave it. */
  snapshot?: string;
  /** Looks at the results before the transaction ends; costs a second round trip. A throw rolls back. */
  settle?: (results: QueryResult[]) => 'commit' | 'rollback';
  /** Ends the statement when the caller is gone; the call then throws the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Runs statements in one transaction as the caller: role, claims and request facts hold for this transaction only.
 * Without `settle` everything is written at once, one round trip. Answers one result for each statement.
 * Throws the database's own error (DatabaseError of pg), or a BackendError 503 when the connection is lost or the
 * server cannot use its files.
 */
export async function runAsCaller(
  pool: Pool,
  caller: Caller,
  facts: RequestFacts,
  statements: readonly Statement[],
  options: RunOptions = {},
): Promise<QueryResult[]> {
  options.signal?.throwIfAborted();
  const settings = await reachable(roleSettings(pool, caller.role));
  if (settings === undefined) {
    throw new BackendError({ status: 401, code: '22023', message: `role "${caller.role}" does not exist` });
  }
  const timeout = facts.settings?.['statement_timeout'] ?? settings['statement_timeout'];
  const limitMs = statementLimitMs(timeout, statements.length);
  try {
    return await runOnce(pool, prelude(caller, facts, settings), statements, { ...options, limitMs });
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    // The statement was prepared before the schema changed; nothing ran, and that connection was discarded.
    return runOnce(pool, prelude(caller, facts, settings), statements.map(unnamed), { ...options, limitMs });
  }
}

async function runOnce(
  pool: Pool,
  first: Statement,
  statements: readonly Statement[],
  options: RunOptions & { limitMs: number },
): Promise<QueryResult[]> {
  const client = await reachable(pool.connect());
  if (options.signal?.aborted) {
    client.release();
    throw options.signal.reason;
  }
  let broken = false;
  const liftLimit = limitWork(pool, client, options.limitMs);
  const watch = watchClient(pool, client, options.signal, () => {
    broken = true;
  });
  try {
    const sent = writeAtOnce(client, () => [
      client.query(beginning(options)),
      client.query(toQuery(first)),
      ...statements.map((statement) => client.query(toQuery(statement))),
      // Not awaited before it is written: an error aborts the transaction, so a commit after it rolls back.
      ...(options.settle ? [] : [client.query('commit')]),
    ]);
    const outcomes = await Promise.allSettled(sent);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    const results = outcomes
      .slice(2, 2 + statements.length)
      .flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    if (options.settle) await end(client, failed ? 'rollback' : options.settle, results);
    if (failed) throw failed.reason;
    return results;
  } catch (error) {
    if (isStalePlan(error)) broken = true;
    if (isStorageFailure(error, !options.readOnly && options.snapshot === undefined))
      throw storageFailed(error);
    if (!isConnectionLoss(error)) throw error;
    broken = true;
    options.signal?.throwIfAborted();
    throw databaseUnavailable(error);
  } finally {
    liftLimit();
    watch.stop();
    // Only a session that is outside any transaction may serve the next caller.
    client.release(broken || client.getTransactionStatus() !== 'I');
  }
}

function beginning({ readOnly, snapshot }: RunOptions): string {
  if (snapshot === undefined) return readOnly ? 'begin read only' : 'begin';
  // Nothing may be asked before the snapshot is set, so both travel in one text.
  const name = escapeLiteral(snapshot);
  return `begin isolation level repeatable read read only; set transaction snapshot ${name}`;
}

/** Holds back what is written meanwhile, so that it leaves as one piece: many small ones cost the system call more. */
function writeAtOnce<T>(client: PoolClient, write: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  const pieces: Buffer[] = [];
  const send = stream.write;
  stream.write = (piece: Buffer) => pieces.push(piece) > 0;
  try {
    return write();
  } finally {
    stream.write = send;
    sendPieces(stream, pieces);
  }
}

/** From here on a copy costs more than a second buffer for the system call does: a body may be twenty megabytes. */
const largestCopyBytes = 64 * 1024;

function sendPieces(stream: Writable, pieces: readonly Buffer[]): void {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (bytes === 0) return;
  if (bytes <= largestCopyBytes) {
    stream.write(Buffer.concat(pieces, bytes));
    return;
  }
  stream.cork();
  for (const piece of pieces) stream.write(piece);
  stream.uncork();
}

async function end(
  client: PoolClient,
  settle: 'rollback' | NonNullable<RunOptions['settle']>,
  results: QueryResult[],
): Promise<void> {
  let verdict: 'commit' | 'rollback' = 'rollback';
  try {
    if (settle !== 'rollback') verdict = settle(results);
  } finally {
    await client.query(verdict);
  }
}

function prelude(caller: Caller, facts: RequestFacts, settings: RoleSettings): Statement {
  const values = {
    role: caller.role,
    'request.jwt.claims': JSON.stringify(caller.claims),
    'request.method': facts.method,
    'request.path': facts.path,
    'request.headers': JSON.stringify(facts.headers),
    'request.cookies': facts.headers['cookie'] === undefined ? '{}' : cookiesJson(facts.headers['cookie']),
    search_path: facts.searchPath,
    'response.status': '',
    'response.headers': '',
    ...settings,
    ...facts.settings,
  };
  return { ...preludeText(Object.keys(values)), values: Object.values(values) };
}

/** By the names that are set. Only roles and our own code name settings, so there are few. */
const preludeTexts = new Map<string, { name: string; text: string }>();

function preludeText(names: readonly string[]): { name: string; text: string } {
  const key = names.join();
  let known = preludeTexts.get(key);
  if (known === undefined) {
    const calls = names.map((name, index) => `set_config(${escapeLiteral(name)}, $${index + 1}, true)`);
    known = { name: `as_caller_${preludeTexts.size + 1}`, text: `select ${calls.join(', ')}` };
    preludeTexts.set(key, known);
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

function toQuery(statement: Statement): QueryConfig {
  // The extended protocol refuses a second statement in one text.
  const query = { text: statement.text, values: [...statement.values], queryMode: 'extended' };
  return statement.name === undefined ? query : { ...query, name: statement.name };
}

function unnamed(statement: Statement): Statement {
  return { text: statement.text, values: statement.values };
}

function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  if (error.code === '0A000') return error.message.startsWith('cached plan must not change');
  return error.code === '26000';
}

/** Marks the client unusable when it breaks, or when its session is ended because the caller is gone. */
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
