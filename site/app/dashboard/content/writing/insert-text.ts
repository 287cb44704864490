// Inserts text as one step for the undo key, also a text so long that the browser's own command would block the page.
import { replaceFieldText } from '../../screen/replace-field-text.ts';
import type { TextRange } from './pasted-part.ts';

/** Chromium's command takes 4 to 12 ms for each line: 600 lines were measured at 4.5 s, 2,400 at 30 s. */
const mostLines = 200;

/** The last long text that was inserted into a field, with which no history of the browser goes back. */
const longInserts = new WeakMap<HTMLTextAreaElement, TextRange & { before: string; after: string }>();

/** The field has the focus afterwards, with the caret at the end of the text. */
export function insertText(field: HTMLTextAreaElement, { start, end }: TextRange, insert: string): void {
  const lines = insert.split('\n').length;
  if (lines === 1) {
    replaceFieldText(field, start, end, insert);
    return;
  }
  if (lines > mostLines) {
    const before = field.value;
    field.focus();
    field.setRangeText(insert, start, end, 'end');
    longInserts.set(field, { before, after: field.value, start, end });
  } else {
    // the command dispatches two events for each line, and with each one React would render the whole editor
    const stop = (event: Event) => event.stopImmediatePropagation();
    window.addEventListener('input', stop, true);
    replaceFieldText(field, start, end, insert);
    window.removeEventListener('input', stop, true);
  }
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** For the undo key: takes a long text back if nothing was changed since. Returns whether it did. */
export function undoLongInsert(field: HTMLTextAreaElement): boolean {
  const last = longInserts.get(field);
  if (last?.after !== field.value) return false;
  longInserts.delete(field);
  field.setRangeText(last.before, 0, field.value.length);
  field.setSelectionRange(last.start, last.end);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return true;
}
