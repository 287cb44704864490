import { presetColours, type BrandColours } from './colour-tokens.ts';

/** The ready ones; `own` is what an owner chooses. */
export const palettes = {
  chart: presetColours,
  forest: { main: '#1d5138', accent: '#b8480f', ground: '#f2e8c9' },
  plum: { main: '#5a2a6e', accent: '#c0264b', ground: '#f6e4ea' },
  slate: { main: '#24407f', accent: '#b45309', ground: '#e4eaf8' },
} as const satisfies Record<string, BrandColours>;

export const paletteNames = ['chart', 'forest', 'plum', 'slate', 'own'] as const;

interface ChosenColours {
  palette: string;
  mainColour: string;
  accentColour: string;
  groundColour: string;
}

/** Of the settings; a palette that is not known is the first. */
export function coloursOf({ palette, mainColour, accentColour, groundColour }: ChosenColours): BrandColours {
  if (palette === 'own') return { main: mainColour, accent: accentColour, ground: groundColour };
  return Object.hasOwn(palettes, palette) ? palettes[palette as keyof typeof palettes] : presetColours;
}
