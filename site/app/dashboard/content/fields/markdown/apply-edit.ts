import type { TextEdit, TextSelection } from './markdown-edits.ts';

export function selectionOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextSelection {
  return { text: value, start: selectionStart, end: selectionEnd };
}

/** Changes a text area as typing would: the browser's own undo takes it back, and React sees the input event. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: TextEdit): void {
  area.focus();
  area.setSelectionRange(from, to);
  // deprecated and without a successor: nothing else writes into the browser's undo history
  const isDone = document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert);
  if (!isDone) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}
