// Preserves what a visitor has entered when hydration fails, after which React renders the whole document again: an
// extension (a password manager, a writing assistant, a translator) may have changed the page before.

/** Elements that may contain text or a choice, have the focus, or be open. */
const kept = 'a, button, input, select, textarea, summary, details, dialog, [tabindex], [contenteditable]';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (node: Element): node is Field =>
  node instanceof HTMLInputElement ||
  node instanceof HTMLSelectElement ||
  node instanceof HTMLTextAreaElement;

/**
 * A key that an element and its replacement share. It contains no text, which may be translated, and no generated
 * IDs.
 */
function kindOf(element: Element): string {
  const choice = element instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(element.type);
  const names = ['type', 'name', 'href', 'class', 'commandfor', choice ? 'value' : 'role'];
  return [element.localName, ...names.map((name) => element.getAttribute(name))].join('|');
}

function groupByKind(elements: Iterable<Element>): Map<string, Element[]> {
  return Map.groupBy(elements, kindOf);
}

/**
 * Sets a property with the setter of the browser, so that React, which replaces the setter, handles the event as a
 * change.
 */
function setAndNotify(field: Field, property: 'value' | 'checked', value: unknown, event: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, property)?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}

function copyField(from: Field, to: Field): void {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.type === 'hidden') return;
    if (from.type === 'file') to.files = from.files;
    else if (from.checked !== to.checked) setAndNotify(to, 'checked', from.checked, 'click');
    if (/^(?:file|radio|checkbox)$/.test(from.type)) return;
  }
  if (from.value !== to.value)
    setAndNotify(to, 'value', from.value, to instanceof HTMLSelectElement ? 'change' : 'input');
}

function copySelection(from: Element, to: Element): void {
  if (!isField(from) || !isField(to) || from instanceof HTMLSelectElement || to instanceof HTMLSelectElement)
    return;
  // some input types, such as email, have no selection
  if (from.selectionStart !== null && to.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? 'none');
}

/** Logs the differences; `served` are the children of the earlier body. */
async function report(served: readonly Node[], error: unknown): Promise<void> {
  // copied now, because the page may change before the description is loaded
  const rendered = [...document.body.childNodes]
    .filter((node) => !served.includes(node))
    .map((node) => node.cloneNode(true));
  const described = await import('./describe-hydration-mismatch.ts').then(
    ({ describeHydrationMismatch }) => describeHydrationMismatch(served, rendered),
    () => '',
  );
  console.error(`hydration differs from the served page: ${described}`, error);
}

/**
 * Records the state of the page; must be called before hydration. The returned function is for `onRecoverableError`
 * of React: if the document was rendered again, it restores the state, and it logs the difference.
 */
export function preservePageState(): (error: unknown) => void {
  const served = [...document.body.childNodes];
  const before = [...document.querySelectorAll(kept)];
  const groups = groupByKind(before);
  let focused = document.activeElement;
  let scrollTop = scrollY;
  let isReported = false;
  const follow = new AbortController();
  // runs before React, which stops events of a page that is not hydrated
  const early = { signal: follow.signal, capture: true };
  addEventListener('focusin', ({ target }) => (focused = target as Element), early);
  // waits a task, because a removed element loses the focus too, and the document is restored before the next task
  addEventListener('focusout', () => setTimeout(() => (focused = document.activeElement)), early);
  // hides `textInput` from React, which would hydrate at once, and the browser would insert the text into a removed
  // field; React hydrates at the `input` event that follows
  addEventListener('textInput', (event) => event.stopPropagation(), early);
  addEventListener('scroll', () => (scrollTop = document.body.childElementCount > 0 ? scrollY : scrollTop), {
    signal: follow.signal,
  });
  addEventListener('hydrated', () => follow.abort(), { once: true });

  function restore(): void {
    const last = focused;
    const now = groupByKind(document.querySelectorAll(kept));
    const counterpart = (element: Element): Element | undefined => {
      const kind = kindOf(element);
      return now.get(kind)?.[groups.get(kind)?.indexOf(element) ?? -1];
    };
    // the dialog that was opened last is on top
    for (const element of before) {
      const next = element.isConnected ? undefined : counterpart(element);
      if (!next) continue;
      if (isField(element) && isField(next)) copyField(element, next);
      else if (element instanceof HTMLDetailsElement && next instanceof HTMLDetailsElement)
        next.open = element.open;
      else if (element instanceof HTMLDialogElement && next instanceof HTMLDialogElement)
        if (element.open && !next.open) next.showModal();
    }
    const next = last && !last.isConnected ? counterpart(last) : undefined;
    if (last && next instanceof HTMLElement) {
      next.focus({ preventScroll: true });
      copySelection(last, next);
    }
    if (scrollY !== scrollTop) scrollTo({ top: scrollTop, behavior: 'instant' });
    dispatchEvent(new CustomEvent('rebuilt', { detail: counterpart }));
  }

  return (error) => {
    if (isReported) return;
    isReported = true;
    const isRebuilt = served.some((node) => node instanceof Element && !node.isConnected);
    if (isRebuilt) restore();
    void report(served, error);
  };
}
