// Parses Markdown to safe HTML in sections with heading ids; renders a description as HTML.
import MarkdownIt, { type Token } from 'markdown-it';
import { isSafeUrl } from './is-safe-url.ts';
import { pictureSizeOf, pictureSrcSetOf, prosePictureSizes } from './picture-sources.ts';

interface MarkdownSection {
  id: string;
  title: string;
  /** part number for `render`; 0 is the text before the first h2 */
  index: number;
}

/** Keeps the list of contents readable; further headings stay in the last section. */
const maxSections = 200;

/** Raw HTML becomes text, and so does an unsafe link; markdown-it itself permits most schemes. */
export const markdownIt = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdownIt.validateLink = isSafeUrl;

const renderImage = markdownIt.renderer.rules.image;

/** Pictures are loaded lazily; one from our storage in the width that fits, in a box that has its size from the start. */
markdownIt.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const token = tokens[index];
  const url = String(token?.attrGet('src') ?? '');
  const sources = pictureSrcSetOf(url);
  const { width, height } = pictureSizeOf(url, { width: 0, height: 0 });
  token?.attrSet('loading', 'lazy');
  if (sources !== null) {
    token?.attrSet('srcset', sources);
    token?.attrSet('sizes', prosePictureSizes);
  }
  if (width > 0) {
    token?.attrSet('width', String(width));
    token?.attrSet('height', String(height));
  }
  return renderImage?.(tokens, index, options, env, renderer) ?? '';
};

/** A printed page shows the address of a link, but not after a text that is the address. */
markdownIt.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  const token = tokens[index];
  const href = String(token?.attrGet('href') ?? '');
  const text = tokens[index + 1]?.content ?? '';
  if (text !== '' && bareAddress(text) === bareAddress(href)) token?.attrSet('data-shows-address', '');
  return renderer.renderToken(tokens, index, options);
};

function bareAddress(url: string): string {
  return url.trim().replaceAll(/^https?:\/\/(?:www\.)?|\/$/g, '');
}

/** A wide table scrolls, and Safari gives the focus to what scrolls only if it has a tabindex. */
markdownIt.renderer.rules.table_open = () => '<table tabindex="0">\n';

/**
 * Markdown, split at its h2 headings, each with an id. If there is only one h1, it becomes an h2, because the page has
 * its own. Images of other sites are kept; the security policy decides whether they load.
 */
export function parseMarkdownSections(markdown: string) {
  const tokens = markdownIt.parse(markdown, {});
  const starts = [0];
  const sections: MarkdownSection[] = [];
  const uniqueId = createIds();
  tokens.forEach((token, i) => {
    if (token.tag === 'h1') token.tag = 'h2';
    if (token.type !== 'heading_open' || token.tag !== 'h2' || sections.length === maxSections) return;
    const title = (tokens[i + 1]?.content ?? '').replaceAll(/[*_`]/g, '');
    const id = uniqueId(title);
    token.attrSet('id', id);
    sections.push({ id, title, index: starts.length });
    starts.push(i);
  });

  function render(index: number, withHeading = true): string {
    const start = starts[index] ?? tokens.length;
    const end = starts[index + 1] ?? tokens.length;
    const skipped = index > 0 && !withHeading ? 3 : 0;
    return markdownIt.renderer.render(tokens.slice(start + skipped, end), markdownIt.options, {});
  }

  return { sections, render };
}

export interface RenderedMarkdown {
  html: string;
  /** its first paragraphs as plain text: enough for the description that search results show */
  opening: string[];
}

const openingLength = 200;

/** Markdown as a part of a page. Its headings start at `topHeading`, and none skips a level. */
export function renderMarkdown(markdown: string, topHeading: number): RenderedMarkdown {
  const tokens = markdownIt.parse(markdown, {});
  const outer: number[] = [];
  const opening: string[] = [];
  let length = 0;
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1));
      while ((outer.at(-1) ?? 0) >= level) outer.pop();
      outer.push(level);
    }
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.min(topHeading + outer.length - 1, 6)}`;
    }
    const text = length < openingLength ? plainText(token) : '';
    if (text === '') continue;
    opening.push(text);
    length += text.length;
  }
  return { html: markdownIt.renderer.render(tokens, markdownIt.options, {}), opening };
}

/** The text of a paragraph or heading, without markup and pictures. */
function plainText({ children }: Token): string {
  const said = (children ?? []).filter(({ type }) => type !== 'image');
  return said
    .map(({ type, content }) => (type.endsWith('break') ? ' ' : content))
    .join('')
    .trim();
}

/** Unique ids, also different from those of the page; equal titles are numbered. */
function createIds(): (title: string) => string {
  const used = new Set(['main', 'about']);
  const counts = new Map<string, number>();
  return (title) => {
    const plain =
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-+|-+$/g, '') || 'section';
    let count = counts.get(plain) ?? 1;
    let id = count === 1 ? plain : `${plain}-${count}`;
    while (used.has(id)) id = `${plain}-${(count += 1)}`;
    counts.set(plain, count);
    used.add(id);
    return id;
  };
}
