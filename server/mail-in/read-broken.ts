import { createHash } from 'node:crypto';
import { mailInLimits } from './mail-in-limits.ts';
import { cleanText } from './mail-text.ts';
import { mailIdPattern, oneLine, type Envelope, type ReadMail } from './read-mail.ts';

const headsLength = 64_000;

function head(heads: string, name: string): string {
  return new RegExp(`^${name}:[ \\t]*(.{0,2000})`, 'im').exec(heads)?.[1] ?? '';
}

/**
 * Of a mail that no parser reads, such as 1,000 parts inside one another: staff see its first lines in triage, and the
 * whole of it is kept. Without tokens: what cannot be read is in no thread.
 */
export function readBroken(raw: Uint8Array, envelope: Envelope): ReadMail {
  const text = Buffer.from(raw.subarray(0, mailInLimits.bodyLength)).toString('utf8');
  const heads = text.slice(0, headsLength).split(/\r?\n\r?\n/)[0] ?? '';
  const from = head(heads, 'from');
  const address =
    /[^\s<>"(),;:]+@[^\s<>"(),;:]+/.exec(`${from} ${envelope.from ?? ''}`)?.[0] ?? 'unknown@unknown.invalid';
  const mailId = head(heads, 'message-id').match(mailIdPattern)?.[0] ?? null;
  const body = cleanText(text.slice(heads.length).slice(0, 10_000));
  return {
    kind: 'unreadable',
    tokens: [],
    mail_ids: [],
    content_key: createHash('sha256')
      .update(mailId ?? '')
      .update(address)
      .update(body)
      .digest('hex'),
    mail_id: mailId,
    from_address: oneLine(address, 320),
    from_name: '',
    subject: oneLine(head(heads, 'subject'), 500),
    body,
    folds: [],
    is_cut: true,
    sent_at: null,
    size_bytes: raw.length,
    files: [],
  };
}
