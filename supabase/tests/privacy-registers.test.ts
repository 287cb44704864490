import { expect, test } from 'vitest';
import { catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError, callValue } = database;

test('B-77 a breach is stored permanently: what happened, who was notified and when', async () => {
  const breach = await callValue(
    'owner',
    `insert into privacy_incidents (what, whose, is_serious, risk) values ('A laptop', 'Nine', true, 'Fraud') returning id`,
  );
  const note = (told: string, day: string | null) =>
    call('owner', 'update privacy_incidents set told = $1, told_on = $2 where id = $3', [told, day, breach]);
  expect(await catchErrorCode(note('All nine', null))).toBe('23514');
  await note('All nine, and the commissioner', '2026-11-20');
  const read = (caller: 'owner' | 'agent') =>
    call(caller, 'select what, told, told_on::text as on from privacy_incidents');
  expect(await read('owner')).toEqual([
    { what: 'A laptop', told: 'All nine, and the commissioner', on: '2026-11-20' },
  ]);
  expect(await read('agent')).toEqual([]);
  expect(await callError('owner', 'delete from privacy_incidents')).toBe('42501');
});
