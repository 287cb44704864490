// Describes the files of a mail, with safe names, detected types and sizes, and reads one of them.
import { fileTypeFromBuffer } from 'file-type';
import PostalMime, { type Email } from 'postal-mime';
import type { MailAttachment } from '../mail-description.ts';
import { mailReaderLimits } from '../mail-reader-limits.ts';

/** The same for a description and for reading a file, which finds it by its position. */
export const mailParseOptions = { forceRfc822Attachments: true, maxNestingDepth: 200 } as const;

function bytesOf({ content }: Email['attachments'][number]): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

const longestName = 1_000;

/** A file name without folders, control characters and characters that change the text direction. */
export function sanitizeFileName(name: string | null, otherwise: string): string {
  const clean = (name ?? '')
    // Keeps the end, which contains the extension.
    .slice(-longestName)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^.*[\\/]/s, '')
    .replaceAll(/[\\/:*?"<>|]/g, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '');
  if (clean.length <= 150) return clean || otherwise;
  const end = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  return (clean.slice(0, 150 - end.length) + end).toWellFormed();
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true })
      .decode(bytes.subarray(0, 4096), { stream: true })
      .includes('\0');
  } catch {
    return false;
  }
}

async function typeOf(bytes: Uint8Array): Promise<{ type: string; end: string }> {
  const known = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const type = known?.mime.split(';')[0] ?? (isText(bytes) ? 'text/plain' : 'application/octet-stream');
  return {
    type: /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type) ? type : 'application/octet-stream',
    end: known ? `.${known.ext}` : '',
  };
}

export async function listMailAttachments(attachments: Email['attachments']): Promise<MailAttachment[]> {
  return Promise.all(
    attachments.slice(0, mailReaderLimits.files).map(async (attachment, part) => {
      const bytes = bytesOf(attachment);
      const { type, end } = await typeOf(bytes);
      const name = sanitizeFileName(attachment.filename, `attachment-${part + 1}${end}`);
      return { part, name, mediaType: type, sizeBytes: bytes.length };
    }),
  );
}

/**
 * The bytes of a file, by its `part` in the description of the mail; null if there is none. Parses the mail in the
 * calling thread, without a limit of time; rejects if the mail cannot be parsed.
 */
export async function readMailAttachment(raw: Uint8Array, part: number): Promise<Uint8Array | null> {
  const { attachments } = await PostalMime.parse(raw, mailParseOptions);
  const attachment = attachments[part];
  return attachment ? bytesOf(attachment) : null;
}
