// Stores a picture's WebP files and its row of the library, or deletes them; its public URL, the signed folder header.
import { createHmac } from 'node:crypto';
import type { ServerClient } from '../../../data/server-client.ts';
import { isRetriedInsert } from '../../../data/is-retried-insert.ts';
import type { ProcessedPicture } from './encode-picture-sizes.server.ts';

const bucket = 'pictures';
/** Files never change, so they may be cached. */
const oneYearSeconds = '31536000';

/** Proves to the database that this server created the folder's files: private.is_made_by_server checks it. */
export function createPictureFolderHeader(folder: string, headerKey: string): Record<string, string> {
  const signature = createHmac('sha256', headerKey).update(`picture ${folder}`).digest('hex');
  return { 'x-picture-folder': `${folder}.${signature}` };
}

/** URL of a picture; `origin` is '' on the site's own origin. */
export function pictureUrl(origin: string, folder: string, picture: ProcessedPicture): string {
  return `${origin}/storage/v1/object/public/${bucket}/${folder}/${largestFile(picture)}`;
}

function largestFile({ width, height }: ProcessedPicture): string {
  return `${width}x${height}.webp`;
}

/**
 * Uploads all sizes and adds the picture to the library. An existing file has the same content, because its original is
 * the same. Throws errors of the storage and the database.
 */
export async function storePicture(
  client: ServerClient,
  folder: string,
  picture: ProcessedPicture,
  name: string,
): Promise<void> {
  const { files } = picture;
  for (const [name, bytes] of files) {
    const { error } = await client.storage
      .from(bucket)
      .upload(`${folder}/${name}`, bytes, { contentType: 'image/webp', cacheControl: oneYearSeconds });
    if (error && !('statusCode' in error && String(error.statusCode) === '409')) throw error;
  }
  const { error } = await client.from('images').insert({ id: folder, file: largestFile(picture), name });
  if (error && !isRetriedInsert(error)) throw error;
}

/** Deletes what storePicture stored; the database keeps what a place shows. */
export async function deletePicture(
  client: ServerClient,
  folder: string,
  { files }: ProcessedPicture,
): Promise<void> {
  await client.from('images').delete().eq('id', folder);
  await client.storage.from(bucket).remove([...files.keys()].map((name) => `${folder}/${name}`));
}
