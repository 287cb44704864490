// Generates the style sheet of the agency's brand colours at a hashed address; finds it by name.
import { createHash } from 'node:crypto';
import type { BrandColours, ColourStyleSheet } from './colour-tokens.ts';
import { renderColourCss, deriveColours } from './derive-colours.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

const most = 20;
const files = new Map<string, ColourStyleSheet>();

/** The style sheet of three colours; its URL contains them and a hash of the result. */
export function createColourStyleSheet(brand: BrandColours): ColourStyleSheet {
  const key = [brand.main, brand.accent, brand.ground].map((hex) => hex.slice(1)).join('-');
  const known = files.get(key);
  if (known) return known;
  const values = deriveColours(brand);
  const css = renderColourCss(values);
  const file = { address: `/colours/${key}-${hashOf(css)}.css`, css, values };
  const [oldest] = files.keys();
  if (files.size >= most && oldest !== undefined) files.delete(oldest);
  files.set(key, file);
  return file;
}

/** Finds the file by its name; undefined for an unknown one. */
export function findColourStyleSheet(name: string): ColourStyleSheet | undefined {
  const [, main, accent, ground] =
    /^([0-9a-f]{6})-([0-9a-f]{6})-([0-9a-f]{6})-[0-9a-f]{8}\.css$/.exec(name) ?? [];
  if (main === undefined) return undefined;
  const file = createColourStyleSheet({ main: `#${main}`, accent: `#${accent}`, ground: `#${ground}` });
  return file.address === `/colours/${name}` ? file : undefined;
}
