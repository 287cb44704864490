// Renders a record's description: plain text unchanged, Markdown as HTML, in which raw HTML is shown as text.
import { renderMarkdown } from '../ui/markdown.ts';
import { contentTypeOf, type ContentTableName } from './content-types.ts';
import type { DescriptionText } from './description.tsx';

export function renderDescription(
  table: ContentTableName,
  { description, text_format: format }: { description: string; text_format: string },
): DescriptionText {
  const isMarkdown = format === 'markdown' && description.trim() !== '';
  return isMarkdown ? renderMarkdown(description, contentTypeOf(table).longText.topHeading) : description;
}
