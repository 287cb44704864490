// Generates a URL slug from a name; checks whether a text is a valid slug.
import { foldText } from '../../../texts/fold-text.ts';

const longest = 100;

/** Makes a web address from a name: "Café & Bar" becomes "cafe-bar". Empty if no character can be used. */
export function slugOf(name: string): string {
  return foldText(name)
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
}

/** Has the same rule as is_slug() in the database. */
export function isSlug(text: string): boolean {
  return text.length <= longest && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}
