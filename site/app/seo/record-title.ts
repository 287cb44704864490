import { fitTitle } from './fit-text.ts';
import { seoTexts } from './seo-texts.ts';

/** Title of a record's page, public or preview. */
export function recordTitle(name: string, agency: string, previewUntil: number | null): string {
  return fitTitle(previewUntil === null ? name : seoTexts.preview(name), agency);
}
