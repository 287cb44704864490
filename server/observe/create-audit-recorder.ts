// Writes audit entries of what the database cannot record itself: rows of people that were read, failed sign-ins.
import type { FailedSignInListener, RowsRead } from '@fairlead/backend';
import { isUuid } from '@fairlead/backend/database';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../site/app/data/database-types.ts';
import { writeLog } from '../log/write-log.ts';

/** Rows of one table that an account has read in an hour, since they were last handed to the database. */
interface ReadCount {
  /** null: the secret key */
  account: string | null;
  hour: string;
  relation: string;
  rows: number;
  /** of the last request; null: a request of the site's own server for this account */
  address: string | null;
}

/** A response with more rows than this is handed over at once, so that owners see a mass read while it happens. */
const manyRows = 200;
const maxCounts = 1_000;
/** Above this, which only a database that takes none for hours reaches, hours of an account and table are joined. */
const maxSeparateHours = 10_000;
const hourMs = 3_600_000;

type Outcome = PromiseLike<{ error: { message: string } | null }>;

/** Entries are written asynchronously: no response waits for its entry, or fails with it. */
export function createAuditRecorder(client: SupabaseClient<Database>) {
  const writing = new Set<Promise<unknown>>();
  let counts = new Map<string, ReadCount>();
  let handingOver: Promise<void> | undefined;
  let hasFailed = false;

  function write(statement: Outcome): void {
    const done = isWritten(statement).finally(() => writing.delete(done));
    writing.add(done);
  }

  function add(count: ReadCount): void {
    const isFull = counts.size >= maxSeparateHours;
    const key = `${count.account} ${isFull ? '' : count.hour} ${count.relation}`;
    const { hour, rows } = counts.get(key) ?? { hour: count.hour, rows: 0 };
    counts.set(key, { ...count, hour, rows: rows + count.rows });
  }

  /** Also without new reads, because it ends the hours that are over. One at a time. */
  function writeReads(): Promise<void> {
    handingOver ??= handOver().finally(() => (handingOver = undefined));
    return handingOver;
  }

  async function handOver(): Promise<void> {
    const taken = [...counts.values()];
    counts = new Map();
    hasFailed = !(await isWritten(client.rpc('record_reads', { reads: taken as object[] as never })));
    if (!hasFailed) return;
    // The next run of the job tries again.
    for (const count of taken) add(count);
  }

  return {
    noteRead({ account, role, address, rows }: RowsRead) {
      // Visitors reach only what their own link opens, and the server's own jobs are nobody's reading.
      if (role === 'anon' || (role === 'service_role' && address === undefined)) return;
      const hour = new Date(Math.floor(Date.now() / hourMs) * hourMs).toISOString();
      for (const [table, number] of rows) {
        add({
          account: account !== null && isUuid(account) ? account : null,
          hour,
          relation: table.replace(/^public\./, ''),
          rows: number,
          address: address ?? null,
        });
        if (number > manyRows && !hasFailed) void writeReads();
      }
      if (counts.size > maxCounts && !hasFailed) void writeReads();
    },
    noteFailedSignIn: ({ kind, account, email, address }: Parameters<FailedSignInListener>[0]) =>
      write(client.rpc('record_failed_sign_in', { kind, account, email, address })),
    /** Hands over what was counted, and ends the hours that are over. */
    writeReads,
    /** Resolves once the entries so far are written. */
    async settle() {
      await handingOver;
      await writeReads();
      await Promise.all(writing);
    },
  };
}

/** Writes audit entries of events that the database cannot record itself, because it was only read or rolled back. */
export type AuditRecorder = ReturnType<typeof createAuditRecorder>;

/** The tables whose rows are counted. */
export async function readCountedTables(client: SupabaseClient<Database>): Promise<string[]> {
  const { data } = await client.rpc('counted_tables').throwOnError();
  return data;
}

async function isWritten(statement: Outcome): Promise<boolean> {
  try {
    const { error } = await statement;
    if (error) throw new Error(error.message);
    return true;
  } catch (error) {
    writeLog({ level: 'error', event: 'audit.unwritten', message: (error as Error).message });
    return false;
  }
}
