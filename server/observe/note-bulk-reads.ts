import type { Protocol } from '@fairlead/backend/start-http-server.ts';
import { notifyAll } from '@fairlead/backend/errors/notify-all.ts';
import { writeLog } from '../log/write-log.ts';

/** Rows of one response from which it is noted; the dashboard's lists read 51, its export 1,000. */
const manyRows = 200;

/** Tables with what people wrote or left. */
const tables = new Set(['leads', 'quarantined_leads', 'lead_messages', 'accessibility_feedback', 'profiles']);

export interface BulkRead {
  /** null: the secret key */
  account: string | null;
  relation: string;
  rows_read: number;
  address: string;
}

/**
 * `backend`, whose REST responses with many rows of people are noted; no response waits for its note. In-process
 * callers, which do not come through the listener, are the program itself.
 */
export function noteBulkReads(backend: Protocol, note: (read: BulkRead) => void): Protocol {
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
  const [, relation = ''] = /\/rest\/v1\/([\w%]+)/.exec(request.url) ?? [];
  const range = headers.get('content-range');
  if (!ok || range === null || !tables.has(decodeURIComponent(relation))) return null;
  const [, first, last] = /^(\d+)-(\d+)\//.exec(range) ?? [];
  const rows = first === undefined ? 0 : Number(last) - Number(first) + 1;
  if (rows <= manyRows) return null;
  return { account: accountOf(request.headers.get('authorization')), relation, rows_read: rows };
}

/** Of a token that the response shows to be valid. */
function accountOf(authorization: string | null): string | null {
  const [, payload] = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/i.exec(authorization ?? '') ?? [];
  if (payload === undefined) return null;
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown };
  return typeof sub === 'string' ? sub : null;
}
