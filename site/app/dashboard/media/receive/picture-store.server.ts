import type { SupabaseClient } from '@supabase/supabase-js';
import { createHmac } from 'node:crypto';
import type { Database } from '../../../data/database-types.ts';
import type { MadePicture } from './make-picture.server.ts';

type Client = SupabaseClient<Database>;

const bucket = 'pictures';
/** A file is never changed, so whoever has it need not ask again. */
const oneYearS = '31536000';

/** Tells the database that the site's server made the files of this folder: private.is_made_by_server checks it. */
export function pictureFolderHeader(folder: string, headerKey: string): Record<string, string> {
  const signature = createHmac('sha256', headerKey).update(`picture ${folder}`).digest('hex');
  return { 'x-picture-folder': `${folder}.${signature}` };
}

/** The address of a picture; `origin` is '' where the backend answers on the site's own origin. */
export function pictureAddress(origin: string, folder: string, { width, height }: MadePicture): string {
  return `${origin}/storage/v1/object/public/${bucket}/${folder}/${width}x${height}.webp`;
}

/** Writes all sizes. A file that is there already is of the same original, so it is the same. Throws what failed. */
export async function storePicture(client: Client, folder: string, { files }: MadePicture): Promise<void> {
  for (const [name, bytes] of files) {
    const { error } = await client.storage
      .from(bucket)
      .upload(`${folder}/${name}`, bytes, { contentType: 'image/webp', cacheControl: oneYearS });
    if (error && !('statusCode' in error && String(error.statusCode) === '409')) throw error;
  }
}

/** Takes back what storePicture wrote; what a row names stays, the database sees to that. */
export async function takeBackPicture(client: Client, folder: string, { files }: MadePicture): Promise<void> {
  await client.storage.from(bucket).remove([...files.keys()].map((name) => `${folder}/${name}`));
}
