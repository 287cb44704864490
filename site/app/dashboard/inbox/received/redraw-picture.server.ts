// Re-encodes a picture of a received mail as WebP, which removes its metadata.
import { enqueuePicture } from '../../media/receive/enqueue-picture.server.ts';
import { openPicture } from '../../media/receive/make-picture.server.ts';

const timeoutSeconds = 20;

/**
 * Only the picture, without hidden data; null if it cannot be redrawn, for example because it is damaged or too large
 * for WebP: then it is saved unchanged.
 */
export async function redrawPicture(bytes: Uint8Array): Promise<Uint8Array | null> {
  return enqueuePicture(async () => {
    const picture = await openPicture(bytes);
    return picture.autoOrient().timeout({ seconds: timeoutSeconds }).webp({ quality: 85 }).toBuffer();
  }).catch(() => null);
}
