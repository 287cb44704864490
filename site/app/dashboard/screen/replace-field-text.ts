/** Changes a field as typing would, so that the browser can undo it and React receives the input event. */
export function replaceFieldText(
  area: HTMLTextAreaElement | HTMLInputElement,
  from: number,
  to: number,
  insert: string,
): void {
  area.focus();
  area.setSelectionRange(from, to);
  // deprecated without a successor: no other API adds to the browser's undo history
  const isDone = document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert);
  if (!isDone) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
