/** Widths in pixels in which the site's own pictures are there as WebP (site/pictures/size-pictures.ts). */
export const pictureWidths = [480, 960] as const;

const ownPicture = /^\/samples\/([\w-]+)\.webp$/;

/** The sizes of one of the site's own pictures as a srcset; null for any other address, of which only itself is known. */
export function pictureSources(url: string): string | null {
  const name = ownPicture.exec(url)?.[1];
  if (name === undefined) return null;
  return pictureWidths.map((width) => `/samples/${width}/${name}.webp ${width}w`).join(', ');
}

/** How wide pictures are drawn, for the places that several rooms have. */
export const tileSizes = '(width < 40rem) calc(100vw - 2rem), (width < 64rem) 50vw, 27rem';
export const headerSizes = '(width < 64rem) 100vw, 50vw';
