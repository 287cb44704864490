import { readFileSync } from 'node:fs';

let known: ReadonlySet<string> | undefined;

function readList(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}

/** Among the 3,000 most common, in any case. The list is read at the first call. */
export function isGuessablePassword(password: string): boolean {
  known ??= readList();
  return known.has(password.toLowerCase());
}
