// A network that is cut without a word leaves connections that look open and answer nothing.
import type { Duplex } from 'node:stream';
import type { Client, Pool, PoolClient } from 'pg';

interface Connections {
  all: Set<PoolClient>;
  idle: Set<PoolClient>;
}

const known = new WeakMap<Pool, Connections>();

export function watchConnections(pool: Pool): void {
  const connections: Connections = { all: new Set(), idle: new Set() };
  known.set(pool, connections);
  pool.on('connect', (client) => {
    connections.all.add(client);
    // One that breaks between two statements would end the process.
    client.on('error', () => {});
  });
  pool.on('acquire', (client) => connections.idle.delete(client));
  pool.on('release', (error, client) => {
    connections.idle.add(client);
    if ((error as Error | undefined)?.message === 'Query read timeout') dropIdle(pool);
  });
  pool.on('remove', (client) => {
    connections.all.delete(client);
    connections.idle.delete(client);
  });
}

/** After a session got no reply: the idle ones may be cut off too; when new ones get none either, all are. */
export function dropSilent(who: 'session' | 'server', pools: readonly Pool[]): void {
  for (const pool of pools) {
    if (who === 'server') dropAll(pool);
    else dropIdle(pool);
  }
}

/** The next requests open new ones. */
function dropIdle(pool: Pool): void {
  for (const client of known.get(pool)?.idle ?? []) destroy(client);
}

/** What waits for it fails now. */
function dropAll(pool: Pool): void {
  for (const client of known.get(pool)?.all ?? []) destroy(client);
}

/**
 * Ends the connection of work that takes longer than the server could let it, so that all its queries fail, and those
 * that idle beside it. Returns the function that lifts the limit.
 */
export function limitWork(pool: Pool, client: PoolClient, limitMs: number): () => void {
  const timer = setTimeout(() => {
    destroy(client);
    dropIdle(pool);
  }, limitMs);
  return () => clearTimeout(timer);
}

const goodbyeMs = 2_000;

/** Ends a client politely, or without a goodbye where nobody takes it. Never throws. */
export async function closeClient(client: Client): Promise<void> {
  const timer = setTimeout(() => destroy(client), goodbyeMs);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

function destroy(client: Client | PoolClient): void {
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
}
