import { Pool } from 'pg';
import { CallerPool } from './caller-pool.ts';
import { clientConfig } from './connection.ts';
import type { DatabaseConnection } from './connection.ts';
import { DatabaseClient } from './database-client.ts';
import { trackConnections } from './drop-connections.ts';

export interface PoolOptions {
  max: number;
  /**
   * Between transactions. Callers' pools name a role without privileges, so that a statement outside its transaction
   * is rejected instead of run as the owner; their login cannot become the owner.
   */
  restingRole?: string;
}

/** Of the owner's statements, which the server does not limit. Callers have limits by role. */
const ownerTimeoutMs = 30_000;

/** Its clients pipeline: the queries of one checkout do not wait for each other. */
export function createPool(connection: DatabaseConnection, options: PoolOptions): Pool {
  const owner = clientConfig(connection);
  const config = { ...owner, pipeline: true, max: options.max, idleTimeoutMillis: 60_000 };
  const pool =
    options.restingRole === undefined
      ? new Pool({ ...config, Client: DatabaseClient, query_timeout: ownerTimeoutMs })
      : new CallerPool(config, owner, options.restingRole);
  // An idle connection broke and was removed; without a listener the error would end the process.
  pool.on('error', () => {});
  trackConnections(pool);
  return pool;
}
