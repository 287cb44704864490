// Declares texts for users.

/** Texts for users: strings, functions of values that return one, or groups of them. */
type Texts = { readonly [name: string]: string | ((...values: never[]) => string) | Texts };

/**
 * Declares the texts of one module, in English. A build in the mode pseudo-locale marks each of them, so that a text
 * outside of the catalogues is visible on the screen (npm run audit -- texts).
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineTexts<Catalogue extends Texts>(texts: Catalogue): Catalogue {
  return globalThis.PSEUDO_LOCALE ? pseudoLocalize(texts) : texts;
}

/**
 * The marks before and after a text; empty in the normal build. The build replaces it (site/vite.config.ts), so that
 * normal scripts do not contain the branch.
 */
declare global {
  // eslint-disable-next-line no-var -- a property of globalThis
  var PSEUDO_LOCALE: string | undefined;
}

/** The same texts between marks; the results of functions are marked when they are called. */
export function pseudoLocalize<Catalogue extends Texts>(texts: Catalogue): Catalogue {
  const entries = Object.entries(texts).map(([name, text]) => [name, pseudo(text)] as const);
  return Object.fromEntries(entries) as Catalogue;
}

function pseudo(text: Texts[string]): Texts[string] {
  if (typeof text === 'string') return mark(text);
  if (typeof text === 'function') return (...values: never[]) => mark(text(...values));
  return pseudoLocalize(text);
}

function mark(text: string): string {
  const [start = '⟦', end = '⟧'] = globalThis.PSEUDO_LOCALE ?? '';
  return `${start}${text}${end}`;
}
