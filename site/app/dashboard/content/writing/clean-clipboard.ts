// Makes plain semantic HTML of what text programs put on the clipboard.
import { cleanLists } from './clean-lists.ts';
import { cleanTables } from './clean-tables.ts';
import {
  findAll,
  hasBlocks,
  isBlank,
  isBlock,
  isElement,
  rename,
  styleOf,
  unwrap,
  wrapChildren,
  appendAll,
} from './clipboard-dom.ts';
import { linkTarget } from './link-target.ts';

const unseen =
  'style,script,meta,link,title,template,noscript,iframe,object,embed,svg,canvas,video,audio,button,' +
  'input,select,textarea,datalist,[hidden],sup.reference,.mw-editsection,.MsoCommentReference';

/** Changes the body of a document that has no browsing context, in which nothing is run or loaded. */
export function cleanClipboard(document: Document): void {
  const { body } = document;
  removeUnseen(body);
  for (const pre of findAll(body, 'pre')) cleanCode(pre);
  cleanHeadings(body);
  cleanMarks(body);
  cleanImages(body);
  cleanLinks(body);
  cleanLists(body);
  for (const part of findAll(body, 'span,font,u,ins,mark,small,big,label,abbr,time')) unwrap(part);
  mergeMarks(body);
  breakParagraphs(body);
  cleanTables(body);
}

function removeUnseen(body: Element): void {
  for (const part of findAll(body, unseen)) part.remove();
  for (const part of findAll(body, '*'))
    if (styleOf(part, 'display') === 'none' || styleOf(part, 'mso-hide') === 'all') part.remove();
  for (const text of textsOf(body)) {
    const value = (text.nodeValue ?? '').replaceAll(/[\u200b\u2060\ufeff\u00ad\ue000-\ue002]/g, '');
    text.nodeValue = value.replaceAll('\u00a0', ' ');
  }
}

function textsOf(body: Element): Node[] {
  const walker = body.ownerDocument.createTreeWalker(body, 4);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts;
}

/** Code as text, with the name of its language where the page tells it. */
function cleanCode(pre: Element): void {
  const document = pre.ownerDocument;
  const classes = [pre, pre.parentElement, pre.querySelector('code')]
    .map((part) => part?.getAttribute('class') ?? '')
    .join(' ');
  const language = /\b(?:language|lang|highlight-source|brush:)-?\s*([a-z]+)/.exec(classes)?.[1];
  for (const line of findAll(pre, 'br')) line.replaceWith(document.createTextNode('\n'));
  for (const line of findAll(pre, 'div,p,li')) line.after(document.createTextNode('\n'));
  const code = document.createElement('code');
  if (language !== undefined) code.setAttribute('class', `language-${language}`);
  code.textContent = (pre.textContent ?? '').replace(/\n+$/, '');
  pre.textContent = '';
  pre.appendChild(code);
}

function cleanHeadings(body: Element): void {
  for (const paragraph of findAll(body, '.MsoTitle')) rename(paragraph, 'h1');
  for (const paragraph of findAll(body, '[role=heading]')) {
    const level = Math.min(6, Math.max(1, Number(paragraph.getAttribute('aria-level')) || 2));
    if (!/^H\d$/.test(paragraph.nodeName)) rename(paragraph, `h${level}`);
  }
  for (const paragraph of findAll(body, 'p.MsoQuote,p.MsoIntenseQuote'))
    wrapChildren(rename(paragraph, 'blockquote'), 'p');
  for (const heading of findAll(body, 'h1,h2,h3,h4,h5,h6')) {
    for (const line of findAll(heading, 'br')) line.replaceWith(body.ownerDocument.createTextNode(' '));
    for (const block of findAll(heading, 'p,div')) unwrap(block);
  }
}

const boldNames = new Set(['B', 'STRONG']);
const italicNames = new Set(['I', 'EM', 'CITE', 'DFN']);
const struckNames = new Set(['S', 'DEL', 'STRIKE']);

/** Bold, italic and struck text, whether by elements or by styles; an element whose style takes its mark back has none. */
function cleanMarks(body: Element): void {
  for (const element of findAll(body, '*')) {
    const weight = styleOf(element, 'font-weight');
    const slant = styleOf(element, 'font-style');
    const { nodeName } = element;
    const isBold = weight === '' ? boldNames.has(nodeName) : isBoldWeight(weight);
    const isItalic = slant === '' ? italicNames.has(nodeName) : /italic|oblique/.test(slant);
    const isStruck =
      struckNames.has(nodeName) ||
      /line-through/.test(styleOf(element, 'text-decoration') + styleOf(element, 'text-decoration-line'));
    if (
      !element.closest('pre,code') &&
      !isBlank(element) &&
      !hasBlocks(element) &&
      !/^(?:BODY|TR|COL|IMG|BR|HR)$/.test(nodeName)
    ) {
      const isHeading = element.closest('h1,h2,h3,h4,h5,h6,th');
      const isIn = (name: string) => element.parentElement?.closest(name);
      if (isBold && !isHeading && !isIn('strong')) wrapChildren(element, 'strong');
      if (isItalic && !isIn('em')) wrapChildren(element, 'em');
      if (isStruck && !isIn('del')) wrapChildren(element, 'del');
    }
    if (boldNames.has(nodeName) || italicNames.has(nodeName) || struckNames.has(nodeName)) unwrap(element);
  }
  for (const raised of findAll(body, 'sup,sub')) raiseDigits(raised);
}

