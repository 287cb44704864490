import type { FailedSignInListener } from '@fairlead/backend/backend.ts';
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

/** Written beside the responses: none waits for its note, or fails with it. */
export function createAuditNotes(client: SupabaseClient<Database>): AuditNotes {
  const writing = new Set<Promise<void>>();

  function write(statement: PromiseLike<{ error: { message: string } | null }>): void {
    const done = finish(statement).finally(() => writing.delete(done));
    writing.add(done);
  }

  return {
    // null too: the types of functions do not say so
    noteRead: (read) => write(client.rpc('record_bulk_read', { ...read, account: read.account as string })),
    noteFailedSignIn: ({ kind, account, email, address }) =>
      write(
        client.rpc('record_failed_sign_in', {
          kind,
          account: account as string,
          email: email as string,
          address,
        }),
      ),
    async settle() {
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
