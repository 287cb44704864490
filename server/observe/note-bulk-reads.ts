import type { Protocol } from '@fairlead/backend/start-http-server.ts';

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
 * `backend`, whose REST responses with many rows of people are noted before they are sent. In-process callers, which
 * do not come through the listener, are the program itself. `note` must not reject.
 */
export function noteBulkReads(backend: Protocol, note: (read: BulkRead) => Promise<void>): Protocol {
  return {
    ...backend,
    async fetch(request, from) {
      const response = await backend.fetch(request, from);
      const read = bulkReadOf(request, response);
      if (read) await note({ ...read, address: from?.address ?? '' });
      return response;
    },
  };
}

/** Also of a write that returns the rows it changed. */
export function bulkReadOf(
  request: Pick<Request, 'url' | 'headers'>,
  { ok, headers }: Pick<Response, 'ok' | 'headers'>,
): Omit<BulkRead, 'address'> | null {
  const [, relation = ''] = /\/rest\/v1\/([\w%]+)/.exec(request.url) ?? [];
  if (!ok || !tables.has(decodeURIComponent(relation))) return null;
  const [, first, last] = /^(\d+)-(\d+)\//.exec(headers.get('content-range') ?? '') ?? [];
  const rows = first === undefined ? 0 : Number(last) - Number(first) + 1;
  if (rows <= manyRows) return null;
  return { account: accountOf(request.headers.get('authorization')), relation, rows_read: rows };
}

/** Of a token that the response shows to be valid. */
export function accountOf(authorization: string | null): string | null {
  const [, payload] = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/i.exec(authorization ?? '') ?? [];
  if (payload === undefined) return null;
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown };
  return typeof sub === 'string' ? sub : null;
}
