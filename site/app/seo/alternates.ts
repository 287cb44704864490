import type { MetaDescriptor } from 'react-router';
import { product } from '../agency/product.ts';

/** Language → path of the page in it, including this page. */
export type Translations = Readonly<Record<string, string>>;

/** A page's hreflang links. Translations list each other and themselves; none for a page without a translation. */
export function alternates(origin: string, translations: Translations = {}): MetaDescriptor[] {
  const pages = Object.entries(translations);
  if (pages.length < 2) return [];
  const main = translations[product.locale];
  if (main !== undefined) pages.push(['x-default', main]);
  return pages.map(([hrefLang, path]) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: origin + path,
  }));
}
