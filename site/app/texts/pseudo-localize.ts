import type { Texts } from './texts.ts';

/**
 * The marks before and after a text; empty in the usual build. Replaced by the build (site/vite.config.ts), so that the
 * usual scripts do not contain the branch.
 */
declare global {
  // eslint-disable-next-line no-var -- a property of globalThis
  var PSEUDO_LOCALE: string | undefined;
}

/** The same texts between marks; values of functions are marked when they are called. */
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
