import { selectCurrent } from '../bulk/select-current.ts';
import { readSelection } from '../bulk/selection.ts';
import { showError } from '../../screen/show-error.ts';
import { currentCard, moveFocus } from './current-card.ts';
import { goToLongestWaiting } from './go-to-longest-waiting.ts';
import { keysTexts } from './keys-texts.ts';

export interface KeyTools {
  navigate: (to: string) => unknown;
  announce: (text: string) => void;
}

function focusIn(root: ParentNode | undefined, selector: string): void {
  root?.querySelector<HTMLElement>(selector)?.focus();
}

/** What each key does. `?` is in inbox-keys.tsx. */
const actions: Record<string, (tools: KeyTools) => unknown> = {
  '/': () => {
    const field = document.querySelector<HTMLInputElement>('#lead-search');
    field?.focus();
    field?.select();
  },
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  r: () => focusIn(currentCard(), 'textarea'),
  s: () =>
    readSelection().ids.size > 0
      ? focusIn(document, 'select[name=bulk-status]')
      : focusIn(currentCard(), 'select[name=status]'),
  x: ({ announce }) => selectCurrent(currentCard(), announce),
  async w({ navigate, announce }) {
    try {
      if (!(await goToLongestWaiting(navigate))) announce(keysTexts.nobodyWaits);
    } catch (error) {
      showError(error as Error, 'keys');
    }
  },
};

export function runKey(key: string, tools: KeyTools): void {
  void actions[key]?.(tools);
}
