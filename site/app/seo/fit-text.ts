import { agency } from '../agency.ts';

const titleMost = 60;
const descriptionLeast = 70;
const descriptionMost = 160;
/** Below this share of the room a cut between words would lose too much. */
const wordCutShare = 0.6;

/** "{Page} · {Site}" in 60 characters; a long name is cut between words. */
export function fitTitle(page: string): string {
  const site = ` · ${agency.name}`;
  return shorten(page, titleMost - site.length) + site;
}

/**
 * 70 to 160 characters about a page: its own texts, as many as are needed; a page with few words of its own says
 * its name and whose it is.
 */
export function fitDescription(name: string, texts: readonly string[]): string {
  let own = '';
  for (const text of texts) if (own.length < descriptionLeast) own = `${own} ${tidy(text)}`.trim();
  if (own.length >= descriptionLeast) return shorten(own, descriptionMost);
  const owner = `${agency.name}: digital marketing and accessibility across ${agency.country}.`;
  return shorten(`${shorten(name, 40)}. ${own} ${owner}`.replaceAll(/\s+/g, ' '), descriptionMost);
}

/** At most `most` characters, with an ellipsis where something was left out. */
export function shorten(text: string, most: number): string {
  const whole = tidy(text);
  if (whole.length <= most) return whole;
  const room = whole.slice(0, most);
  const space = room.lastIndexOf(' ');
  const cut = space > most * wordCutShare ? room.slice(0, space) : room.slice(0, most - 1);
  return `${cut
    .replace(/[\s,;:.–-]+$/, '')
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
