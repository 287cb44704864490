// The texts of a page that search results use while no description is set for it.
import type { ContentTableName } from '../../../content/content-types.ts';
import { firstParagraphsOf } from '../../../content/description.tsx';
import { renderDescription } from '../../../content/render-description.ts';
import { splitParagraphs } from '../../../ui/split-paragraphs.ts';
import type { ContentDraft } from '../content-form.ts';
import type { DescriptionDraft } from './description-field.tsx';

/** As in the `meta` of the page's route; a test compares them. */
export function searchTextsOf(table: ContentTableName, draft: ContentDraft): string[] {
  if (table === 'posts') return [String(draft['excerpt'])];
  if (table === 'case_studies')
    return [String(draft['excerpt']), ...splitParagraphs(String(draft['problem']))];
  const { text, format } = draft['description'] as DescriptionDraft;
  const description = renderDescription(table, { description: text, text_format: format });
  return [String(draft['pitch']), ...firstParagraphsOf(description)];
}
