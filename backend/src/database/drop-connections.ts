// Drops connections that look open but never reply, which a silently cut network leaves.
import type { Pool, PoolClient } from 'pg';
import { toDatabaseClient } from './database-client.ts';

interface Connections {
  all: Set<PoolClient>;
  idle: Set<PoolClient>;
}

const known = new WeakMap<Pool, Connections>();

export function trackConnections(pool: Pool): void {
  const connections: Connections = { all: new Set(), idle: new Set() };
  known.set(pool, connections);
  pool.on('connect', (client) => {
    connections.all.add(client);
    // Without a listener, a client that breaks between two statements would end the process.
    client.on('error', () => {});
  });
  pool.on('acquire', (client) => connections.idle.delete(client));
  pool.on('release', (error, client) => {
    connections.idle.add(client);
    if ((error as Error | undefined)?.message === 'Query read timeout') drop(pool, 'idle');
  });
  pool.on('remove', (client) => {
    connections.all.delete(client);
    connections.idle.delete(client);
  });
}

/** Drops the idle connections of the pools. `server`: drops all, because new sessions get no reply in time either. */
export function dropUnresponsiveConnections(scope: 'session' | 'server', pools: readonly Pool[]): void {
  for (const pool of pools) drop(pool, scope === 'server' ? 'all' : 'idle');
}

/** Idle connections are dropped when one is silent, because they may be broken as well. */
function drop(pool: Pool, which: keyof Connections): void {
  for (const client of known.get(pool)?.[which] ?? []) toDatabaseClient(client).destroy();
}

/**
 * Fails work that takes longer than the server's own limit allows, and drops idle connections. Returns the function
 * that cancels the deadline.
 */
export function startConnectionDeadline(pool: Pool, client: PoolClient, limitMs: number): () => void {
  const timer = setTimeout(() => {
    toDatabaseClient(client).destroy();
    drop(pool, 'idle');
  }, limitMs);
  return () => clearTimeout(timer);
}
