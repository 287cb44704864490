// The colours of an agency, with the tokens that are derived from them.

/** The three colours of an agency: links and buttons, lines and marks, warm surfaces. */
export interface BrandColours {
  main: string;
  accent: string;
  ground: string;
}

type Pair = readonly [day: string, night: string];

interface FollowingToken {
  follows: keyof BrandColours;
  /** `surface` is behind text, `mark` is on a surface */
  is: 'surface' | 'mark';
  preset: Pair;
}

function surface(follows: keyof BrandColours, day: string, night: string): FollowingToken {
  return { follows, is: 'surface', preset: [day, night] };
}

function mark(follows: keyof BrandColours, day: string, night: string): FollowingToken {
  return { follows, is: 'mark', preset: [day, night] };
}

/**
 * The tokens that are derived from the agency's colours, with the values of ui/tokens.css (tested). Ink and greys are
 * the same for all agencies.
 */
export const colourTokens = {
  water: surface('main', '#f4f9f9', '#0b151d'),
  deep: surface('main', '#f4f9f9', '#0b151d'),
  paper: surface('main', '#ffffff', '#12212c'),
  shoal: surface('main', '#d5e9ed', '#173341'),
  land: surface('ground', '#f8e7b4', '#3a3215'),
  sheet: surface('ground', '#f8e7b4', '#173341'),
  drying: surface('ground', '#d3e3be', '#22341c'),
  contour: mark('main', '#5d8a99', '#3c6a7a'),
  harbour: mark('main', '#0b4a5e', '#7ccfe4'),
  'harbour-hover': mark('main', '#083848', '#a5e0ef'),
  'magenta-text': mark('accent', '#a0145a', '#ff8fc2'),
  'magenta-line': mark('accent', '#c2186f', '#ff8fc2'),
  halo: mark('accent', '#c2186f', '#0b151d'),
  coast: mark('ground', '#0f1f2b', '#b9a874'),
  ring: mark('ground', '#0f1f2b', '#f8e7b4'),
  night: surface('main', '#0a2330', '#0a2330'),
  'night-muted': mark('main', '#d5e9ed', '#d5e9ed'),
  'night-buff': mark('ground', '#f8e7b4', '#f8e7b4'),
  'night-line': mark('accent', '#ff8fc2', '#ff8fc2'),
  'night-rule': surface('main', '#35586a', '#35586a'),
  'night-contour': surface('main', '#1d4150', '#1d4150'),
  'scale-buff': mark('ground', '#e3d3a3', '#e3d3a3'),
} as const satisfies Record<string, FollowingToken>;

export type ColourToken = keyof typeof colourTokens;
export type ColourValues = Record<ColourToken, Pair>;

export const presetColourValues = Object.fromEntries(
  Object.entries(colourTokens).map(([name, { preset }]) => [name, preset]),
) as unknown as ColourValues;

/** A style sheet with the URL that serves it. */
export interface ColourStyleSheet {
  address: string;
  css: string;
  values: ColourValues;
}

export const presetBrandColours: BrandColours = { main: '#0b4a5e', accent: '#c2186f', ground: '#f8e7b4' };

export function arePresetBrandColours({ main, accent, ground }: BrandColours): boolean {
  return (
    main === presetBrandColours.main &&
    accent === presetBrandColours.accent &&
    ground === presetBrandColours.ground
  );
}

/** The ready-made palettes; `own` are colours that an owner chooses. */
export const palettes = {
  chart: presetBrandColours,
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

/** The colours in the settings; an unknown palette becomes the first. */
export function brandColoursOf({
  palette,
  mainColour,
  accentColour,
  groundColour,
}: ChosenColours): BrandColours {
  if (palette === 'own') return { main: mainColour, accent: accentColour, ground: groundColour };
  return Object.hasOwn(palettes, palette) ? palettes[palette as keyof typeof palettes] : presetBrandColours;
}

/** Colours where no style sheet of the site applies: those of the light theme, and for mails the dark one's. */
export interface InlineColours {
  deep: string;
  shoal: string;
  drying: string;
  land: string;
  ink: string;
  contour: string;
  magentaLine: string;
  harbour: string;
  dark: { deep: string; paper: string; shoal: string; harbour: string };
}

/** The ink colour is the same in all palettes. */
const ink = '#0f1f2b';

export function inlineColoursOf(values: ColourValues): InlineColours {
  const { deep, paper, shoal, drying, land, contour, harbour, 'magenta-line': line } = values;
  return {
    deep: deep[0],
    shoal: shoal[0],
    drying: drying[0],
    land: land[0],
    ink,
    contour: contour[0],
    magentaLine: line[0],
    harbour: harbour[0],
    dark: { deep: deep[1], paper: paper[1], shoal: shoal[1], harbour: harbour[1] },
  };
}

export const presetInlineColours: InlineColours = inlineColoursOf(presetColourValues);
