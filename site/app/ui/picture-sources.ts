/** Widths in pixels of the site's own pictures as WebP (site/pictures/size-pictures.ts). */
export const sitePictureWidths = [480, 960] as const;
/** Widths of an uploaded picture in addition to its own, which is larger (media/receive). */
export const uploadedPictureWidths = [480, 960, 1600] as const;

const ownPicture = /^\/samples\/([\w-]+)\.webp$/;
/** The folder of an uploaded picture, and its largest size. */
const uploadedPicture = /^(.*\/storage\/v1\/object\/public\/pictures\/[\w-]+\/)(\d+)x(\d+)\.webp$/;

/** A srcset for our pictures; null for any other URL. */
export function pictureSrcSetOf(url: string): string | null {
  const uploaded = uploadedPicture.exec(url);
  if (uploaded) {
    const [, folder, widest] = uploaded;
    const smaller = uploadedPictureWidths.filter((width) => width < Number(widest));
    return [...smaller.map((width) => `${folder}${width}.webp ${width}w`), `${url} ${widest}w`].join(', ');
  }
  const name = ownPicture.exec(url)?.[1];
  if (name === undefined) return null;
  return sitePictureWidths.map((width) => `/samples/${width}/${name}.webp ${width}w`).join(', ');
}

/** An uploaded picture's size in pixels, which its URL contains; otherwise `otherwise`. */
export function pictureSizeOf(url: string, otherwise: { width: number; height: number }) {
  const [, , width, height] = uploadedPicture.exec(url) ?? [];
  return width === undefined ? otherwise : { width: Number(width), height: Number(height) };
}

export const tilePictureSizes = '(width < 40rem) calc(100vw - 2rem), (width < 64rem) 50vw, 30rem';
export const headerPictureSizesAttribute = '(width < 64rem) 100vw, 50vw';
export const prosePictureSizes = '(width < 48rem) calc(100vw - 2rem), 44rem';
