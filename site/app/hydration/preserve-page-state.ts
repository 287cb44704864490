// A page that something else changed before React takes it over (a password manager, a writing assistant, a translator)
// fails to hydrate, and React renders the whole document again. What the visitor did in the one before is kept.

/** What may hold text, a choice or the focus, or be open. */
const kept = 'a, button, input, select, textarea, summary, details, dialog, [tabindex], [contenteditable]';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (node: Element): node is Field =>
  node instanceof HTMLInputElement ||
  node instanceof HTMLSelectElement ||
  node instanceof HTMLTextAreaElement;

/** The same for an element and the one that replaces it; text may be translated, and generated IDs differ. */
function kindOf(element: Element): string {
  const choice = element instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(element.type);
  const names = ['type', 'name', 'href', 'class', 'commandfor', choice ? 'value' : 'role'];
  return [element.localName, ...names.map((name) => element.getAttribute(name))].join('|');
}

function groupByKind(elements: Iterable<Element>): Map<string, Element[]> {
  return Map.groupBy(elements, kindOf);
}

/** Sets a property as the browser does: React, which replaces its setter, notices the event that follows. */
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
  // some types, such as email, have none
  if (from.selectionStart !== null && to.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? 'none');
}

/** Logs what was different; `served` are the children of the body before. */
async function report(served: readonly Node[], error: unknown): Promise<void> {
  // as it is now: the rest of the page may change before the description is loaded
  const rendered = [...document.body.childNodes]
    .filter((node) => !served.includes(node))
    .map((node) => node.cloneNode(true));
  const described = await import('./describe-difference.ts').then(
    ({ describeDifference }) => describeDifference(served, rendered),
    () => '',
  );
  console.error(`hydration differs from the served page: ${described}`, error);
}

/** Call before hydration; what it returns, once the document was rendered again, which it then reports. */
export function preservePageState(): (error: unknown) => void {
  const root = document.documentElement;
  const attributes = [...root.attributes].map(({ name, value }) => [name, value] as const);
  const served = [...document.body.childNodes];
  const before = [...document.querySelectorAll(kept)];
  const groups = groupByKind(before);
  let focused = document.activeElement;
  let scrollTop = scrollY;
  let isReported = false;
  const follow = new AbortController();
  // before React, which stops events of a page that it has not hydrated
  const early = { signal: follow.signal, capture: true };
  addEventListener('focusin', ({ target }) => (focused = target as Element), early);
  // a removed element loses the focus as well, but the document is restored before the next task
  addEventListener('focusout', () => setTimeout(() => (focused = document.activeElement)), early);
  // React would hydrate at once, and the text would be inserted into a removed field; it hydrates at the input event
  addEventListener('textInput', (event) => event.stopPropagation(), early);
  addEventListener('scroll', () => (scrollTop = document.body.childElementCount > 0 ? scrollY : scrollTop), {
    signal: follow.signal,
  });
  addEventListener('hydrated', () => follow.abort(), { once: true });

  function restore(): void {
    const last = focused;
    for (const [name, value] of attributes) if (!root.hasAttribute(name)) root.setAttribute(name, value);
    const now = groupByKind(document.querySelectorAll(kept));
    const counterpart = (element: Element): Element | undefined => {
      const kind = kindOf(element);
      return now.get(kind)?.[groups.get(kind)?.indexOf(element) ?? -1];
    };
    // the last dialog that was opened is on top
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
