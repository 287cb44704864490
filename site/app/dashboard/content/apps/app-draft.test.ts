import { expect, test } from 'vitest';
import { columnsOf, draftOf, emptyApp, findAppProblems, type AppRow } from './app-draft.ts';

const good = { ...emptyApp, name: 'Ringcheck', slug: 'ringcheck' };

test('a name and a web address are enough', () => {
  expect(findAppProblems(good)).toEqual([]);
});

test.each([
  [{ name: '' }, 'app-name'],
  [{ slug: 'A B' }, 'app-slug'],
  [{ demoUrl: 'javascript:alert(1)' }, 'app-demo'],
  [{ demoUrl: '/inside' }, 'app-demo'],
  [{ pictureUrl: 'data:image/png;base64,AA' }, 'app-picture'],
  [{ platforms: Array.from({ length: 41 }, (_, n) => `p${n}`) }, 'app-platforms'],
])('%j is one thing to mend', (part, field) => {
  expect(findAppProblems({ ...good, ...part }).map((problem) => problem.field)).toEqual([field]);
});

test('what was stored comes back as it was', () => {
  const columns = columnsOf({
    ...good,
    category: 'Tools',
    platforms: ['Web'],
    demoUrl: 'https://demo.example/',
  });
  expect(columnsOf(draftOf(columns as unknown as AppRow))).toEqual(columns);
});
