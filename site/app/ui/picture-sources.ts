/** Widths in pixels in which the site's own pictures are there as WebP (site/pictures/size-pictures.ts). */
export const pictureWidths = [480, 960] as const;
/** Widths in which an uploaded picture is there besides its own, as far as that is wider (media/receive). */
export const uploadedWidths = [480, 960, 1600] as const;

const ownPicture = /^\/samples\/([\w-]+)\.webp$/;
/** The folder of an uploaded picture, and the size of the largest file in it. */
const uploadedPicture = /^(.*\/storage\/v1\/object\/public\/pictures\/[\w-]+\/)(\d+)x(\d+)\.webp$/;

/** The sizes of a picture of ours as a srcset; null for any other address, of which only itself is known. */
export function pictureSources(url: string): string | null {
  const uploaded = uploadedPicture.exec(url);
  if (uploaded) {
    const [, folder, widest] = uploaded;
    const smaller = uploadedWidths.filter((width) => width < Number(widest));
    return [...smaller.map((width) => `${folder}${width}.webp ${width}w`), `${url} ${widest}w`].join(', ');
  }
  const name = ownPicture.exec(url)?.[1];
  if (name === undefined) return null;
  return pictureWidths.map((width) => `/samples/${width}/${name}.webp ${width}w`).join(', ');
}

/** The size of an uploaded picture in pixels, which its address tells; `otherwise` for any other address. */
export function pictureSize(url: string, otherwise: { width: number; height: number }) {
  const [, , width, height] = uploadedPicture.exec(url) ?? [];
  return width === undefined ? otherwise : { width: Number(width), height: Number(height) };
}

/** How wide pictures are drawn, for the places that several rooms have. */
export const tileSizes = '(width < 40rem) calc(100vw - 2rem), (width < 64rem) 50vw, 27rem';
export const headerSizes = '(width < 64rem) 100vw, 50vw';
