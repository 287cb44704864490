import type { FailedSignInListener } from '@fairlead/backend';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../site/app/data/database-types.ts';
import { writeLog } from '../log/write-log.ts';
import type { BulkRead } from './note-bulk-reads.ts';

/** What the database cannot note itself, because it was read or rolled back. */
export interface AuditNotes {
  noteRead: (read: BulkRead) => void;
  noteFailedSignIn: FailedSignInListener;
  /** Resolves when what was noted so far is written. */
  settle: () => Promise<void>;
}

/** Of one response: written at once. The dashboard's lists read 51, its export 1,000. */
const manyRows = 200;
const writeEveryMs = 60_000;

/** Written beside the responses: none waits for its note, or fails with it. */
export function createAuditNotes(client: SupabaseClient<Database>): AuditNotes {
  const writing = new Set<Promise<void>>();
  const small = new Map<string, BulkRead>();
  const timer = setInterval(writeSmallReads, writeEveryMs).unref();

  function write(statement: PromiseLike<{ error: { message: string } | null }>): void {
    const done = finish(statement).finally(() => writing.delete(done));
    writing.add(done);
  }

  function writeRead(read: BulkRead): void {
    write(client.rpc('record_bulk_read', read));
  }

  function writeSmallReads(): void {
    for (const read of small.values()) writeRead(read);
    small.clear();
  }

  return {
    noteRead(read) {
      if (read.rows_read > manyRows) return writeRead(read);
      const key = `${read.account} ${read.relation}`;
      const before = small.get(key)?.rows_read ?? 0;
      small.set(key, { ...read, rows_read: before + read.rows_read });
    },
    noteFailedSignIn: ({ kind, account, email, address }) =>
      write(client.rpc('record_failed_sign_in', { kind, account, email, address })),
    async settle() {
      clearInterval(timer);
      writeSmallReads();
      await Promise.all(writing);
    },
  };
}

async function finish(statement: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  try {
    const { error } = await statement;
    if (error) throw new Error(error.message);
  } catch (error) {
    writeLog({ level: 'error', event: 'audit.unwritten', message: (error as Error).message });
  }
}
