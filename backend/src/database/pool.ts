import { Pool } from 'pg';
import { callerClient } from './caller-login.ts';
import { clientConfig } from './connection.ts';
import { watchConnections } from './drop-connections.ts';
import type { DatabaseConnection } from './connection.ts';

export interface PoolOptions {
  /** Most connections held at once. */
  max: number;
  /**
   * Role of a session between transactions. Callers' pools name a role without privileges, so that a statement
   * that ever ran outside its transaction would be refused instead of running as the owner; and they log in as a role
   * that cannot become the owner again.
   */
  restingRole?: string;
}

/** For the owner's statements, which the server does not limit. Callers' have limits of their own, by their role. */
const ownerTimeoutMs = 30_000;

/** A pool of pipelining clients: queries of one checkout are written without waiting for each other. */
export function createPool(connection: DatabaseConnection, options: PoolOptions): Pool {
  const config = clientConfig(connection);
  const pool = new Pool({
    ...config,
    ...(options.restingRole === undefined
      ? { query_timeout: ownerTimeoutMs }
      : { Client: callerClient(config) }),
    pipeline: true,
    max: options.max,
    idleTimeoutMillis: 60_000,
    ...(options.restingRole === undefined ? {} : { options: `-c role=${options.restingRole}` }),
  });
  // A connection that breaks while idle is already removed by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  watchConnections(pool);
  return pool;
}
