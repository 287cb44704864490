import { readFileSync } from 'node:fs';

let known: ReadonlySet<string> | undefined;

function readList(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}

/** Whether a password is among those that are guessed first, however it is capitalised. Read once, when first asked. */
export function isGuessablePassword(password: string): boolean {
  known ??= readList();
  return known.has(password.toLowerCase());
}
