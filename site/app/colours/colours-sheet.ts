import type { ColourValues } from './colour-tokens.ts';

/**
 * Over the tokens of app.css; print and forced colours keep theirs. The selector outweighs theirs wherever it stands:
 * a sheet that a script fetches is put after this one.
 */
export function coloursSheet(values: ColourValues): string {
  const tokens = Object.entries(values).map(([name, [day, night]]) =>
    day === night ? `--${name}:${day}` : `--${name}:light-dark(${day},${night})`,
  );
  return `@media screen and (forced-colors:none){:root:root{${tokens.join(';')}}}`;
}
