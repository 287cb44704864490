// Inserts a canned reply at the caret of a text area; selects its first unfilled placeholder.
import { replaceFieldText } from '../../screen/replace-field-text.ts';
import { findUnfilledPlaceholders } from './send-reply.ts';

/** Inserts at the caret, as typing would. The first unfilled placeholder is selected, so that typing replaces it. */
export function insertCannedReply(area: HTMLTextAreaElement, text: string): void {
  const { selectionStart: from, selectionEnd: to } = area;
  replaceFieldText(area, from, to, text);
  const gap = findUnfilledPlaceholders(text)[0];
  if (gap === undefined) return;
  const start = from + text.indexOf(gap);
  area.setSelectionRange(start, start + gap.length);
}
