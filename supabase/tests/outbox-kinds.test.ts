import { expect, test } from 'vitest';
import { mailKinds } from '../../site/app/data/mail-kinds.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

test('the kinds of mail that the database queues are those that the site writes', async () => {
  const rows = await database.column<string>(
    `select prosrc as body from pg_proc
      where prosrc ~ '(into private\\.outbox |private\\.queue_mail\\()'`,
  );
  const bodies = rows.join('\n');
  const named = bodies.matchAll(
    /(?:into private\.outbox \(kind[^;]*?|queue_mail\(\s*|\b(?:then|else) )'([a-z]+-?(?:[a-z]+-?)*)'/g,
  );
  const found = [...new Set([...named].map(([, kind = '']) => kind))];
  // `'booking-' || event` matches several kinds.
  const isOf = (kind: string) => (name: string) =>
    name === kind || (name.endsWith('-') && kind.startsWith(name));
  const kinds = Object.keys(mailKinds);
  expect(kinds.filter((kind) => !found.some(isOf(kind)))).toEqual([]);
  expect(found.filter((name) => !kinds.some((kind) => isOf(kind)(name)))).toEqual([]);
});
