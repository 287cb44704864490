import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseRequestBody } from './parse-request-body.ts';

const schema = z.object({
  name: z.string().min(2, 'Invalid name: write two letters'),
  kind: z.enum(['a', 'b']),
  list: z.array(z.object({ id: z.uuid() })).optional(),
});

function problemOf(body: string): Promise<unknown> {
  return parseRequestBody(new Request('http://x/', { method: 'POST', body }), schema, 100);
}

test('B-284 the sentence about a wrong body names the field, or is the schema’s own', async () => {
  const cases: [body: string, problem: string, isOwn?: boolean][] = [
    ['', "The request isn't valid JSON."],
    [`"${'x'.repeat(99)}"`, 'The request is longer than 100 characters.'],
    ['[]', "The request isn't right: expected object, received array."],
    ['{"kind":"a"}', "The field “name” isn't right: expected string, received undefined."],
    ['{"name":"A","kind":"a"}', 'Invalid name: write two letters', true],
    ['{"name":"Ab","kind":"c"}', 'The field “kind” isn\'t right: invalid option: expected one of "a"|"b".'],
    ['{"name":"Ab","kind":"a","list":[{"id":"x"}]}', "The field “list.0.id” isn't right: invalid UUID."],
  ];
  for (const [body, problem, isOwn = false] of cases)
    expect([body, await problemOf(body)]).toEqual([body, { problem, isOwn }]);
  expect(await problemOf('{"name":"Ab","kind":"a"}')).toEqual({ data: { name: 'Ab', kind: 'a' } });
});