function isBoldWeight(weight: string): boolean {
  return weight === 'bold' || weight === 'bolder' || Number.parseInt(weight, 10) >= 600;
}

const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const loweredDigits = '₀₁₂₃₄₅₆₇₈₉';

/** "m²" must not become "m2". */
function raiseDigits(element: Element): void {
  const digits = element.nodeName === 'SUP' ? raisedDigits : loweredDigits;
  const text = element.textContent ?? '';
  if (/^\d+$/.test(text))
    element.textContent = text.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit);
  unwrap(element);
}

/** Pictures that a page loads later have their address in an attribute of the page's own. */
function cleanImages(body: Element): void {
  for (const image of findAll(body, 'img')) {
    const alt = image.getAttribute('alt')?.trim() ?? '';
    const lazy = image.getAttribute('data-src') ?? image.getAttribute('data-lazy-src') ?? '';
    const isEmoji = /^(?:\p{Extended_Pictographic}|\p{M}|\u{200d}|\u{fe0f}|\p{Emoji_Modifier})+$/u.test(alt);
    const sizes = ['width', 'height'].map((name) =>
      Number.parseFloat(image.getAttribute(name) ?? styleOf(image, name)),
    );
    const source = image.getAttribute('src') ?? '';
    if (isEmoji) image.replaceWith(body.ownerDocument.createTextNode(alt));
    // counts who reads a mail, or keeps a place until the picture is loaded
    else if (sizes.some((size) => size <= 2)) image.remove();
    else if (/^https?:/.test(lazy)) image.setAttribute('src', lazy);
    else if (source.startsWith('data:') && source.length < 200) image.remove();
  }
}

function cleanLinks(body: Element): void {
  for (const link of findAll(body, 'a')) {
    const target = linkTarget(link.getAttribute('href')?.trim() ?? '');
    if (target === null || isBlank(link)) unwrap(link);
    else {
      link.setAttribute('href', target);
      if (hasBlocks(link)) linkParts(link);
    }
  }
}

/** A link around blocks becomes a link in each. */
function linkParts(link: Element): void {
  const leaves = findAll(link, '*').filter((part) => isBlock(part) && !hasBlocks(part) && !isBlank(part));
  for (const leaf of leaves) {
    const inner = link.cloneNode(false) as Element;
    appendAll(inner, leaf.childNodes);
    leaf.appendChild(inner);
  }
  unwrap(link);
}

/** Programs split a word into several bold parts: those that follow each other become one. */
function mergeMarks(body: Element): void {
  for (const mark of findAll(body, 'strong,em,del,a')) {
    for (;;) {
      const gap = mark.nextSibling;
      const isGap = gap?.nodeType === 3 && isBlank(gap) && !(gap.nodeValue ?? '').includes('\n');
      const next = isGap ? gap.nextSibling : gap;
      const isSame =
        isElement(next) &&
        next.nodeName === mark.nodeName &&
        next.getAttribute('href') === mark.getAttribute('href') &&
        // two links with words between them are two
        (mark.nodeName !== 'A' || next === gap);
      if (!isSame) break;
      if (isGap) mark.appendChild(gap);
      appendAll(mark, next.childNodes);
      next.remove();
    }
  }
  body.normalize();
}

/** Lines of mail programs, which are blocks, and paragraphs, which are two line breaks. */
function breakParagraphs(body: Element): void {
  const document = body.ownerDocument;
  const isEmptyLine = (node: Node) => node.nodeName === 'DIV' && isBlank(node);
  const isLine = (node: Node): node is Element =>
    isElement(node) && node.nodeName === 'DIV' && !hasBlocks(node) && !isBlank(node);
  for (const parent of [body, ...findAll(body, 'div,blockquote,section,article')]) {
    const children = Array.from(parent.childNodes);
    if (!children.some(isEmptyLine)) continue;
    for (const child of children) {
      const before = child.previousSibling;
      if (!isLine(child) || !isElement(before) || !before.hasAttribute('data-lines')) {
        if (isLine(child)) rename(child, 'p').setAttribute('data-lines', '');
        continue;
      }
      before.appendChild(document.createElement('br'));
      appendAll(before, child.childNodes);
      child.remove();
    }
  }
  for (const line of findAll(body, 'br')) {
    let after: Node | null = line.nextSibling;
    while (after && after.nodeType === 3 && isBlank(after)) after = after.nextSibling;
    const isInCell = line.parentElement?.closest('td,th,li');
    if (after?.nodeName !== 'BR') {
      // a break at the end of a block is not seen
      if (after === null || isBlock(after)) line.remove();
      continue;
    }
    if (isInCell || !isBlock(line.parentNode)) continue;
    while (after && (after.nodeName === 'BR' || isBlank(after))) {
      const next: Node | null = after.nextSibling;
      after.parentNode?.removeChild(after);
      after = next;
    }
    // an empty block separates what is before it from what is after it
    line.replaceWith(document.createElement('p'));
  }
}
