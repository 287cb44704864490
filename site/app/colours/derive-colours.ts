// The colour tokens derived from an agency's colours.
import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  useMode as registerMode,
  wcagLuminance,
} from 'culori/fn';
import {
  colourTokens,
  presetBrandColours,
  type BrandColours,
  type ColourToken,
  type ColourValues,
} from './colour-tokens.ts';

registerMode(modeRgb);
registerMode(modeLrgb);
registerMode(modeOklch);
const toOklch = converter('oklch');

type Side = 'lighter' | 'darker';

/**
 * Maximum chroma, as a multiple of the preset's, so that tints remain pale even if the chosen colour is saturated.
 */
const mostStrength = { surface: 1, mark: 1.5 };
const textContrast = 7;
const markContrast = 3;
/** Steps of lightness by which a rounded colour is corrected in the permitted direction. */
const step = 0.001;

interface Tone {
  chroma: number;
  hue: number;
}

function toneOf(hex: string): Tone {
  const { c, h = 0 } = toOklch(hex) ?? { c: 0 };
  return { chroma: c, hue: h };
}

/** The colour of this tone with a given luminance. Contrast depends only on luminance, so contrasts stay the same. */
function atLuminance({ chroma, hue }: Tone, luminance: number, side: Side): string {
  const draw = (l: number) =>
    formatHex(clampChroma({ mode: 'oklch', l, c: chroma, h: hue }, 'oklch')) ?? '#000000';
  let [low, high] = [0, 1];
  for (let i = 0; i < 16; i += 1) {
    const middle = (low + high) / 2;
    if (wcagLuminance(draw(middle)) < luminance) low = middle;
    else high = middle;
  }
  let lightness = side === 'lighter' ? high : low;
  const isSafe = (hex: string) =>
    side === 'lighter' ? wcagLuminance(hex) >= luminance : wcagLuminance(hex) <= luminance;
  while (!isSafe(draw(lightness)) && lightness > 0 && lightness < 1)
    lightness += side === 'lighter' ? step : -step;
  return draw(Math.min(Math.max(lightness, 0), 1));
}

/** The highest luminance that a mark may have to keep `contrast` on all grounds. */
function darkEnough(grounds: readonly string[], contrast: number): number {
  const lowest = Math.min(...grounds.map((ground) => wcagLuminance(ground)));
  return (lowest + 0.05) / contrast - 0.05;
}

function noLighterThan(hex: string, luminance: number): string {
  return wcagLuminance(hex) <= luminance ? hex : atLuminance(toneOf(hex), luminance, 'darker');
}

/**
 * All tokens, derived from three colours. Each has the luminance of its preset, so every contrast of the product stays
 * the same in both themes. In the light theme the chosen colours are used unchanged, unless text on them or in them
 * would have a contrast below 7:1, or a line below 3:1.
 */
export function deriveColours(brand: BrandColours): ColourValues {
  const rehued = Object.fromEntries(
    Object.keys(colourTokens).map((name) => [name, rehue(name as ColourToken, brand)]),
  ) as ColourValues;
  const night = (name: ColourToken) => rehued[name][1];
  const lowestGround = wcagLuminance(colourTokens.drying.preset[0]);
  const land =
    wcagLuminance(brand.ground) >= lowestGround
      ? brand.ground
      : atLuminance(toneOf(brand.ground), lowestGround, 'lighter');
  const [water] = rehued.water;
  const [paper] = rehued.paper;
  const [shoal] = rehued.shoal;
  const harbour = noLighterThan(brand.main, darkEnough([water, paper, shoal, land], textContrast));
  const hoverShare = luminanceOf('harbour-hover', 0) / luminanceOf('harbour', 0);
  const line = noLighterThan(brand.accent, darkEnough([water, paper, shoal, land], markContrast));
  return {
    ...rehued,
    land: [land, night('land')],
    // in the dark theme it is the shoal colour, because large areas of dark buff look like mud
    sheet: [land, night('shoal')],
    harbour: [harbour, night('harbour')],
    'harbour-hover': [
      atLuminance(toneOf(harbour), wcagLuminance(harbour) * hoverShare, 'darker'),
      night('harbour-hover'),
    ],
    'magenta-line': [line, night('magenta-line')],
    'magenta-text': [
      noLighterThan(brand.accent, darkEnough([water, paper], textContrast)),
      night('magenta-text'),
    ],
    halo: [line, night('water')],
    // the ink colour in the light theme
    coast: [colourTokens.coast.preset[0], night('coast')],
    ring: [colourTokens.ring.preset[0], night('ring')],
  };
}

function luminanceOf(name: ColourToken, theme: 0 | 1): number {
  return wcagLuminance(colourTokens[name].preset[theme]);
}

/** The preset in the hue of the colour that it follows, with its chroma changed in proportion. */
function rehue(name: ColourToken, brand: BrandColours): readonly [string, string] {
  const { follows, is, preset } = colourTokens[name];
  const chosen = toneOf(brand[follows]);
  const strength = Math.min(chosen.chroma / toneOf(presetBrandColours[follows]).chroma, mostStrength[is]);
  const [day, night] = preset.map((hex, theme) => {
    const isDark = theme === 1 || name.startsWith('night') || name === 'scale-buff';
    // rounding may only increase a contrast: marks move away from their grounds, grounds from their marks
    const side = (is === 'surface') === isDark ? 'darker' : 'lighter';
    const tone = { chroma: toneOf(hex).chroma * strength, hue: chosen.hue };
    return atLuminance(tone, wcagLuminance(hex), side);
  });
  return [day ?? '', night ?? ''];
}

/**
 * Overrides the tokens of app.css on screen and on paper, except with forced colours. The selector is more specific
 * than those of app.css, because scripts may add a style sheet after this one.
 */
export function renderColourCss(values: ColourValues): string {
  const tokens = Object.entries(values).map(([name, [day, night]]) =>
    day === night ? `--${name}:${day}` : `--${name}:light-dark(${day},${night})`,
  );
  return `@media (forced-colors:none){:root:root{${tokens.join(';')}}}`;
}
