import { expect, test } from 'vitest';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase(['seed.sql']);
const { call, callError, callValue } = database;

const steps = () => callValue('owner', 'select first_run() as state');

test.each(['visitor', 'waiting', 'agent', 'editor'] as const)(
  'B-68 a caller of kind %s neither reads the setup checklist nor changes it',
  async (caller) => {
    for (const name of ['first_run', 'dismiss_first_run', 'note_mail_test', 'clear_samples'])
      expect([name, await callError(caller, `select ${name}()`)]).toEqual([name, '42501']);
  },
);

test('B-68 each first step is read from what it leaves behind, and dismissed for good', async () => {
  const before = { name: false, logo: false, legal: false, mail: false, samples: false };
  expect(await steps()).toMatchObject(before);
  await call('owner', 'insert into agency_settings (facts, texts) values ($1, $2)', [
    {
      name: 'Maple',
      phone: '416-555-0101',
      logo: '/storage/v1/object/public/pictures/00000000-0000-4000-8000-00000000000a/480x120.webp',
    },
    { 'en-CA': { terms: '## Ours' } },
  ]);
  await call('owner', 'select note_mail_test()');
  const removed = await call('owner', 'select * from clear_samples()');
  expect(removed.find(({ relation }) => relation === 'partners')).toMatchObject({ removed: '8' });
  const after = { name: true, logo: true, legal: true, mail: true, samples: true };
  expect(await steps()).toMatchObject(after);
  await call('owner', 'select dismiss_first_run()');
  expect(await steps()).toBeNull();
});
