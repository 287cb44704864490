import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

function readDocument(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}

test('the figures of backend/README.md count the rows of wire-tests/README.md', () => {
  const counted = readDocument('README.md')
    .split(/^## /m)
    .map((section) => {
      const states = [...section.matchAll(/^\| .* \| (yes|later|refused)\b[^|]*\| [^|]* \|$/gm)];
      const count = (state: string): number => states.filter(([, name]) => name === state).length;
      return [section.split('\n')[0], count('yes'), count('later'), count('refused')];
    })
    .filter(([, ...counts]) => counts.some(Boolean));
  const rows = readDocument('../README.md').matchAll(/^\| ([\w/]+) \| (\d+) \| (\d+) \| (\d+) \|$/gm);
  expect([...rows].map(([, name, ...counts]) => [name, ...counts.map(Number)])).toEqual(counted);
});
