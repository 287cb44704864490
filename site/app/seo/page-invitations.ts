import type { Agency } from '../agency/agency.ts';
import { isPageOpen } from '../content/content-types.ts';
import { sitePageTexts } from './site-page-texts.ts';

/** Links to the open pages that forms and their confirmations lead to. */
export function pageInvitations({ openPages }: Agency): { to: string; label: string }[] {
  return Object.entries(sitePageTexts).flatMap(([name, texts]) =>
    'invitation' in texts && isPageOpen(name, openPages) ? [{ to: `/${name}`, label: texts.invitation }] : [],
  );
}
