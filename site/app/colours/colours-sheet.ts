import type { ColourValues } from './colour-tokens.ts';

/** Over the tokens of app.css; print and forced colours keep theirs. */
export function coloursSheet(values: ColourValues): string {
  const tokens = Object.entries(values).map(([name, [day, night]]) =>
    day === night ? `--${name}:${day}` : `--${name}:light-dark(${day},${night})`,
  );
  return `@media screen and (forced-colors:none){:root{${tokens.join(';')}}}`;
}
