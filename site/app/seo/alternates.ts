import type { MetaDescriptor } from 'react-router';
import { agency } from '../agency.ts';

/** Language → path of the same page in it, the page itself included. */
export type Translations = Readonly<Record<string, string>>;

/**
 * The hreflang links of a page. Both twins are given the same translations, so that each points at the other and at
 * itself. A page without a twin points nowhere: a lone hreflang says nothing.
 */
export function alternates(origin: string, translations: Translations = {}): MetaDescriptor[] {
  const pages = Object.entries(translations);
  if (pages.length < 2) return [];
  const main = translations[agency.locale];
  if (main !== undefined) pages.push(['x-default', main]);
  return pages.map(([hrefLang, path]) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: origin + path,
  }));
}
