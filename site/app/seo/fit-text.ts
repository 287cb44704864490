import type { Agency } from '../agency/agency.ts';
import { seoTexts } from './seo-texts.ts';

const maxTitleLength = 60;
const minDescriptionLength = 70;
const maxDescriptionLength = 160;
/** A cut at a space must keep this share of the text. */
const minWordCutShare = 0.6;

/** "{Page} · {Site}" in at most 60 characters. */
export function fitTitle(page: string, agency: string): string {
  return seoTexts.title(shorten(page, maxTitleLength - seoTexts.title('', agency).length), agency);
}

/**
 * A meta description of 70 to 160 characters from the page's texts; too short ones are extended by the page's name
 * and the agency.
 */
export function fitDescription(
  name: string,
  texts: readonly string[],
  agency: Pick<Agency, 'name' | 'seoEnding'>,
): string {
  let own = '';
  for (const text of texts) if (own.length < minDescriptionLength) own = `${own} ${tidy(text)}`.trim();
  if (own.length >= minDescriptionLength) return shorten(own, maxDescriptionLength);
  return shorten(
    seoTexts.description(shorten(name, 40), own, agency.name, agency.seoEnding),
    maxDescriptionLength,
  );
}

/** At most `maxLength` characters, with an ellipsis where text was cut. */
export function shorten(text: string, maxLength: number): string {
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
