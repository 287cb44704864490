// Reads what a caller may receive or send in a private channel, by the policies of realtime.messages.
import { randomUUID } from 'node:crypto';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Caller } from '../../database/run-sql-as-caller.ts';
import { startConnectionDeadline } from '../../database/drop-connections.ts';

export interface ChannelPermissions {
  broadcast: { read: boolean; write: boolean };
  presence: { read: boolean; write: boolean };
}

/** Public channels have no policies. */
export const allChannelPermissions: ChannelPermissions = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
};

const noPermissions: ChannelPermissions = {
  broadcast: { read: false, write: false },
  presence: { read: false, write: false },
};

const extensions = ['broadcast', 'presence'] as const;
type Extension = (typeof extensions)[number];

export function unauthorizedChannelMessage(what: 'read from' | 'write to', name: string): string {
  return `Unauthorized: You do not have permissions to ${what} this Channel topic: ${name}`;
}

const assumeCaller = `
  select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
    set_config('realtime.topic', $3, true), set_config('realtime.presence_key', $4, true),
    set_config('request.method', 'GET', true),
    set_config('request.path', '/realtime/v1', true), set_config('request.headers', '{}', true),
    set_config('search_path', 'public, extensions', true), set_config('statement_timeout', '3s', true)`;

const limitMs = 15_000;

/**
 * Evaluates the policies of realtime.messages: select permits receiving, insert permits sending. They can read the topic
 * and, a setting of ours, under which key presence would be tracked. Rolls back. `pool` is the pool of callers' sessions.
 */
export async function readChannelPermissions(
  pool: Pool,
  caller: Caller,
  topic: string,
  presenceKey: string,
): Promise<ChannelPermissions> {
  const client = await pool.connect();
  const clearDeadline = startConnectionDeadline(pool, client, limitMs);
  let broken = false;
  try {
    const ids = extensions.map(() => randomUUID());
    await client.query('begin');
    const probed = await client.query<{ is_active: boolean }>(
      'select auth.is_account_active($3) as is_active, realtime.insert_policy_probes($1, $2)',
      [topic, ids, JSON.stringify(caller.claims)],
    );
    if (probed.rows[0]?.is_active !== true) return noPermissions;
    await client.query(assumeCaller, [caller.role, JSON.stringify(caller.claims), topic, presenceKey]);
    const readable = await mayRead(client, ids);
    const writable = new Set<Extension>();
    for (const extension of extensions) if (await mayWrite(client, topic, extension)) writable.add(extension);
    const permissionsFor = (extension: Extension): ChannelPermissions[Extension] => ({
      read: readable.has(extension),
      write: writable.has(extension),
    });
    return { broadcast: permissionsFor('broadcast'), presence: permissionsFor('presence') };
  } catch (error) {
    broken = !(error instanceof DatabaseError);
    throw error;
  } finally {
    await client.query('rollback').catch(() => (broken = true));
    clearDeadline();
    client.release(broken);
  }
}

/** False once the account was banned or deleted. */
export async function isAccountActive(pool: Pool, caller: Caller): Promise<boolean> {
  const { rows } = await pool.query<{ is_active: boolean }>(
    'select auth.is_account_active($1) as is_active',
    [JSON.stringify(caller.claims)],
  );
  return rows[0]?.is_active === true;
}

async function mayRead(client: PoolClient, ids: string[]): Promise<Set<string>> {
  const { rows } = await attempt<{ extension: string }>(
    client,
    'select extension from realtime.messages where id = any($1)',
    [ids],
  );
  return new Set(rows.map((row) => row.extension));
}

async function mayWrite(client: PoolClient, topic: string, extension: string): Promise<boolean> {
  const { rowCount } = await attempt(
    client,
    'insert into realtime.messages (topic, extension, private) values ($1, $2, true)',
    [topic, extension],
  );
  return rowCount === 1;
}

/** Runs a statement that a policy, a grant or a check may reject, without aborting the transaction. */
async function attempt<Row extends object>(
  client: PoolClient,
  text: string,
  values: unknown[],
): Promise<{ rows: Row[]; rowCount: number | null }> {
  await client.query('savepoint question');
  try {
    return await client.query<Row>(text, values);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    await client.query('rollback to savepoint question');
    return { rows: [], rowCount: 0 };
  }
}
