// Reads the CSS of an SVG file, and refuses what another parser could read in another way.

export type Declaration = [name: string, value: string];

const id = '#[\\p{L}\\p{N}_.:-]+';
/** A reference to a part of the drawing, with nothing in it that ends a declaration or a string. */
const reference = new RegExp(`url\\(\\s*(?:"(${id})"|'(${id})'|(${id}))\\s*\\)`, 'giu');
/** Nothing in such a string looks like the end of a declaration, a rule or a comment. */
const plainString = /"[^"'{};*\n\r\f]*"|'[^"'{};*\n\r\f]*'/g;
const comment = /\/\*[\s\S]*?(?:\*\/|$)/g;

/**
 * Whether splitting at its signs finds every declaration: there are no escapes, no strings with signs, and no
 * references but to IDs of letters, digits, `_`, `.`, `:`, `-`. Design programs write nothing else.
 *
 * @example
 *   isPlainCss('fill:url(#a)') // true
 *   isPlainCss('fill:ur\\6c(#a)') // false
 *   isPlainCss('font:"}";fill:url(#a)') // false
 */
export function isPlainCss(css: string): boolean {
  return (
    !css.includes('\\') &&
    !/["']/.test(css.replaceAll(plainString, '')) &&
    !/url\(/i.test(css.replaceAll(reference, ''))
  );
}

/** The IDs to which a value refers. */
export function svgReferencesIn(value: string): string[] {
  return [...value.matchAll(reference)].map(([, ...ids]) => (ids.slice(0, 3).find(Boolean) ?? '').slice(1));
}

/** Without comments. */
export function withoutComments(css: string): string {
  return css.replaceAll(comment, ' ');
}

/** The declarations between any braces, with names in small letters and without the prefix of a browser. */
export function declarationsIn(css: string): Declaration[] {
  return withoutComments(css)
    .split(/[;{}]/)
    .map((declaration): Declaration => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, colon).trim().toLowerCase();
      return [name.replace(/^-\w+-/, ''), declaration.slice(colon + 1).trim()];
    });
}

/** The blocks of a style sheet, each with what precedes its brace; null if that is unknown. */
export function blocksIn(css: string): { selector: string | null; content: string }[] {
  const parts = withoutComments(css).split(/([{}])/);
  return parts.flatMap((content, at) =>
    at % 2 === 1 ? [] : [{ selector: parts[at - 1] === '{' ? (parts[at - 2] ?? null) : null, content }],
  );
}
