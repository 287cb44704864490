import type { BrowserContext } from '@playwright/test';
import { textMarks } from './start-pseudo-locale.ts';

/**
 * Calls `onStray` with each text outside the marks that pages of a context show or announce, once for each time a page
 * shows it: text, names and other attributes that are read out, the document's title and description.
 */
export async function watchTexts(context: BrowserContext, onStray: (text: string) => void): Promise<void> {
  await context.exposeBinding('reportStray', (_, text: string) => onStray(text));
  await context.addInitScript(watch, textMarks);
}

/** Runs in the page, so it uses nothing outside of itself. */
function watch({ start, end }: typeof textMarks): void {
  const spoken = [
    'alt',
    'title',
    'placeholder',
    'label',
    'aria-label',
    'aria-description',
    'aria-placeholder',
    'aria-roledescription',
    'aria-valuetext',
  ];
  /** A text may continue in these elements; in others, marks are counted from zero. */
  const inline = /^(?:a|abbr|b|bdi|code|em|i|kbd|mark|small|span|strong|sub|sup|time|svg|path|g|wbr)$/i;
  const skipped = /^(?:script|style|noscript|template)$/i;
  const describing =
    'meta[name=description], meta[property$=title], meta[property$=description], meta[property$=alt]';
  const reported = new Set<string>();
  const report = (text: string) => {
    const plain = text.replaceAll(/\s+/g, ' ').trim();
    if (!/\p{L}/u.test(plain) || reported.has(plain)) return;
    reported.add(plain);
    (globalThis as unknown as { reportStray: (text: string) => void }).reportStray(plain);
  };

  /** Returns the part of a text outside the marks, and how many marks are open after it. */
  function readText(text: string, open: number): number {
    let outside = '';
    let depth = open;
    for (const character of text) {
      if (character === start) depth += 1;
      else if (character === end) depth = Math.max(0, depth - 1);
      else if (depth === 0) outside += character;
    }
    report(outside);
    return depth;
  }

  function readElement(element: Element, open: number): number {
    if (skipped.test(element.tagName)) return open;
    for (const name of spoken) readText(element.getAttribute(name) ?? '', 0);
    if (element instanceof HTMLInputElement && /^(?:submit|button|reset)$/.test(element.type))
      readText(element.value, 0);
    if (element instanceof HTMLTextAreaElement) return open;
    const isInline = inline.test(element.tagName);
    let depth = isInline ? open : 0;
    for (const child of element.childNodes) {
      if (child instanceof Text) depth = readText(child.data, depth);
      else if (child instanceof Element) depth = readElement(child, depth);
    }
    return isInline ? depth : open;
  }

  function readDocument(): void {
    readText(document.title, 0);
    for (const meta of document.querySelectorAll(describing)) readText(meta.getAttribute('content') ?? '', 0);
    if (document.body) readElement(document.body, 0);
  }

  new MutationObserver(readDocument).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: spoken,
  });
  document.addEventListener('DOMContentLoaded', readDocument);
}
