// Measures the backend for metrics: pools, sockets, waiting mails, database size.
import type { Pool } from 'pg';
import type { RealtimeService } from './realtime/create-realtime-service.ts';

interface PoolStats {
  used: number;
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
}

export interface BackendStats {
  pools: Record<'owner' | 'caller' | 'realtime' | 'realtime_caller', PoolStats>;
  realtimeSockets: number;
  /** Null while the database does not reply. */
  accountMails: { waiting: number; oldestSeconds: number } | null;
  databaseBytes: number | null;
}

interface Measured {
  ownerPool: Pool;
  callerPool: Pool;
  realtime: Pick<RealtimeService, 'stats'>;
}

export async function readBackendStats({ ownerPool, callerPool, realtime }: Measured): Promise<BackendStats> {
  const { sockets, pool, callerPool: realtimeCallers } = realtime.stats();
  const pools = {
    owner: statsOf(ownerPool),
    caller: statsOf(callerPool),
    realtime: statsOf(pool),
    realtime_caller: statsOf(realtimeCallers),
  };
  return { pools, realtimeSockets: sockets, ...(await readDatabase(ownerPool)) };
}

function statsOf({ totalCount, idleCount, waitingCount }: Pool): PoolStats {
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

async function readDatabase(pool: Pool): Promise<Pick<BackendStats, 'accountMails' | 'databaseBytes'>> {
  try {
    const { rows } = await pool.query<{ waiting: number; oldestSeconds: number; bytes: number }>(
      `select count(*)::int as waiting,
         greatest(coalesce(extract(epoch from now() - min(created_at)), 0), 0)::float8 as "oldestSeconds",
         pg_database_size(current_database())::float8 as bytes
       from backend.account_mails where expires_at > now()`,
    );
    const [row] = rows;
    if (!row) return { accountMails: null, databaseBytes: null };
    const { bytes, ...accountMails } = row;
    return { accountMails, databaseBytes: bytes };
  } catch {
    return { accountMails: null, databaseBytes: null };
  }
}
