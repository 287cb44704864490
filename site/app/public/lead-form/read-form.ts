import { hiddenFields } from './hidden-fields.ts';
import { readLeadValues, type LeadValues } from '../../lead/lead-fields.ts';

/** Far above what the fields allow (2,000 characters of any script, percent-encoded), far below what hurts. */
const mostBytes = 64 * 1024;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const formType = 'application/x-www-form-urlencoded';

export type ReadForm =
  | { ok: true; values: LeadValues; scripted: boolean; key: string | null; trap: string; hint: string }
  | { ok: false; status: number; reason: string };

/** Reads a lead form's body: of our own pages only, of one type, of a bounded size. Unknown fields are left out. */
export async function readForm(request: Request): Promise<ReadForm> {
  if (!isOwnOrigin(request)) {
    return {
      ok: false,
      status: 403,
      reason: 'This form can only be sent from our website. Please open the page there and try again.',
    };
  }
  if (request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== formType) {
    return {
      ok: false,
      status: 415,
      reason: "We couldn't read that form. Please send it from our website.",
    };
  }
  const text = await readText(request);
  if (text === null) {
    return {
      ok: false,
      status: 413,
      reason: 'That message is too long. Please shorten it or email it to us.',
    };
  }
  const fields = new URLSearchParams(text);
  const key = fields.get(hiddenFields.key) ?? '';
  return {
    ok: true,
    values: readLeadValues(fields),
    scripted: fields.get(hiddenFields.scripted) === 'yes',
    key: uuid.test(key) ? key.toLowerCase() : null,
    trap: fields.get(hiddenFields.trap) ?? '',
    hint: fields.get(hiddenFields.hint) ?? '',
  };
}

/** A browser names the origin of every post; what has none is no browser and carries nobody's session. */
function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host !== null && (host === new URL(request.url).host || host === request.headers.get('host'));
}

async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) return null;
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
