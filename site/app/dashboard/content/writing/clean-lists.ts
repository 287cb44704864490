// Makes lists of what Word, Outlook, Word Online and Slack put on the clipboard instead, and repairs nesting.
import {
  buildList,
  findAll,
  isBlank,
  isElement,
  isList,
  unwrap,
  type ListEntry,
  styleTextOf,
} from './clipboard-dom.ts';

/** Word's lists are paragraphs: `mso-list:l0 level2 lfo1`, and the mark as text in a part of its own. */
const wordLevel = /mso-list:[^;]*\blevel(\d)/i;
const wordMark = /mso-list:\s*ignore/i;

const bullet = /^[•·▪▫◦‣§●○■–o]$/u;
const number = /^\(?(?:\d{1,4}|[a-z]|[ivxlc]{1,6})[.)]$/i;
/** a mark that is typed or that lost its style, such as in a mail that was forwarded */
const typedMark = /^\s*([•·▪◦‣●■])\s+/u;
const classMark = /^\s*([•·▪◦‣●■§o]|\(?(?:\d{1,3}|[a-z])[.)])\s{2,}/u;

export function cleanLists(body: Element): void {
  listParagraphs(body);
  joinFlatLists(body);
  for (const list of findAll(body, 'ul,ol')) repairNesting(list);
  for (const item of findAll(body, 'li')) cleanItem(item);
}

/** Paragraphs with marks that follow each other become one list. */
function listParagraphs(body: Element): void {
  for (const first of findAll(body, 'p,div')) {
    if (first.parentNode === null) continue;
    const entries: ListEntry[] = [];
    const paragraphs: Element[] = [];
    for (let next: Element | null = first; next; next = next.nextElementSibling) {
      const entry = entryOf(next);
      if (entry === null) break;
      entries.push(entry);
      paragraphs.push(next);
    }
    if (entries.length === 0) continue;
    first.before(...buildList(body.ownerDocument, entries));
    for (const paragraph of paragraphs) paragraph.remove();
  }
}

function entryOf(paragraph: Element): ListEntry | null {
  if (paragraph.nodeName !== 'P' && paragraph.nodeName !== 'DIV') return null;
  const style = styleTextOf(paragraph);
  const level = wordLevel.exec(style)?.[1];
  if (level !== undefined) {
    const mark = findAll(paragraph, '*').find((part) => wordMark.test(styleTextOf(part)));
    const shown = mark?.textContent?.trim() ?? '';
    mark?.remove();
    return entry(Number(level), shown, paragraph);
  }
  if (paragraph.querySelector('p,div,ul,ol,table')) return null;
  const text = paragraph.textContent ?? '';
  const isListed = /MsoListParagraph/.test(paragraph.getAttribute('class') ?? '');
  const typed = (isListed ? classMark : typedMark).exec(text);
  if (!typed?.[1]) return null;
  removeStart(paragraph, typed[0].length);
  return entry(1, typed[1], paragraph);
}

function entry(level: number, mark: string, { childNodes }: Element): ListEntry {
  const isOrdered = number.test(mark) && !bullet.test(mark);
  const digits = /\d+/.exec(mark)?.[0];
  return {
    level,
    isOrdered,
    number: digits === undefined ? null : Number(digits),
    nodes: Array.from(childNodes),
  };
}

/** Removes the first characters of an element's text. */
function removeStart(element: Element, count: number): void {
  let left = count;
  const walker = element.ownerDocument.createTreeWalker(element, 4);
  for (let text = walker.nextNode(); text && left > 0; text = walker.nextNode()) {
    const value = text.nodeValue ?? '';
    text.nodeValue = value.slice(left);
    left -= Math.min(left, value.length);
  }
}

function levelOf(item: Element, list: Element): number {
  const level = item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level');
  if (level !== null) return Number(level) || 1;
  const indent = list.getAttribute('data-indent');
  return indent === null ? 0 : Number(indent) + 1;
}

/** Word Online makes a list of each entry, Slack one of each level: they are joined by their levels. */
function joinFlatLists(body: Element): void {
  for (const wrapper of findAll(body, '.ListContainerWrapper')) unwrap(wrapper);
  for (const first of findAll(body, 'ul,ol')) {
    if (first.parentNode === null || isList(first.previousElementSibling)) continue;
    const lists: Element[] = [];
    for (let next: Element | null = first; isList(next); next = next.nextElementSibling) lists.push(next);
    const items = lists.flatMap((list) =>
      Array.from(list.children, (item) => ({ item, list, level: levelOf(item, list) })),
    );
    const isFlat = lists.every((list) => !list.querySelector('ul,ol'));
    if (lists.length < 2 || !isFlat || items.some(({ level }) => level === 0)) continue;
    const entries = items.map(({ item, list, level }) => ({
      level,
      isOrdered: list.nodeName === 'OL',
      number: Number(list.getAttribute('start')) || null,
      nodes: Array.from(item.childNodes),
    }));
    first.before(...buildList(body.ownerDocument, entries));
    for (const list of lists) list.remove();
  }
}

/** Google Docs and old pages have a list directly in a list; it belongs to the entry before it. */
function repairNesting(list: Element): void {
  for (const child of Array.from(list.childNodes)) {
    if (child.nodeName === 'LI') continue;
    if (isBlank(child)) child.remove();
    else {
      const before = child.previousSibling;
      const item =
        isElement(before) && before.nodeName === 'LI' ? before : list.ownerDocument.createElement('li');
      if (item !== before) list.insertBefore(item, child);
      item.appendChild(child);
    }
  }
}

/** An entry that begins with a paragraph is written without a blank line. */
function cleanItem(item: Element): void {
  if (isBlank(item)) item.remove();
  for (;;) {
    const first = Array.from(item.childNodes).find((child) => !isBlank(child));
    if (!isElement(first) || !/^(?:P|DIV|SECTION|H[1-6])$/.test(first.nodeName)) break;
    unwrap(first);
  }
}
