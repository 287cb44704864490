import { expect, test } from 'vitest';
import { appsScreen } from './apps-screen.tsx';
import {
  contentColumnValuesOf,
  contentDraftOf,
  createEmptyContentDraft,
  findContentProblems,
} from './content-draft.ts';
import type { StoredRecord } from './content-form.ts';

const good = { ...createEmptyContentDraft(appsScreen), name: 'Ringcheck', slug: 'ringcheck' };

test('a name and a web address are enough', () => {
  expect(findContentProblems(appsScreen, good)).toEqual([]);
});

test.each([
  [{ name: '' }, 'app-name'],
  [{ slug: 'A B' }, 'app-slug'],
  [{ demo: 'javascript:alert(1)' }, 'app-demo'],
  [{ demo: '/inside' }, 'app-demo'],
  [{ pictureUrl: 'data:image/png;base64,AA' }, 'app-picture'],
  [{ platforms: Array.from({ length: 41 }, (_, n) => `p${n}`) }, 'app-platforms'],
])('%j is one thing to mend', (part, field) => {
  expect(findContentProblems(appsScreen, { ...good, ...part }).map((problem) => problem.field)).toEqual([
    field,
  ]);
});

test('what was stored comes back as it was', () => {
  const columns = contentColumnValuesOf(appsScreen, {
    ...good,
    category: 'Tools',
    platforms: ['Web'],
    demo: 'https://demo.example/',
  });
  expect(columns).toMatchObject({ category: 'Tools', platforms: ['Web'], demo_url: 'https://demo.example/' });
  expect(
    contentColumnValuesOf(appsScreen, contentDraftOf(appsScreen, columns as unknown as StoredRecord)),
  ).toEqual(columns);
});
