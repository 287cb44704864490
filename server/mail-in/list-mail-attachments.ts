// Lists the attachments of a received mail with safe names, detected types, sizes.
import { fileTypeFromBuffer } from 'file-type';
import type { Email } from 'postal-mime';
import { mailInLimits } from '../settings/mail-in-settings.ts';

/** An attachment, as receive_mail expects it. */
export interface MailAttachment {
  part: number;
  name: string;
  /** Detected from the content; the type that the mail declares is ignored. */
  media_type: string;
  size_bytes: number;
  /** Which types can be downloaded is decided when they are shown (site/app/data/received-mail.ts). */
  refused: 'too-large' | null;
}

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
    attachments.slice(0, mailInLimits.files).map(async (attachment, part) => {
      const bytes = bytesOf(attachment);
      const { type, end } = await typeOf(bytes);
      const name = sanitizeFileName(attachment.filename, `attachment-${part + 1}${end}`);
      const isTooLarge = bytes.length > mailInLimits.fileBytes;
      return {
        part,
        name,
        media_type: type,
        size_bytes: bytes.length,
        refused: isTooLarge ? 'too-large' : null,
      } satisfies MailAttachment;
    }),
  );
}
