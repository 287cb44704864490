import { expect, test } from 'vitest';
import { send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(async () => {
  const started = await startLibrary();
  await started.pool.query(functionsSql);
  return started;
});

const names = [
  'a b',
  '"',
  "o'clock",
  'select',
  'UPPER',
  'naïve ☃',
  'line\nbreak',
  '$1',
  'pgrst_args',
  'x'.repeat(63),
];
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const functionsSql = `
  ${names.map((name, index) => `create function named_${index}(${quote(name)} text default 'none') returns text language sql as $$ select $1 $$;`).join('\n')}
  create function unnamed_int(int) returns int language sql as 'select $1';
  create function unnamed_two(int, text) returns text language sql as 'select $2';
  create function unnamed_list(variadic text[]) returns text language sql as $$ select array_to_string($1, '-') $$;
  create function unnamed_out(in int, out doubled int) language sql as 'select $1 * 2';
  create function unnamed_inout(inout int) language sql as 'select $1 * 2';
  create function unnamed_row(authors) returns text language sql as 'select $1.name';
  create function half_named(first int, text) returns text language sql as 'select $2';
  create function half_optional(first int, text default 'usual') returns text language sql as 'select $2';
  create function all_optional(int default 7) returns int language sql as 'select $1';
  create function body_json(json) returns json language sql as 'select $1';
  create function body_jsonb(jsonb default '{"usual":true}') returns jsonb language sql as 'select $1';
  create function body_text(text) returns text language sql as 'select $1';
  create function body_bytea(bytea) returns int language sql as 'select length($1)';
  create function body_or_name(json) returns text language sql as $$ select 'body' $$;
  create function body_or_name(name text) returns text language sql as $$ select 'name' $$;
  create function any_type(value anyelement) returns text language sql as 'select $1::text';
  create function any_types(variadic "list" anyarray) returns text language sql as 'select $1::text';
  create function some_out(out a int, inout b int, out text) language sql as $$ select 1, b, 'x' $$;
  create function table_out(wanted int) returns table ("odd ""name""" int, "select" text) language sql as $$ select wanted, 'x' $$;
  create function one_record() returns record language sql as $$ select 1, 'x'::text $$;
  create function some_records() returns setof record language sql as $$ values (1, 'x'::text), (2, 'y') $$;`;

async function callFunction(path: string, body?: unknown, type?: string): Promise<unknown> {
  const headers = type === undefined ? {} : { 'content-type': type };
  const response = await send(
    server,
    `/rpc/${path}`,
    body === undefined ? {} : { method: 'POST', body, headers },
  );
  if (response.status === 200) return response.body;
  return `${response.status} ${(response.body as { code: string } | null)?.code}`;
}

test('B-283 an argument reaches a parameter whatever its name is', async () => {
  for (const [index, name] of names.entries()) {
    const query = new URLSearchParams([[name, 'given']]);
    if (name !== 'select')
      expect([name, await callFunction(`named_${index}?${query}`)]).toEqual([name, 'given']);
    expect([name, await callFunction(`named_${index}`, { [name]: 'given' })]).toEqual([name, 'given']);
    expect([name, await callFunction(`named_${index}`, {})]).toEqual([name, 'none']);
    const form = 'application/x-www-form-urlencoded';
    expect([name, await callFunction(`named_${index}`, String(query), form)]).toEqual([name, 'given']);
  }
});

test('B-283 a parameter without a name takes no named argument, also not one with an empty name', async () => {
  const unreachable = [
    'unnamed_int',
    'unnamed_two',
    'unnamed_list',
    'unnamed_out',
    'unnamed_inout',
    'unnamed_row',
    'half_named',
    'any_type',
    'any_types',
  ];
  for (const name of unreachable) {
    for (const query of ['', '?=1', '?first=1', '?first=1&=2', '?value=1', '?list=1'])
      expect([name, query, await callFunction(name + query)]).toEqual([name, query, '404 PGRST202']);
    for (const body of [{}, { '': 1 }, { first: 1, '': 'x' }, { value: 1 }, { list: [1] }, [1], 'x'])
      expect([name, body, await callFunction(name, JSON.stringify(body))]).toEqual([
        name,
        body,
        '404 PGRST202',
      ]);
  }
  expect(await callFunction('half_optional?first=1')).toBe('usual');
  expect(await callFunction('half_optional', { first: 1 })).toBe('usual');
  expect(await callFunction('half_optional', { first: 1, '': 'x' })).toBe('404 PGRST202');
  expect([await callFunction('all_optional'), await callFunction('all_optional', {})]).toEqual([7, 7]);
  for (const odd of ['=1', '%00=1', '=&=', '%20=1', 'a.b=1', '%22=1', "'=1", '%E2%98%83=1', '1=1', '=']) {
    expect([odd, await callFunction(`add_numbers?${odd}`)]).toEqual([
      odd,
      expect.stringMatching(/^(404 PGRST202|400 )/),
    ]);
    expect([odd, await callFunction('add_numbers', odd, 'application/x-www-form-urlencoded')]).toEqual([
      odd,
      expect.stringMatching(/^(404 PGRST202|400 )/),
    ]);
  }
});

test('B-283 a function whose only parameter has no name gets the whole body', async () => {
  expect(await callFunction('body_json', { '': 1, a: [2] })).toEqual({ '': 1, a: [2] });
  expect(await callFunction('body_json', '[1]')).toEqual([1]);
  expect(await callFunction('body_jsonb', { a: 1 })).toEqual({ a: 1 });
  expect(await callFunction('body_jsonb')).toEqual({ usual: true });
  expect(await callFunction('body_text', 'a=1', 'text/plain')).toBe('a=1');
  expect(await callFunction('body_bytea', 'abc', 'application/octet-stream')).toBe(3);
  expect(await callFunction('body_or_name', { name: 'x' })).toBe('name');
  expect(await callFunction('body_or_name', { other: 'x' })).toBe('body');
  for (const query of ['', '?=1', '?a=1'])
    expect(await callFunction(`body_json${query}`)).toBe('404 PGRST202');
  expect(await callFunction('body_json', '=1', 'application/x-www-form-urlencoded')).toBe('404 PGRST202');
  expect(await callFunction('body_text', { '': 1 })).toBe('404 PGRST202');
  expect(await callFunction('body_json', 'x', 'text/plain')).toBe('404 PGRST202');
});

test('B-283 results have their OUT, INOUT, TABLE and record columns, whatever their names', async () => {
  expect(await callFunction('some_out?b=5')).toMatchObject({ a: 1, b: 5 });
  expect(await callFunction('table_out?wanted=5')).toEqual([{ 'odd "name"': 5, select: 'x' }]);
  expect(await callFunction('one_record')).toEqual({ '?column?': 1, text: 'x' });
  expect(await callFunction('some_records')).toEqual([
    { column1: 1, column2: 'x' },
    { column1: 2, column2: 'y' },
  ]);
});

test('B-283 the message of PGRST202 shows an empty name', async () => {
  const { body } = await send(server, '/rpc/add_numbers', { method: 'POST', body: { '': 1, a: 2 } });
  expect(body).toMatchObject({
    message: 'Could not find the function public.add_numbers("", a) in the schema cache',
    details:
      'Searched for the function public.add_numbers with parameters "", a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
  });
});
