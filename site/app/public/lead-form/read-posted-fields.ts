import { rejectionTexts } from './rejection-texts.ts';

/** Far above what the fields allow (2,000 characters of any script, percent-encoded). */
const maxBytes = 64 * 1024;
const formType = 'application/x-www-form-urlencoded';

type PostedFields = { ok: true; fields: URLSearchParams } | { ok: false; status: number; reason: string };

/** From our own pages only, of one content type and a bounded size. */
export async function readPostedFields(request: Request): Promise<PostedFields> {
  if (!isOwnOrigin(request)) {
    return { ok: false, status: 403, reason: rejectionTexts.otherSite };
  }
  if (request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== formType) {
    return { ok: false, status: 415, reason: rejectionTexts.unreadable };
  }
  const text = await readText(request);
  if (text === null) {
    return { ok: false, status: 413, reason: rejectionTexts.tooLong };
  }
  return { ok: true, fields: new URLSearchParams(text) };
}

/** A browser sends the origin with every post; a request without it is no browser's and carries no session. */
function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host !== null && (host === new URL(request.url).host || host === request.headers.get('host'));
}

async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) return null;
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
