// Selects the place of a finding in the fields of an editor.
import type { CheckFinding } from './content-rules.ts';

/** What to look for in a Markdown text, the most exact first: the marks between its words are not known. */
export function patternsOf({ rule, words }: Pick<CheckFinding, 'rule' | 'words'>): RegExp[] {
  const all = words.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isLink = rule.includes('link');
  const isHeading = rule.includes('heading');
  const toPattern = (source: string) => new RegExp(source, 'gmu');
  if (all.length === 0) {
    if (isLink) return [toPattern(String.raw`\[[^\p{L}\p{N}\]]*\]\(`)];
    return isHeading ? [toPattern(String.raw`^#+[^\p{L}\p{N}\n]*$`)] : [];
  }
  const inOrder = (some: string[]) => some.join(String.raw`[^\p{L}\p{N}]+`);
  const before = isLink
    ? String.raw`(?<=\[[^\p{L}\p{N}\]]*)`
    : isHeading
      ? String.raw`(?<=^#+[^\p{L}\p{N}]*)`
      : '';
  return [before + inOrder(all), inOrder(all), inOrder(all.slice(0, 3))].map(toPattern);
}

/** No browser scrolls a long field to what is selected: a copy of it that ends there measures how far to scroll. */
function showText(field: HTMLTextAreaElement | HTMLInputElement, from: number, to: number): void {
  field.focus();
  field.setSelectionRange(from, to);
  const copy = field.cloneNode() as typeof field;
  copy.value = field.value.slice(0, to);
  copy.style.cssText = `position: absolute; visibility: hidden; width: ${field.offsetWidth}px; height: 0; min-height: 0`;
  field.after(copy);
  field.scrollTop = copy.scrollHeight - field.clientHeight / 2;
  copy.remove();
}

/** Returns whether a field has the place. */
export function showPlace(finding: CheckFinding): boolean {
  const fields = document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>(
    'form[data-saves] :is(textarea, input[type=text]):enabled:not([name=reason], [name=slug])',
  );
  for (const pattern of patternsOf(finding)) {
    const places = [...fields].flatMap((field) =>
      [...field.value.matchAll(pattern)].map(({ 0: text, index }) => ({
        field,
        from: index,
        to: index + text.length,
      })),
    );
    const place = places[finding.nth] ?? places[0];
    if (!place) continue;
    showText(place.field, place.from, place.to);
    return true;
  }
  return false;
}
