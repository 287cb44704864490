// Keeps the caret of a text field in its line when another person's changes are merged into the text.
import { useLayoutEffect, useRef } from 'react';

/** Where a position in `before` is in `after`: in the same line, or in the nearest one that is equal. */
export function movedPosition(before: string, after: string, position: number): number {
  const above = before.slice(0, position).split('\n');
  const [row, column] = [above.length - 1, above.at(-1)?.length ?? 0];
  const line = before.split('\n')[row];
  const lines = after.split('\n');
  const [found] = lines
    .flatMap((each, i) => (each === line ? [i] : []))
    .toSorted((a, b) => Math.abs(a - row) - Math.abs(b - row));
  if (found === undefined) return Math.min(position, after.length);
  return lines.slice(0, found).reduce((sum, { length }) => sum + length + 1, column);
}

interface Caret {
  field: HTMLTextAreaElement;
  before: string;
  start: number;
  end: number;
  scrolled: number;
}

/** Returns a function to call before the value of the focused field is replaced: browsers move the caret to its end. */
export function useKeptCaret(): () => void {
  const caret = useRef<Caret>(undefined);
  useLayoutEffect(() => {
    if (!caret.current || caret.current.field.value === caret.current.before) return;
    const { field, before, start, end, scrolled } = caret.current;
    caret.current = undefined;
    const [first, last] = [start, end].map((position) => movedPosition(before, field.value, position));
    field.setSelectionRange(first ?? 0, last ?? 0);
    field.scrollTop = scrolled;
  });
  return () => {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement)) return;
    const { value, selectionStart: start, selectionEnd: end, scrollTop: scrolled } = field;
    caret.current = { field, before: value, start, end, scrolled };
  };
}
