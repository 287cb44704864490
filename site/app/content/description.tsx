// Component that shows a record's description; its first paragraphs for search results.
import type { RenderedMarkdown } from '../ui/markdown.ts';
import { splitParagraphs } from '../ui/split-paragraphs.ts';

/** Plain text, or Markdown rendered on the server, so that no page loads the renderer. */
export type DescriptionText = string | RenderedMarkdown;

/** Its first paragraphs without markup, for search results. */
export function firstParagraphsOf(text: DescriptionText): string[] {
  return typeof text === 'string' ? splitParagraphs(text) : text.opening;
}

export function isBlankDescription(text: DescriptionText): boolean {
  return typeof text === 'string' && text.trim() === '';
}

export function Description({ text }: { text: DescriptionText }) {
  if (typeof text !== 'string') {
    return <div className="prose" data-lead="" dangerouslySetInnerHTML={{ __html: text.html }} />;
  }
  return (
    <div className="prose" data-lead="">
      {splitParagraphs(text).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
