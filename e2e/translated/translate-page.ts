import type { BrowserContext } from '@playwright/test';

/** When the browser's translator starts: before the first interaction, or once React has hydrated the page. */
export type TranslationStart = 'DOMContentLoaded' | 'hydrated';

/**
 * Translates every page of a context as Chrome does, into the same words: each text node is replaced by a `<font>`
 * within a `<font>`, at the start and whenever a text appears later. React still refers to the removed nodes: removing
 * one crashes the page, and a new text that it gives to one while the translation stays is reported as an error.
 */
export async function translatePages(context: BrowserContext, begin: TranslationStart): Promise<void> {
  await context.addInitScript(translate, begin);
}

/** Runs in the page, so it uses nothing outside of itself. */
function translate(begin: TranslationStart): void {
  const untranslated = 'script, style, noscript, template, textarea, svg, code, [translate=no], .notranslate';

  function replace(text: Text): void {
    const { parentElement: parent } = text;
    if (!parent || text.data.trim() === '' || parent.closest(`font, ${untranslated}`)) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
    new MutationObserver(() => {
      if (outer.isConnected)
        reportError(new Error(`a translated text stays, now it should be: ${text.data}`));
    }).observe(text, { characterData: true });
  }

  function replaceAll(root: Node): void {
    if (root instanceof Text) return replace(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    found.forEach(replace);
  }

  addEventListener(
    begin,
    () => {
      document.documentElement.classList.add('translated-ltr');
      replaceAll(document.body);
      new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records)
          (type === 'childList' ? [...addedNodes] : [target])
            .filter((node) => node.isConnected)
            .forEach(replaceAll);
      }).observe(document.documentElement, { subtree: true, childList: true, characterData: true });
    },
    { once: true },
  );
}
