import { expect, test } from 'vitest';
import {
  findPersonalDataRead,
  withPersonalDataReadReports,
  type PersonalDataRead,
} from './create-audit-recorder.ts';

const account = '00000000-0000-4000-8000-0000000000a3';
const token = `Bearer e30.${Buffer.from(JSON.stringify({ sub: account })).toString('base64url')}.c2ln`;

function read(path: string, range: string, authorization = token, status = 200) {
  const request = new Request(`https://maple.example/rest/v1/${path}`, { headers: { authorization } });
  return findPersonalDataRead(request, new Response('[]', { status, headers: { 'content-range': range } }));
}

test('B-80 rows of people in a response are noted, with who asked', () => {
  expect(read('leads?select=*', '0-999/*')).toEqual({ account, relation: 'leads', rows_read: 1000 });
  expect(read('lead_messages', '1000-1200/2000', token, 206)).toMatchObject({ rows_read: 201 });
  expect(read('leads', '0-999/*', 'Bearer sb_secret_x')).toMatchObject({ account: null });
  expect(read('rpc/search_leads', '0-49/*')).toMatchObject({ relation: 'leads', rows_read: 50 });
  expect(read('%6ceads', '0-0/*')).toMatchObject({ relation: 'leads', rows_read: 1 });
});

test.each([
  ['leads', '*/0', 200],
  ['leads', '0-999/*', 400],
  ['services', '0-999/*', 200],
  ['rpc/count_leads', '0-999/*', 200],
  ['%FF', '0-0/*', 404],
  ['services?name=eq.%FF', '0-0/*', 200],
])('B-80 %s with %s and %i is none', (path, range, status) => {
  expect(read(path, range, token, status)).toBeNull();
});

test('B-80 it is noted before the response is there', async () => {
  const noted: PersonalDataRead[] = [];
  const backend = withPersonalDataReadReports(
    { fetch: () => Promise.resolve(new Response('[]', { headers: { 'content-range': '0-999/*' } })) },
    async (bulk) => void noted.push(bulk),
  );
  const request = new Request('https://maple.example/rest/v1/leads', { headers: { authorization: token } });
  await backend.fetch(request, { address: '203.0.113.7' });
  expect(noted).toEqual([{ account, relation: 'leads', rows_read: 1000, address: '203.0.113.7' }]);
});
