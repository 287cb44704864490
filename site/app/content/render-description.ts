// Renders a record's description: plain text unchanged, Markdown as HTML.
import { renderMarkdownPart } from '../ui/markdown.ts';
import { contentTypeOf, type ContentTable } from './content-types.ts';
import type { DescriptionText } from './description.tsx';

/** A description for its page: plain text unchanged, Markdown as HTML (raw HTML in it is shown as text). */
export function renderDescription(
  table: ContentTable,
  { description, text_format: format }: { description: string; text_format: string },
): DescriptionText {
  const isMarkdown = format === 'markdown' && description.trim() !== '';
  return isMarkdown ? renderMarkdownPart(description, contentTypeOf(table).longText.topHeading) : description;
}
