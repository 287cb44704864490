/** Ranges of characters: white space, control and format characters, and letters without a shape (Hangul filler). */
const invisible = [
  String.raw`\0-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f`,
  String.raw`\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`,
  String.raw`\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`,
].join('');
const visible = new RegExp(`[^${invisible}]`, 'u');

/**
 * Whether a reader would see anything of the text. SQL: private.has_visible_character; both are compared over all of
 * Unicode.
 */
export function hasVisibleCharacter(text: string): boolean {
  return visible.test(text);
}
