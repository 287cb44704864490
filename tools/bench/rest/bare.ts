// The minimal code that reads as a caller: one prepared statement in a transaction with role and claims, sent in one
// write.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseDatabaseUrl, createPool } from '@fairlead/backend/database';
import { sendReady, contestantOptions } from './contestant.ts';

// As many connections as our backend gives to one address, because the cost of a request is compared.
const pool = createPool(parseDatabaseUrl(contestantOptions.databaseUrl), { max: 5 });
const claims = JSON.stringify({ role: 'anon' });
const become = {
  name: 'become',
  text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
  values: ['anon', claims],
};
const read = {
  name: 'read',
  text: `select coalesce(json_agg(t), '[]')::text as body from (
    select id, title, pages, added_at from public.books order by added_at desc limit 20
  ) as t`,
  values: [],
};

const server = createServer(async (_request, response) => {
  const client = await pool.connect();
  const sent = [client.query('begin read only'), client.query(become), client.query<{ body: string }>(read)];
  const ended = client.query('commit');
  const rows = (await Promise.all(sent))[2]?.rows as { body: string }[];
  await ended;
  client.release();
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(rows[0]?.body);
});
server.listen(0, '127.0.0.1', () => {
  sendReady({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: '', secretKey: '' });
});
