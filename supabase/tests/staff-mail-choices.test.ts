import { beforeEach, expect, test } from 'vitest';
import { testAccounts, catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;

beforeEach(() =>
  database.query(`update profiles set mail_frequency = 'hourly', away_from = null, away_until = null`),
);

const chosen = () =>
  database.column<string>(
    `select id from profiles where mail_frequency <> 'hourly' or away_from is not null order by id`,
  );

test.each(['viewer', 'agent', 'editor', 'owner'] as const)(
  'B-250 a caller of kind %s chooses its own notifications, and those of no other account',
  async (caller) => {
    await call(caller, `update profiles set mail_frequency = 'daily', away_from = '2026-12-24'`);
    expect(await chosen()).toEqual([testAccounts[caller]]);
    const other = caller === 'agent' ? testAccounts.owner : testAccounts.agent;
    await call(caller, `update profiles set mail_frequency = 'never' where id = $1`, [other]);
    expect(await chosen()).toEqual([testAccounts[caller]]);
    const insert = call(caller, `insert into profiles (id, mail_frequency) values ($1, 'never')`, [other]);
    expect(await catchErrorCode(insert)).toBe('42501');
  },
);

test('B-250 a visitor and an account without a session cannot choose notifications', async () => {
  expect(await callError('visitor', `update profiles set mail_frequency = 'never'`)).toBe('42501');
  expect(await callError('visitor', 'select note_presence()')).toBe('42501');
});

test.each([
  [`mail_frequency = 'weekly'`, '23514'],
  [`mail_frequency = null`, '23502'],
  [`away_from = '2026-12-24', away_until = '2026-12-23'`, '23514'],
  [`away_from = '2026-12-24', away_until = '2026-12-24'`, null],
  [`away_from = '2026-12-24', away_until = null`, null],
])('B-250 set %s: %s', async (change, code) => {
  expect(await callError('agent', `update profiles set ${change}`)).toBe(code);
});
