// Copies an image of another host into our storage.
import type { ServerClient } from '../../../data/server-client.ts';
import { encodePictureSizes } from './encode-picture-sizes.server.ts';
import { fetchPublicFile, type FetchPublicFileOptions } from './fetch-public-file.server.ts';
import { runInPictureQueue } from './run-in-picture-queue.server.ts';
import { deletePicture, pictureUrl, storePicture } from './store-picture.server.ts';

export interface CopyForeignImageInput {
  /** may write the picture's folder: createPictureFolderHeader */
  client: ServerClient;
  /** the picture's folder */
  id: string;
  address: string;
  /** origin of the backend for browsers; '' for the site's own */
  origin: string;
}

/** As an upload. */
const limits: FetchPublicFileOptions = { maxBytes: 20 * 1024 * 1024, timeoutMs: 15_000 };

/** The last part of the path; an address without one has its host. */
function fileNameOf(address: string): string {
  const { pathname, host } = new URL(address);
  return (pathname.split('/').findLast((part) => part !== '') ?? host).slice(0, 200);
}

/** Returns the URL of the copy. Throws an error of fetchPublicFile, a PictureError or a storage error; leaves no file. */
export async function copyForeignImage(
  { client, id, address, origin }: CopyForeignImageInput,
  options = limits,
): Promise<string> {
  const original = await fetchPublicFile(address, options);
  const picture = await runInPictureQueue(() => encodePictureSizes(original));
  try {
    await storePicture(client, id, picture, fileNameOf(address));
  } catch (error) {
    await deletePicture(client, id, picture).catch(() => undefined);
    throw error;
  }
  return pictureUrl(origin, id, picture);
}
