import { agency } from '../agency.ts';
import { defineTexts } from '../texts/define-texts.ts';

/** Of the heads of pages and of the feed. */
export const seoTexts = defineTexts({
  title: (page: string) => `${page} · ${agency.name}`,
  /** for a page whose own texts are too short */
  description: (page: string, text: string) =>
    `${page}. ${text} ${agency.name}: digital marketing and accessibility across ${agency.country}.`,
  feed: (list: string) => `${agency.name}: ${list}`,
  shareImage: (caption: string, title: string) => `${caption}: ${title}, on a nautical chart`,
  missing: "We couldn't find that page.",
  preview: (name: string) => `Draft preview: ${name}`,
  previewExpired: 'Preview expired',
  previewDescription: "A page that isn't public.",
  home: 'Home',
});
