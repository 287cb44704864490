// Re-encodes a picture of a received mail as WebP, which removes its metadata.
import { enqueuePicture } from '../../media/receive/enqueue-picture.server.ts';
import { openPicture } from '../../media/receive/make-picture.server.ts';

const timeoutSeconds = 20;

/**
 * The picture alone, without what hides beside it; null for what is none that we draw, such as a damaged one or one that
 * WebP has no size for, which is saved as it came.
 */
export async function redrawPicture(bytes: Uint8Array): Promise<Uint8Array | null> {
  return enqueuePicture(async () => {
    const picture = await openPicture(bytes);
    return picture.autoOrient().timeout({ seconds: timeoutSeconds }).webp({ quality: 85 }).toBuffer();
  }).catch(() => null);
}
