import { redirectTexts } from './redirect-texts.ts';

const t = redirectTexts.errors;
/** Only its path is read. */
const anySite = 'http://site.invalid';

type Checked = { value: string; problem?: never } | { value?: never; problem: string };

function isAddress(text: string): boolean {
  return text !== '' && !/[\s\\]/.test(text) && !text.startsWith('//');
}

/** The path as browsers ask for it and the database compares it: encoded, lower case, without slashes at the end. */
export function checkFrom(typed: string, origin: string): Checked {
  const text = withoutOrigin(typed.trim(), origin);
  if (!text.startsWith('/') || !isAddress(text) || /[?#]/.test(text)) return { problem: t.fromWrong };
  const value = new URL(text, anySite).pathname.toLowerCase().replace(/\/+$/, '');
  if (value === '') return { problem: t.fromHome };
  return value.length > 500 || value.startsWith('//') ? { problem: t.fromWrong } : { value };
}

/** A path of this site, or an http(s) address of another one; an address of this site becomes its path. */
export function checkTarget(typed: string, origin: string): Checked {
  const text = withoutOrigin(typed.trim(), origin);
  if (!isAddress(text) || text.length > 2000) return { problem: t.targetWrong };
  if (text.startsWith('/')) {
    const { pathname, search, hash } = new URL(text, anySite);
    return pathname.startsWith('//') ? { problem: t.targetWrong } : { value: pathname + search + hash };
  }
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return { problem: t.targetWrong };
  return { value: new URL(text).href };
}

function withoutOrigin(text: string, origin: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== origin) return text;
  const { pathname, search, hash } = new URL(text);
  return pathname + search + hash;
}
