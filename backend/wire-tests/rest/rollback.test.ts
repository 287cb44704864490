// Tests every path that writes with `Prefer: tx=rollback`: whatever the response, no data is kept and no one is
// notified.
import { expect, onTestFinished, test } from 'vitest';
import { namedTarget } from '../target.ts';
import { startWireServer } from '../server.ts';
import { type RestRequest, send } from './library.ts';
import { setUp } from '../set-up.ts';

const sql = `
  create table notes (id int primary key, body text not null);
  create table parts (id int primary key, note_id int references notes deferrable initially deferred);
  insert into notes values (1, 'kept'), (2, 'kept');
  create function add_silently(id int) returns void language sql volatile
    as 'insert into notes values (id, ''written'')';
  create function add_scalar(id int) returns int language sql volatile
    as 'insert into notes values (id, ''written'') returning id';
  create function add_row(id int) returns notes language sql volatile
    as 'insert into notes values (id, ''written'') returning *';
  create function add_set(id int) returns setof notes language sql volatile
    as 'insert into notes values (id, ''written'') returning *';
  create function add_pairs(id int) returns table (number int, word text) language sql volatile
    as 'insert into notes values (id, ''written'') returning id, body';
  create function notify_listeners() returns text language plpgsql stable
    as $$ begin perform pg_notify('library', 'sent'); return 'sent'; end $$;
  create view noticed as select id, notify_listeners() as sent from notes;
`;

const server = setUp(() => startWireServer({ migrationsSql: sql, target: namedTarget() }));

const singular = 'application/vnd.pgrst.object+json';
const form = 'application/x-www-form-urlencoded';
const post = (body: unknown, headers: Record<string, string> = {}): RestRequest => ({
  method: 'POST',
  body,
  headers,
});

const writes: [name: string, path: string, request: RestRequest, status: number][] = [
  ['a function of void', '/rpc/add_silently', post({ id: 9 }), 204],
  ['a function of void, by a form', '/rpc/add_silently', post('id=9', { 'content-type': form }), 204],
  ['a function of void, one object', '/rpc/add_silently', post({ id: 9 }, { accept: singular }), 204],
  ['a function of a scalar', '/rpc/add_scalar', post({ id: 9 }), 200],
  ['a function of a row', '/rpc/add_row', post({ id: 9 }), 200],
  ['a function of a set', '/rpc/add_set', post({ id: 9 }), 200],
  ['a function of a set, one object', '/rpc/add_set', post({ id: 9 }, { accept: singular }), 200],
  ['a function of a set, as CSV', '/rpc/add_set', post({ id: 9 }, { accept: 'text/csv' }), 200],
  ['a function of a table', '/rpc/add_pairs', post({ id: 9 }), 200],
  ['an insert', '/notes', post({ id: 9, body: 'written' }), 201],
  ['many rows', '/notes', post([9, 10, 11].map((id) => ({ id, body: 'written' }))), 201],
  ['CSV', '/notes', post('id,body\n9,written', { 'content-type': 'text/csv' }), 201],
  ['an upsert', '/notes', post({ id: 1, body: 'written' }, { prefer: 'resolution=merge-duplicates' }), 200],
  ['PUT', '/notes?id=eq.1', { method: 'PUT', body: { id: 1, body: 'written' } }, 204],
  ['a change', '/notes?id=eq.1', { method: 'PATCH', body: { body: 'written' } }, 204],
  ['a deletion', '/notes?id=eq.1', { method: 'DELETE' }, 204],
];

for (const kind of ['minimal', 'headers-only', 'representation']) {
  test.for(writes)(`B-52 B-53 %s with return=${kind} is rolled back`, async ([, path, request]) => {
    const prefer = [request.headers?.['prefer'], `return=${kind}`, 'tx=rollback'].filter(Boolean).join(', ');
    const response = await send(server, path, { ...request, headers: { ...request.headers, prefer } });
    expect(response.status).toBeLessThan(300);
    expect(response.headers.get('preference-applied')).toContain('tx=rollback');
    const kept = await server.pool.query('select id, body from notes order by id');
    expect(kept.rows).toEqual([1, 2].map((id) => ({ id, body: 'kept' })));
  });
}

test.for(writes)('B-52 B-53 %s without it is kept', async ([, path, request, status]) => {
  const before = await server.pool.query('select id, body from notes order by id');
  const response = await send(server, path, request);
  const after = await server.pool.query('select id, body from notes order by id');
  await server.pool.query(`truncate notes cascade; insert into notes values (1, 'kept'), (2, 'kept')`);
  expect(response.status).toBe(status);
  expect(after.rows).not.toEqual(before.rows);
});

test('B-52 what a commit would reject is rejected before the rollback', async () => {
  const request = { ...post({ id: 1, note_id: 77 }), headers: { prefer: 'tx=rollback' } };
  const response = await send(server, '/parts', request);
  expect([response.status, response.body]).toMatchObject([409, { code: '23503' }]);
});

test('B-50 B-53 a read or a GET call with tx=rollback sends no notification', async () => {
  const listener = await server.pool.connect();
  onTestFinished(() => listener.release(true));
  const received: unknown[] = [];
  listener.on('notification', (notice) => received.push(notice.payload));
  await listener.query('listen library');
  const headers = { prefer: 'tx=rollback' };
  for (const method of ['GET', 'HEAD', 'POST']) {
    const sent = await send(server, '/rpc/notify_listeners', {
      method,
      headers,
      ...(method === 'POST' && { body: {} }),
    });
    expect(sent.status).toBe(200);
  }
  expect((await send(server, '/noticed?limit=1', { headers })).status).toBe(200);
  await listener.query(`notify library, 'last'`);
  // Notifications of one session arrive in the order of their commits.
  await expect.poll(() => received.at(-1)).toBe('last');
  expect(received).toEqual(['last']);
});
