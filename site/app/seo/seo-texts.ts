// Texts of page heads, of the feed.
import { defineTexts } from '../texts/define-texts.ts';

export const seoTexts = defineTexts({
  title: (page: string, agency: string) => `${page} · ${agency}`,
  /** for a page whose own texts are too short */
  description: (page: string, text: string, agency: string, ending: string) =>
    `${page}. ${text} ${agency}: ${ending}.`,
  feed: (agency: string, list: string) => `${agency}: ${list}`,
  shareImage: (caption: string, title: string) => `${caption}: ${title}`,
  missing: "We couldn't find that page.",
  preview: (name: string) => `Draft preview: ${name}`,
  previewExpired: 'Preview expired',
  previewDescription: "A page that isn't public.",
  home: 'Home',
});
