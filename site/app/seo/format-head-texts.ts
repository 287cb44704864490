// Fits titles and descriptions into the lengths that search results show.
import type { Agency } from '../agency/agency.ts';
import type { RecordSeo } from './record-seo.ts';
import { seoTexts } from './seo-texts.ts';

const maxTitleLength = 60;
const minDescriptionLength = 70;
export const maxDescriptionLength = 160;
/** If a text is cut at a space, at least this share of it must remain. */
const minWordCutShare = 0.6;

/** "{Page} · {Site}" in at most 60 characters. */
export function formatPageTitle(page: string, agency: string): string {
  return seoTexts.title(shortenText(page, titleRoom(agency)), agency);
}

/**
 * A meta description of 70 to 160 characters from the page's texts; if they are too short, the page's name and the
 * agency are added.
 */
export function formatMetaDescription(
  name: string,
  texts: readonly string[],
  agency: Pick<Agency, 'name' | 'seoEnding'>,
): string {
  let own = '';
  for (const text of texts) if (own.length < minDescriptionLength) own = `${own} ${tidy(text)}`.trim();
  if (own.length >= minDescriptionLength) return shortenText(own, maxDescriptionLength);
  return shortenText(
    seoTexts.description(shortenText(name, 40), own, agency.name, agency.seoEnding),
    maxDescriptionLength,
  );
}

/** How many characters a page's own part of its title may have. */
export function titleRoom(agency: string): number {
  return maxTitleLength - seoTexts.title('', agency).length;
}

/** Title and description of a page in search results; `seo` replaces its own texts. */
export function formatHeadTexts(
  { title, texts, seo = {} }: { title: string; texts: readonly string[]; seo?: RecordSeo | undefined },
  agency: Pick<Agency, 'name' | 'seoEnding'>,
): { title: string; description: string } {
  return {
    title: formatPageTitle(seo.title ?? title, agency.name),
    description:
      seo.description === undefined
        ? formatMetaDescription(title, texts, agency)
        : shortenText(seo.description, maxDescriptionLength),
  };
}

/** At most `maxLength` characters, with an ellipsis where text was cut. */
export function shortenText(text: string, maxLength: number): string {
  const whole = tidy(text);
  if (whole.length <= maxLength) return whole;
  const start = whole.slice(0, maxLength);
  const space = start.lastIndexOf(' ');
  const cut = space > maxLength * minWordCutShare ? start.slice(0, space) : start.slice(0, maxLength - 1);
  return `${cut
    .replace(/[\s,;:.–-]+$/, '')
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
