import { presetValues, type ColourValues } from './colour-tokens.ts';

/** By day; a share image and a mail have no theme. */
export interface ShareColours {
  deep: string;
  shoal: string;
  drying: string;
  land: string;
  ink: string;
  contour: string;
  magentaLine: string;
}

/** Ink is for all palettes. */
const ink = '#0f1f2b';

export function shareColoursOf(values: ColourValues): ShareColours {
  const { deep, shoal, drying, land, contour, 'magenta-line': line } = values;
  return {
    deep: deep[0],
    shoal: shoal[0],
    drying: drying[0],
    land: land[0],
    ink,
    contour: contour[0],
    magentaLine: line[0],
  };
}

export const shareColours: ShareColours = shareColoursOf(presetValues);
