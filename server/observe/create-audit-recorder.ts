// Writes audit entries for bulk reads of personal data, failed sign-ins.
import type { FailedSignInListener } from '@fairlead/backend';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../site/app/data/database-types.ts';
import { writeLog } from '../log/write-log.ts';
import type { BackendHandler } from '@fairlead/backend/http';
import { notifyAll } from '@fairlead/backend/errors';

/** Writes audit entries of events that the database cannot record itself, because it was only read or rolled back. */
export interface AuditRecorder {
  noteRead: (read: PersonalDataRead) => void;
  noteFailedSignIn: FailedSignInListener;
  /** Resolves once the entries so far are written. */
  settle: () => Promise<void>;
}

/** A response with more rows than this is recorded at once. The dashboard's lists read 51 rows, its export 1,000. */
const manyRows = 200;
const writeEveryMs = 60_000;

/** Entries are written asynchronously: no response waits for its entry, or fails with it. */
export function createAuditRecorder(client: SupabaseClient<Database>): AuditRecorder {
  const writing = new Set<Promise<void>>();
  const small = new Map<string, PersonalDataRead>();
  const timer = setInterval(writeSmallReads, writeEveryMs).unref();

  function write(statement: PromiseLike<{ error: { message: string } | null }>): void {
    const done = finish(statement).finally(() => writing.delete(done));
    writing.add(done);
  }

  function writeRead(read: PersonalDataRead): void {
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

/** Paths that read personal data: the tables themselves, and functions that return their rows. */
const readers: ReadonlyMap<string, string> = new Map([
  ...['leads', 'quarantined_leads', 'lead_messages', 'accessibility_feedback', 'profiles'].map(
    (table) => [table, table] as const,
  ),
  ...['search_leads', 'list_leads', 'person_leads'].map((name) => [`rpc/${name}`, 'leads'] as const),
]);

export interface PersonalDataRead {
  /** null: the secret key */
  account: string | null;
  relation: string;
  rows_read: number;
  address: string;
}

/**
 * The backend for the listener: it records REST responses that contain rows with personal data; no response waits for
 * it. In-process callers use `backend` itself and are not recorded.
 */
export function withPersonalDataReadReports(
  backend: BackendHandler,
  note: (read: PersonalDataRead) => void,
): BackendHandler {
  return {
    ...backend,
    async fetch(request, from) {
      const response = await backend.fetch(request, from);
      notifyAll([noteRead], response, writeLog);
      return response;

      function noteRead(sent: Response): void {
        const read = findPersonalDataRead(request, sent);
        if (read) note({ ...read, address: from?.address ?? '' });
      }
    },
  };
}

/** The rows in a response of the REST API, including those that a write returns; null if none has personal data. */
export function findPersonalDataRead(
  request: Pick<Request, 'url' | 'headers'>,
  { ok, headers }: Pick<Response, 'ok' | 'headers'>,
): Omit<PersonalDataRead, 'address'> | null {
  const [, path = ''] = /\/rest\/v1\/((?:rpc\/)?[\w%]+)/.exec(request.url) ?? [];
  const [, first, last] = /^(\d+)-(\d+)\//.exec(headers.get('content-range') ?? '') ?? [];
  if (!ok || first === undefined) return null;
  const relation = readers.get(decodeURIComponent(path));
  if (relation === undefined) return null;
  const rows = Number(last) - Number(first) + 1;
  return { account: accountOf(request.headers.get('authorization')), relation, rows_read: rows };
}

/** The account in a token that the successful response proves to be valid. */
function accountOf(authorization: string | null): string | null {
  const [, payload] = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/i.exec(authorization ?? '') ?? [];
  if (payload === undefined) return null;
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown };
  return typeof sub === 'string' ? sub : null;
}
