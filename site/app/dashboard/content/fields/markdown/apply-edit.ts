import { replaceText } from '../../../screen/replace-text.ts';
import type { TextEdit, TextSelection } from './markdown-edits.ts';

export function selectionOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextSelection {
  return { text: value, start: selectionStart, end: selectionEnd };
}

/** Changes a text area as typing would, and selects what the edit wants selected. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: TextEdit): void {
  replaceText(area, from, to, insert);
  area.setSelectionRange(...select);
}
