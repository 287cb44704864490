// Reads a file of a received mail, or the original mail, for download; packs unsafe kinds in a zip.
import { zipSync } from 'fflate';
import type { ServerClient } from '../../../data/server-client.ts';
import { isDownloadableFile } from '../../../data/is-downloadable-file.ts';
import type { MailAttachmentReader } from '../../../data/request-contexts.ts';
import { runInPictureQueue } from '../../media/receive/run-in-picture-queue.server.ts';
import { openPicture } from '../../media/receive/encode-picture-sizes.server.ts';

export interface ReceivedFileDownload {
  name: string;
  /** for the header; never a type that a browser would run */
  type: string;
  bytes: Uint8Array;
}

/** The maximum in private.mail_parts. */
const mostParts = 16;

/** The original mail; null if it does not exist, or the caller may not read it. */
async function readOriginal(caller: ServerClient, mail: string): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  for (let part = 0; part < mostParts; part++) {
    const { data } = await caller.rpc('read_mail_part', { mail, part }).throwOnError();
    // null after the last part, which the generated types of functions do not include
    if (typeof data !== 'string') break;
    parts.push(Buffer.from(data, 'base64'));
  }
  return parts.length > 0 ? Buffer.concat(parts) : null;
}

/** Files in an archive do not open with one click. */
function zip(name: string, bytes: Uint8Array): ReceivedFileDownload {
  return { name: `${name}.zip`, type: 'application/zip', bytes: zipSync({ [name]: [bytes, { level: 0 }] }) };
}

async function isOwner(caller: ServerClient): Promise<boolean> {
  return (await caller.rpc('is_owner').throwOnError()).data;
}

/**
 * Only files that were found in the mail when it arrived and that are offered; other kinds only as a zip for owners,
 * who were warned (`asZip`).
 */
export async function readReceivedFile(
  caller: ServerClient,
  readMailAttachment: MailAttachmentReader,
  mail: string,
  part: string,
  asZip = false,
): Promise<ReceivedFileDownload | null> {
  if (part === 'original') {
    const bytes = await readOriginal(caller, mail);
    return bytes && { name: 'email.eml', type: 'application/octet-stream', bytes };
  }
  const { data: known } = await caller
    .from('received_files')
    .select('name, media_type, size_bytes, refused')
    .eq('mail_id', mail)
    .eq('part', Number(part))
    .maybeSingle()
    .throwOnError();
  // "program" is stored with mails that older versions received; the list of offered types decides about these files.
  if (!known || (known.refused !== null && known.refused !== 'program')) return null;
  const isOffered = isDownloadableFile(known.name, known.media_type);
  if (isOffered === asZip || (asZip && !(await isOwner(caller)))) return null;
  const original = await readOriginal(caller, mail);
  if (original === null) return null;
  const bytes = await readMailAttachment(original, Number(part));
  if (bytes?.length !== known.size_bytes) return null;
  if (asZip) return zip(known.name, bytes);
  const picture = known.media_type.startsWith('image/') ? await redrawPicture(bytes) : null;
  if (picture)
    return { name: `${known.name.replace(/\.[^.]{1,10}$/, '')}.webp`, type: 'image/webp', bytes: picture };
  return { name: known.name, type: 'application/octet-stream', bytes };
}

const redrawTimeoutSeconds = 20;

/**
 * Only the picture, without hidden data; null if it cannot be redrawn, for example because it is damaged or too large
 * for WebP: then it is saved unchanged.
 */
async function redrawPicture(bytes: Uint8Array): Promise<Uint8Array | null> {
  return runInPictureQueue(async () => {
    const { picture } = await openPicture(bytes);
    return picture.autoOrient().timeout({ seconds: redrawTimeoutSeconds }).webp({ quality: 85 }).toBuffer();
  }).catch(() => null);
}
