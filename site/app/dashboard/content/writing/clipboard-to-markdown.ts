// Makes Markdown of a clipboard's HTML. Loaded at the first paste that has any.
import Turndown from 'turndown';
import { isSafeUrl } from '../../../ui/is-safe-url.ts';
import { cleanClipboard } from './clean-clipboard.ts';
import { findAll, hideFromPolicy, isElement, styleTextOf } from './clipboard-dom.ts';

/** A picture that is part of the clipboard. It is not in the text yet. */
interface EmbeddedImage {
  /** where in the Markdown it belongs */
  offset: number;
  alt: string;
  /** a data: address */
  data: string;
}

export interface PastedMarkdown {
  markdown: string;
  images: EmbeddedImage[];
  /** names of the pictures that a browser may not read */
  missing: string[];
}

/** Characters that no text has (they are removed): around the number of an embedded image, after an exclamation mark. */
const imageMark = '\ue000';
const exclamationMark = '\ue001';

/**
 * Null if the clipboard has nothing that Markdown marks, such as a line of source code: then its plain text is the
 * better one.
 */
export function clipboardToMarkdown(html: string, parse: (html: string) => Document): PastedMarkdown | null {
  const document = parse(hideFromPolicy(html));
  if (isSourceCode(document.body)) return null;
  cleanClipboard(document);
  const { body } = document;
  const isMarked = body.querySelector('strong,em,del,code,a,h1,h2,h3,h4,h5,h6,ul,ol,table,img,blockquote,hr');
  if (!isMarked && findAll(body, 'p').length < 2) return null;

  const images: EmbeddedImage[] = [];
  const missing: string[] = [];
  for (const image of findAll(body, 'img')) {
    const source = image.getAttribute('src') ?? '';
    const alt = (image.getAttribute('alt') ?? '').replaceAll(/\s+/g, ' ').trim();
    if (/^data:image\/(?:png|jpe?g|gif|webp|avif);base64,/i.test(source)) {
      image.setAttribute('src', `${imageMark}${images.length}${imageMark}`);
      images.push({ offset: 0, alt, data: source });
    } else if (!/^https?:/i.test(source) || !isSafeUrl(source)) {
      missing.push(nameOf(source) || alt);
      image.remove();
    }
  }
  for (const link of findAll(body, 'a')) {
    const before = link.previousSibling;
    if (before?.nodeType === 3 && before.nodeValue?.endsWith('!')) before.nodeValue += exclamationMark;
  }
  const markdown = createTurndown()
    .turndown(body)
    .replaceAll(`!${exclamationMark}`, String.raw`\!`);
  return { ...takeOutImages(markdown, images), missing };
}

/** The editors of source code put colours on the clipboard, in one block that keeps its spaces. */
function isSourceCode(body: Element): boolean {
  const parts = Array.from(body.children).filter(({ nodeName }) => !/^(?:META|STYLE)$/.test(nodeName));
  const style = parts[0] && parts.length === 1 ? styleTextOf(parts[0]) : '';
  return (
    parts[0]?.nodeName === 'DIV' &&
    /white-space:\s*pre/.test(style) &&
    /mono|consolas|courier|menlo/i.test(style)
  );
}

