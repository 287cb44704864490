import { expect, test } from 'vitest';
import { isWhole, wholeAnswer } from './whole-answer.ts';

function make(): Response {
  return wholeAnswer('{"a":1}', {
    status: 206,
    headers: new Headers({ 'content-type': 'application/json' }),
  });
}

test('an answer of a text reads like any other', async () => {
  const answer = make();
  expect([isWhole(answer), answer instanceof Response, answer.status, answer.ok]).toEqual([
    true,
    true,
    206,
    true,
  ]);
  expect(answer.bodyUsed).toBe(false);
  expect(await answer.json()).toEqual({ a: 1 });
  expect(answer.bodyUsed).toBe(true);
  await expect(answer.text()).rejects.toThrow('Body is unusable');
  expect(await make().text()).toBe('{"a":1}');
  expect(Buffer.from(await make().arrayBuffer()).toString()).toBe('{"a":1}');
  const copy = new Response(make().body, make());
  expect([copy.status, copy.headers.get('content-type'), await copy.text()]).toEqual([
    206,
    'application/json',
    '{"a":1}',
  ]);
  expect(await make().clone().text()).toBe('{"a":1}');
});
