// Keeps what is typed in a form in this tab until it was sent: a post may fail, and the page may be reloaded or left.
import { tabStore } from '../../ui/browser-storage.ts';

type TypedField = HTMLInputElement | HTMLTextAreaElement;

/** Without the hidden field that only programs fill in. */
const typedFields = ':is(textarea, input:is([type=text], [type=email], [type=tel])):not([tabindex="-1"])';

interface KeepTypingOptions {
  /** whether the page confirms what was sent, which is deleted then */
  isSent: boolean;
  /** whether the form stores a copy itself when it is sent (unsent-leads.ts) */
  copiesOnSend?: boolean;
}

/**
 * Empty fields in `container` get what was typed into them on the page of this path. Returns a function that stops.
 * Pages load this after their own scripts, so that no other public page has it.
 */
export function keepTyping(
  container: HTMLElement,
  { isSent, copiesOnSend = false }: KeepTypingOptions,
): () => void {
  const key = `typed:${location.pathname}`;
  const fields = () => [...container.querySelectorAll<TypedField>(typedFields)];
  function keep() {
    const typed = fields().map(({ name, value }) => [name, value]);
    tabStore.set(key, JSON.stringify(Object.fromEntries(typed)));
  }
  function forget() {
    tabStore.remove(key);
  }
  if (isSent) forget();
  const kept = parse(tabStore.get(key));
  for (const field of fields()) {
    const text = kept[field.name];
    if (field.value === '' && typeof text === 'string' && text !== '') fill(field, text);
  }
  // the first letters are typed before the scripts run
  if (fields().some(({ value }) => value !== '')) keep();
  const stopping = new AbortController();
  const { signal } = stopping;
  container.addEventListener('input', keep, { signal });
  container.addEventListener('reset', forget, { signal });
  if (copiesOnSend) container.addEventListener('submit', forget, { signal });
  return () => stopping.abort();
}

/** As by typing, so that a counter of characters changes too: React ignores an event after `value` was assigned. */
function fill(field: TypedField, text: string): void {
  if (field instanceof HTMLTextAreaElement) field.setRangeText(text);
  else field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function parse(text: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? '') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
