import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  checkFrozenMigrations,
  formatUnreleased,
  listUnreleased,
  parseHandwrittenParts,
} from '../declared/unreleased-migration.ts';
import { repositoryRoot } from './test-database.ts';

test('frozen migrations are as their list says, and at most one is unreleased, the newest (else: npm run migration)', () => {
  checkFrozenMigrations();
  const unreleased = listUnreleased();
  expect(unreleased.length).toBeLessThan(2);
  const files = readdirSync(join(repositoryRoot, 'supabase', 'migrations')).filter((file) =>
    file.endsWith('.sql'),
  );
  expect(files.toSorted().slice(files.length - unreleased.length)).toEqual(unreleased);
});

test('statements that a person wrote into the unreleased migration are kept when it is rewritten, also those of two branches', () => {
  const ours = { drop: ['column:public.a.b'], rename: [], first: 'select 1;', last: '' };
  const theirs = { drop: [], rename: ['column:public.a.c=column:public.a.d'], first: '', last: 'select 2;' };
  const texts = [ours, theirs].map((parts) => formatUnreleased('1 × rows', parts, 'select 3;'));
  expect(parseHandwrittenParts(texts)).toEqual({
    drop: ours.drop,
    rename: theirs.rename,
    first: ours.first,
    last: theirs.last,
  });
  expect(parseHandwrittenParts([])).toEqual({ drop: [], rename: [], first: '', last: '' });
});
