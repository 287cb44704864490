// Normalizes the key of a keyboard shortcut; detects input method composition.
interface Key {
  readonly key: string;
  readonly code: string;
}

/**
 * The key of a shortcut: a letter in lower case, independent of Caps Lock and Shift; if the layout has no Latin letters
 * (Cyrillic, Greek, Hebrew), the letter of that key on a US keyboard.
 */
export function shortcutKey({ key, code }: Key): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter !== undefined && /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key)
    ? letter.toLowerCase()
    : key;
}

/**
 * Whether the key belongs to an input method that is composing. Safari sends the last Enter after it, as key code 229.
 */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}
