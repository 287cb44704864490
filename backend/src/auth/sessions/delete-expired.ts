// Deletes expired auth rows in batches: sessions, refresh tokens, one-time tokens, OAuth flows, challenges.
import type pg from 'pg';
import type { LogWriter } from '../../errors/log-entry.ts';
import type { AuthConfig } from '../config.ts';
import { expiredSessionSql, sessionTimeoutsOf } from './require-user.ts';

const intervalMs = 15 * 60_000;
const batch = 1_000;
const dayS = 86_400;

/** Lifetime of used refresh tokens without a configured inactivity timeout. */
const usedTokenTtlS = 30 * dayS;

interface ExpiredRows {
  table: string;
  /** Default: `id`. */
  key?: string;
  /** A condition on the rows, which are named `s`. */
  condition: string;
  values?: readonly (number | null)[];
}

function expiredRows(config: AuthConfig): ExpiredRows[] {
  const [timebox, inactivity] = sessionTimeoutsOf(config);
  return [
    // The refresh tokens and `amr` entries of a session are deleted with it.
    { table: 'sessions', condition: expiredSessionSql('$1', '$2'), values: [timebox, inactivity] },
    // Used tokens are kept for the inactivity timeout, because their reuse reveals a theft. The token from which the
    // active token was made is kept longer, because it can still be exchanged for the active token.
    {
      table: 'refresh_tokens',
      condition: `(s.revoked or s.session_id is null)
        and s.updated_at < now() - make_interval(secs => $1::float8)
        and not exists (select from auth.refresh_tokens as child where child.parent = s.token and not child.revoked)`,
      values: [inactivity ?? usedTokenTtlS],
    },
    {
      table: 'sign_in_networks',
      key: 'user_id, network',
      condition: `s.seen_at < now() - interval '90 days'`,
    },
    { table: 'one_time_tokens', condition: 's.expires_at < now()' },
    // Links are valid for a day at most, and a flow expires with its link.
    {
      table: 'flow_state',
      condition: `s.created_at < now() - interval '2 days' or s.auth_code_issued_at < now() - interval '1 hour'`,
    },
    { table: 'provider_flows', condition: `s.created_at < now() - interval '1 hour'` },
    { table: 'mfa_challenges', condition: `s.created_at < now() - interval '1 hour'` },
    {
      table: 'mfa_factors',
      condition: `s.status = 'unverified' and s.created_at < now() - interval '1 day'`,
    },
    {
      table: 'used_wallet_messages',
      key: 'message_hash',
      condition: `s.used_at < now() - interval '1 hour'`,
    },
  ];
}

/** Deletes in batches; locked rows are left for the next run. */
export async function deleteExpiredAuthRows(pool: pg.Pool, config: AuthConfig): Promise<void> {
  for (const { table, key = 'id', condition, values = [] } of expiredRows(config)) {
    const text = `delete from auth.${table} where (${key}) in (
      select ${key} from auth.${table} s where ${condition} limit ${batch} for update skip locked)`;
    let deleted: number | null;
    do ({ rowCount: deleted } = await pool.query(text, [...values]));
    while (deleted === batch);
  }
}

/** A failure is only logged: expired rows are never accepted. */
export function createExpiredAuthRowsCleaner(
  pool: pg.Pool,
  config: AuthConfig,
  log: LogWriter,
): { start(): void; close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function run(): void {
    running = deleteExpiredAuthRows(pool, config).catch((error: Error) => {
      log({ level: 'warn', event: 'auth.cleanup_failed', message: error.message });
    });
  }

  return {
    start() {
      clearInterval(timer);
      timer = setInterval(run, intervalMs).unref();
      run();
    },
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
