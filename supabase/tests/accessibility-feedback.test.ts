import { beforeEach, expect, test } from 'vitest';
import { testAccounts, catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call } = database;

beforeEach(async () => void (await database.query(`delete from accessibility_feedback`)));

const send = (message: string, replyTo: string | null = null) =>
  call('visitor', `insert into accessibility_feedback (message, reply_to) values ($1, $2)`, [
    message,
    replyTo,
  ]);

async function reports(): Promise<Record<string, unknown>[]> {
  return database.query<Record<string, unknown>>(
    `select id, message, reply_to, response, responded_at, responded_by from accessibility_feedback order by created_at`,
  );
}

test('a report is cleaned and kept once, however often it is sent, anonymous or not', async () => {
  await send('  No way past\r\nthe menu ');
  await Promise.all([send('No way past\nthe menu'), send('No way past\nthe menu')]);
  await send('No way past\nthe menu', 'ana@roy.example');
  expect((await reports()).map(({ message, reply_to: to }) => [message, to])).toEqual([
    ['No way past\nthe menu', null],
    ['No way past\nthe menu', 'ana@roy.example'],
  ]);
});

test.each([
  ['an empty report', '   ', '23502'],
  ['one that is too long', 'x'.repeat(4001), '23514'],
  ['one of a megabyte', 'x'.repeat(1_000_000), '23514'],
])('%s is rejected', async (_, message, code) => {
  expect(await catchErrorCode(send(message))).toBe(code);
});

test('after 60 in ten minutes the form asks to wait', async () => {
  await database.query(
    `insert into accessibility_feedback (message) select 'Report ' || n from generate_series(1, 60) as n`,
  );
  expect(await catchErrorCode(send('One more'))).toBe('PT429');
});

test('the time of the first response is kept, and figures are published without texts', async () => {
  await database.query(
    `insert into accessibility_feedback (message, created_at) values
       ('Two days ago', now() - interval '47 hours'), ('Today', now()), ('Last year', now() - interval '13 months')`,
  );
  const respond = (words: string) =>
    call('agent', `update accessibility_feedback set response = $1 where message = 'Two days ago'`, [words]);
  await respond('Wider gaps');
  const [, first] = await reports();
  await respond('Wider gaps, and told them');
  const [, second] = await reports();
  expect(second).toMatchObject({
    response: 'Wider gaps, and told them',
    responded_at: first?.['responded_at'],
    responded_by: testAccounts.agent,
  });
  expect(await catchErrorCode(respond('  '))).toBe('P0001');
  const figures = await call('visitor', 'select * from accessibility_feedback_figures()');
  expect(figures).toEqual([{ received: 2, answered: 1, median_days: 2 }]);
});

test('an answered report is deleted five years after its answer; an open one is kept', async () => {
  await database.query(
    `insert into accessibility_feedback (message, created_at, response, responded_at) values
       ('Old', now() - interval '6 years', 'Mended', now() - interval '5 years 1 day'),
       ('Waiting', now() - interval '6 years', null, null)`,
  );
  await call('server', 'select delete_expired_feedback()');
  expect((await reports()).map(({ message }) => message)).toEqual(['Waiting']);
});