/** The last part of a path, without the folders of somebody's computer. */
function nameOf(source: string): string {
  if (!/^(?:file|cid|blob|about|webkit-fake-url|[\w-]+-extension):|^[^:]+$/i.test(source)) return '';
  const name =
    source
      .split(/[?#]/)[0]
      ?.split(/[/\\:]/)
      .at(-1) ?? '';
  return name.replace(/@.*/, '');
}

function takeOutImages(text: string, found: EmbeddedImage[]): Pick<PastedMarkdown, 'markdown' | 'images'> {
  const pattern = /!\[(?:\\.|[^\]\\])*\]\(\ue000(\d+)\ue000\)/;
  const images: EmbeddedImage[] = [];
  let markdown = text;
  for (let match = pattern.exec(markdown); match; match = pattern.exec(markdown)) {
    markdown = markdown.slice(0, match.index) + markdown.slice(match.index + match[0].length);
    const image = found[Number(match[1])];
    if (image) images.push({ ...image, offset: match.index });
  }
  return { markdown, images };
}

/** Only what markdown-it would take for markup. */
function escapeText(text: string): string {
  return text
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, String.raw`\\`)
    .replaceAll(/(?<!\s)\*|\*(?!\s|$)/g, String.raw`\*`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll('`', '\\`')
    .replaceAll('~~', String.raw`\~~`)
    .replaceAll(/\[(?=[^[\]]*\][(:[])/g, String.raw`\[`)
    .replaceAll(/&(?=#?\w+;)/g, String.raw`\&`)
    .replaceAll(/<(?=https?:|mailto:)/g, String.raw`\<`)
    .replace(/^([-+])(?=\s)/, String.raw`\$1`)
    .replace(/^(#{1,6})(?=\s)/, String.raw`\$1`)
    .replace(/^(>|=+\s*$|-{3,}\s*$)/, String.raw`\$1`)
    .replace(/^(\d{1,9})([.)])(?=\s)/, String.raw`$1\$2`);
}

/** A character that a mark cannot be separated from: it belongs to a link, code, an escape or another mark. */
const bound = /[[\]`\\!*~]/;

/** `**` is no markup between a letter and punctuation, so that the punctuation is put outside of it. */
function mark(sign: string, content: string, node: Node): string {
  const text = content.trim();
  const isWord = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  const before = isWord(node.previousSibling?.textContent?.at(-1))
    ? (/^[^\p{L}\p{N}\s]+/u.exec(text)?.[0] ?? '')
    : '';
  const after = isWord(node.nextSibling?.textContent?.[0])
    ? (/[^\p{L}\p{N}\s]+$/u.exec(text)?.[0] ?? '')
    : '';
  const isBound = bound.test(before + after) || (after.includes(')') && text.includes(']('));
  if (text.length <= before.length + after.length || isBound) return text;
  return `${before}${sign}${text.slice(before.length, text.length - after.length)}${sign}${after}`;
}

function indent(text: string, width: number): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`);
}

function createTurndown(): Turndown {
  const turndown = new Turndown({
    headingStyle: 'atx',
    hr: '---',
    codeBlockStyle: 'fenced',
    blankReplacement: (_content, node) => ('isBlock' in node && node.isBlock ? '\n\n' : ''),
    br: '\\',
  });
  turndown.escape = escapeText;
  const text = (node: Node, name: string) => (isElement(node) ? (node.getAttribute(name) ?? '') : '');

  turndown.addRule('bold', { filter: ['strong'], replacement: (content, node) => mark('**', content, node) });
  turndown.addRule('italic', { filter: ['em'], replacement: (content, node) => mark('*', content, node) });
  turndown.addRule('struck', { filter: ['del'], replacement: (content, node) => mark('~~', content, node) });
  turndown.addRule('quotation', {
    filter: ['blockquote'],
    replacement: (content) => `\n\n${content.trim().replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>')}\n\n`,
  });
  turndown.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
    replacement: (content, node) => `[${content}](${destination(text(node, 'href'))})`,
  });
  turndown.addRule('image', {
    filter: ['img'],
    replacement(_content, node) {
      const alt = text(node, 'alt').replaceAll(/\s+/g, ' ').trim();
      return `![${alt.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](${destination(text(node, 'src'))})`;
    },
  });
  turndown.addRule('entry', {
    filter: ['li'],
    replacement(content, node) {
      const list = node.parentNode;
      const isOrdered = list?.nodeName === 'OL';
      const items = Array.from(list?.childNodes ?? []).filter(({ nodeName }) => nodeName === 'LI');
      const start = list && isOrdered ? Number(text(list, 'start')) || 1 : 0;
      const sign = isOrdered ? `${start + items.indexOf(node as ChildNode)}. ` : '- ';
      const written = indent(content.trim(), sign.length).replaceAll(/\n{2,}(?=\s*(?:- |\d+\. ))/g, '\n');
      return `${sign}${written}${node.nextSibling ? '\n' : ''}`;
    },
  });
  turndown.addRule('cell', {
    filter: ['td', 'th'],
    replacement(content, node) {
      const line = content
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll('|', String.raw`\|`);
      return `${node.previousSibling ? ' ' : '| '}${line} |`;
    },
  });
  turndown.addRule('row', {
    filter: ['tr'],
    replacement(content, node) {
      const rule = node.previousSibling ? '' : `\n|${' --- |'.repeat(node.childNodes.length)}`;
      return `${content}${rule}\n`;
    },
  });
  turndown.addRule('table', {
    filter: ['table'],
    replacement: (content) => `\n\n${content.trim()}\n\n`,
  });
  return turndown;
}

function destination(address: string): string {
  return /[()<>\s]/.test(address) ? `<${address.replaceAll(/[<>]/g, encodeURIComponent)}>` : address;
}
