import { PictureError, openPicture } from '../../../media/receive/make-picture.server.ts';

const timeoutSeconds = 20;

/** The picture alone, without what hides beside it; null for what is none that we draw, which is saved as it came. */
export async function redrawPicture(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const picture = await openPicture(bytes);
    return await picture.autoOrient().timeout({ seconds: timeoutSeconds }).webp({ quality: 85 }).toBuffer();
  } catch (error) {
    if (error instanceof PictureError) return null;
    throw error;
  }
}
