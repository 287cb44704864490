import { expect, test } from 'vitest';
import { mailComposers } from '../../site/app/mail/create-outbox-sender.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

test('each registered kind of mail is queued by a function, and has a composer in the site', async () => {
  const kinds = await database.column<string>(
    'select kind from private.mail_kinds order by kind collate "C"',
  );
  expect(Object.keys(mailComposers).toSorted()).toEqual(kinds);

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
  expect(kinds.filter((kind) => !found.some(isOf(kind)))).toEqual([]);
  expect(found.filter((name) => !kinds.some((kind) => isOf(kind)(name)))).toEqual([]);
});
