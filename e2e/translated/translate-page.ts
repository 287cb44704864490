import type { BrowserContext } from '@playwright/test';

/** When the browser's translator starts: before the first interaction, or once React has hydrated the page. */
export type TranslationStart = 'DOMContentLoaded' | 'hydrated';

/**
 * Translates every page of a context as Chrome does, into the same words: each text node is replaced by a `<font>`
 * within a `<font>`, at the start and whenever a text appears later. React still refers to the removed nodes.
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
