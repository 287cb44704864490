// Renders a blog post from Markdown: sections, checklist, next step, reading time.
import { parseMarkdownSections } from '../ui/markdown.ts';

/** A heading of the article, for the list of contents. */
interface Section {
  id: string;
  title: string;
}

export interface RenderedArticle {
  html: string;
  sections: Section[];
  /** the last section, if it is about the next step: shown in a box */
  nextStep: { title: string; html: string } | null;
  /** reading time in minutes */
  minutes: number;
}

const wordsPerMinute = 200;
const nextStepTitle = /^what to do next$/i;
const checklistTitle = /^checklist$/i;

/** Renders a post. Raw HTML is shown as text, links cannot be scripts, headings start at h2. */
export function renderArticle(markdown: string): RenderedArticle {
  const { sections, render } = parseMarkdownSections(markdown);
  const last = sections.at(-1);
  const hasNextStep = last !== undefined && nextStepTitle.test(last.title);
  const shown = hasNextStep ? sections.slice(0, -1) : sections;
  const words = markdown.split(/\s+/).filter(Boolean).length;
  return {
    html: [render(0), ...shown.map((section) => wrap(section, render(section.index)))].join(''),
    sections: shown.map(({ id, title }) => ({ id, title })),
    nextStep: hasNextStep ? { title: last.title, html: render(last.index, false) } : null,
    minutes: Math.max(1, Math.round(words / wordsPerMinute)),
  };
}

function wrap({ title }: { title: string }, html: string): string {
  return checklistTitle.test(title) ? `<div class="checklist">${html}</div>` : html;
}
