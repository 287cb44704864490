import type { Protocol } from '@fairlead/backend/http';
import { notifyAll } from '@fairlead/backend/errors';
import { writeLog } from '../log/write-log.ts';

/** What reads the tables with what people wrote or left: the tables themselves, and functions that return their rows. */
const readers: ReadonlyMap<string, string> = new Map([
  ...['leads', 'quarantined_leads', 'lead_messages', 'accessibility_feedback', 'profiles'].map(
    (table) => [table, table] as const,
  ),
  ...['search_leads', 'list_leads', 'person_leads'].map((name) => [`rpc/${name}`, 'leads'] as const),
]);

export interface BulkRead {
  /** null: the secret key */
  account: string | null;
  relation: string;
  rows_read: number;
  address: string;
}

/**
 * `backend`, whose REST responses with rows of people are noted; no response waits for its note. In-process
 * callers, which do not come through the listener, are the program itself.
 */
export function reportBulkReads(backend: Protocol, note: (read: BulkRead) => void): Protocol {
  return {
    ...backend,
    async fetch(request, from) {
      const response = await backend.fetch(request, from);
      notifyAll([noteRead], response, writeLog);
      return response;

      function noteRead(sent: Response): void {
        const read = bulkReadOf(request, sent);
        if (read) note({ ...read, address: from?.address ?? '' });
      }
    },
  };
}

/** Also of a write that returns the rows it changed. */
export function bulkReadOf(
  request: Pick<Request, 'url' | 'headers'>,
  { ok, headers }: Pick<Response, 'ok' | 'headers'>,
): Omit<BulkRead, 'address'> | null {
  const [, path = ''] = /\/rest\/v1\/((?:rpc\/)?[\w%]+)/.exec(request.url) ?? [];
  const [, first, last] = /^(\d+)-(\d+)\//.exec(headers.get('content-range') ?? '') ?? [];
  if (!ok || first === undefined) return null;
  const relation = readers.get(decodeURIComponent(path));
  if (relation === undefined) return null;
  const rows = Number(last) - Number(first) + 1;
  return { account: accountOf(request.headers.get('authorization')), relation, rows_read: rows };
}

/** Of a token that the response shows to be valid. */
function accountOf(authorization: string | null): string | null {
  const [, payload] = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/i.exec(authorization ?? '') ?? [];
  if (payload === undefined) return null;
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown };
  return typeof sub === 'string' ? sub : null;
}
