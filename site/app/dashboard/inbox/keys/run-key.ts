import { currentCard, moveFocus } from './current-card.ts';

function focusIn(root: ParentNode | undefined, selector: string): void {
  root?.querySelector<HTMLElement>(selector)?.focus();
}

/** What each key does. `?` is in inbox-keys.tsx. */
const actions: Record<string, () => void> = {
  '/': () => {
    const field = document.querySelector<HTMLInputElement>('#lead-search');
    field?.focus();
    field?.select();
  },
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  r: () => focusIn(currentCard(), 'textarea'),
  s: () => focusIn(currentCard(), 'select[name=status]'),
};

export function runKey(key: string): void {
  actions[key]?.();
}
