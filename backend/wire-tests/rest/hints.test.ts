import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { type RestRequest, send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(async () => {
  const started = await startLibrary();
  await started.pool.query(`
    create table drawers (id int primary key, note_id uuid references notes, shelf_id int references shelves);
    create table secrets (id int primary key, drawer_id int references drawers, plain text, code text);
    revoke all on secrets from anon;
    grant select (id, drawer_id, plain) on secrets to anon;
    create table bare_books (id int primary key);
    create table links (
      id int primary key,
      mother_id int references links,
      father_id int references links
    );
    create function private_author(books) returns setof authors language sql stable rows 1
      as 'select * from authors where id = $1.author_id';
    revoke execute on function private_author(books) from public, anon;
    create function unnamed_number(int) returns int language sql as 'select $1';
    create function whole_body(json) returns json language sql as 'select $1';
    create function only_named(a int, b int default 1) returns int language sql as 'select a + b';
    create function only_named(a int, text) returns int language sql as 'select a';
    create function slow() returns void language sql as 'select pg_sleep(60)';
    create function timed_out() returns void language plpgsql
      as $$ begin raise exception 'statement timeout of a project' using errcode = '57014'; end $$;
    alter role authenticated set statement_timeout = '200ms';`);
  return started;
});

interface Failure {
  code: string;
  hint: string | null;
}

async function hintOf(path: string, request?: RestRequest): Promise<string | null> {
  return ((await send(server, path, request)).body as Failure).hint;
}

const post = (body: unknown, headers = {}): RestRequest => ({ method: 'POST', body, headers });

/** Misspellings: a letter missing, doubled or added at the end, and two letters exchanged. */
function misspellings(name: string): string[] {
  const inside = Array.from(name).flatMap((letter, at) => [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + letter + name.slice(at),
    name.slice(0, at) + (name[at + 1] ?? '') + letter + name.slice(at + 2),
  ]);
  return [...new Set([...inside, `${name}s`])].filter((each) => /^\w+$/.test(each));
}

test('B-283 a hint of PGRST200, PGRST202 or PGRST205 proposes only what works for this caller', async () => {
  const embeds = [
    'authors',
    'editions',
    'reviews',
    'notes',
    'secrets',
    'shelves',
    'book_shelves',
    'main_author',
    'private_author',
    'links',
  ];
  const tables = ['books', 'drawers', 'bare_books', 'notes', 'shelves', 'links', 'reviews'];
  let proposed = 0;
  for (const table of tables)
    for (const embed of embeds.flatMap(misspellings).filter((_each, index) => index % 7 === 0)) {
      const hint = await hintOf(`/${table}?select=${embed}(*)&limit=1`);
      for (const [, name] of (hint ?? '').split(' instead of ')[0]!.matchAll(/'([^']+)'/g)) {
        proposed += 1;
        const isTable = hint?.endsWith(`instead of '${table}'.`);
        const path = isTable ? `/${name}?select=${embed}(*)` : `/${table}?select=${name}(*)`;
        expect([table, embed, name, (await send(server, path)).status]).toEqual([table, embed, name, 200]);
      }
    }
  for (const name of [
    'add_numbers',
    'greet',
    'hidden',
    'echo_json',
    'unnamed_number',
    'whole_body',
    'only_named',
    'joined',
  ])
    for (const called of [name, ...misspellings(name).filter((_each, index) => index % 4 === 0)])
      for (const body of [{}, { a: 1 }, { name: 'x' }, { word: ['x'] }, { ab: 1, b: 2 }]) {
        const hint = await hintOf(`/rpc/${called}`, post(body));
        const [, other, list] = /function public\.(\w+)(?:\((.*)\))?$/.exec(hint ?? '') ?? [];
        if (other === undefined) continue;
        proposed += 1;
        const values: Record<string, unknown> = { words: ['x'] };
        const given =
          list === undefined
            ? body
            : Object.fromEntries(
                list
                  .split(', ')
                  .filter(Boolean)
                  .map((key) => [key, values[key] ?? 1]),
              );
        expect([called, body, hint, (await send(server, `/rpc/${other}`, post(given))).status]).toEqual([
          called,
          body,
          hint,
          200,
        ]);
      }
  expect(proposed).toBeGreaterThan(50);
});

test('B-283 a hint depends on what the caller may do', async () => {
  expect(await hintOf('/note')).toBeNull();
  expect(await hintOf('/note', post({ name: 'x' }))).toBe("Perhaps you meant the table 'public.notes'");
  expect(await hintOf('/note', { key: server.secretKey })).toBe("Perhaps you meant the table 'public.notes'");
  expect(await hintOf('/rpc/hiden')).toBeNull();
  expect(await hintOf('/rpc/hiden', { key: server.secretKey })).toBe(
    'Perhaps you meant to call the function public.hidden',
  );
  expect(await hintOf('/rpc/hidden?a=1')).toBeNull();
  expect(await hintOf('/drawers?select=note(id)')).toBeNull();
  expect(await hintOf('/drawers?select=note(id)', { key: server.secretKey })).toBe(
    "Perhaps you meant 'notes' instead of 'note'.",
  );
  expect(await hintOf('/drawers?select=secret(*)')).toBeNull();
  expect(await hintOf('/drawers?select=secret(plain)')).toBe(
    "Perhaps you meant 'secrets' instead of 'secret'.",
  );
});

test('B-283 a hint proposes no other function for a list without names, and no ambiguous relationship', async () => {
  expect(await hintOf('/rpc/unnamed_number?=1')).toBeNull();
  expect(await hintOf('/rpc/unnamed_number?a=1')).toBeNull();
  expect(await hintOf('/rpc/whole_body?a=1')).toBeNull();
  expect(await hintOf('/rpc/unclear?valu=1')).toBeNull();
  expect(await hintOf('/rpc/only_named?a=1&c=2')).toBe(
    'Perhaps you meant to call the function public.only_named(a, b)',
  );
  expect(await hintOf('/books?select=author(*)')).toBe(
    "Perhaps you meant 'authors!books_author_id_fkey' or 'authors!books_editor_fkey' instead of 'author'.",
  );
  expect(await hintOf('/links?select=links(*)')).toBe(
    "Try changing 'links' to one of the following: 'links!father_id', 'links!mother_id'. Find the desired relationship in the 'details' key.",
  );
  for (const name of ['links!mother_id', 'links!father_id'])
    expect((await send(server, `/links?select=${name}(*)`)).status).toBe(200);
  expect(await hintOf('/rpc/books_off?author=1&select=author(*)')).not.toContain('instead of');
});

test('B-283 a statement timeout keeps its status and code, and its hint says what to do', async () => {
  const bearer = await new SignJWT({ role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(server.jwtSecret));
  const { status, body } = await send(server, '/rpc/slow', { ...post({}), bearer });
  expect([status, body]).toEqual([
    500,
    {
      code: '57014',
      message: 'canceling statement due to statement timeout',
      details: null,
      hint: expect.stringMatching(/limit.*index.*statement_timeout/),
    },
  ]);
  expect(await hintOf('/rpc/timed_out', post({}))).toBeNull();
});
