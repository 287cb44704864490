import { beforeAll, expect, test } from 'vitest';
import { signJwt } from '../../src/tokens/jwt.ts';
import {
  type Account,
  testPassword,
  callAuth,
  freshEmail,
  makeAccount,
  getUser,
  rejection,
} from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

let account: Account;

const server = setUp(startWireServer);

beforeAll(async () => {
  account = await makeAccount(server);
});

const oldVersionHeader = { 'x-supabase-api-version': '' };
const passwordGrant = '/token?grant_type=password';

test('P-169 the error format follows X-Supabase-Api-Version, which is echoed', async () => {
  const body = { email: account.email, password: 'wrong password' };
  const now = await callAuth(server, passwordGrant, { body });
  expect(now.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
  expect(now.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  const before = await callAuth(server, passwordGrant, { body, headers: oldVersionHeader });
  expect(before.body).toEqual({
    code: 400,
    error_code: 'invalid_credentials',
    msg: 'Invalid login credentials',
  });
  expect(before.headers.get('x-supabase-api-version')).toBeNull();
});

test('P-169 weak_password keeps its reasons in both formats', async () => {
  const body = { email: freshEmail(), password: 'abc' };
  const reasons = { weak_password: { reasons: ['length'] } };
  expect((await callAuth(server, '/signup', { body })).body).toMatchObject({
    code: 'weak_password',
    ...reasons,
  });
  const before = await callAuth(server, '/signup', { body, headers: oldVersionHeader });
  expect(before.body).toMatchObject({ code: 422, error_code: 'weak_password', ...reasons });
});

const nowS = Math.floor(Date.now() / 1000);

function forge(change: Record<string, unknown>, secret = server.jwtSecret): string {
  return signJwt(
    { sub: account.id, role: 'authenticated', aud: 'authenticated', exp: nowS + 600, ...change },
    secret,
  );
}

function unsigned(): string {
  const [, payload] = forge({ role: 'service_role' }).split('.');
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
}

test.each([
  ['garbage', () => 'garbage', 403, 'bad_jwt'],
  ['alg none', unsigned, 403, 'bad_jwt'],
  ['another secret', () => forge({}, 'another secret'), 403, 'bad_jwt'],
  ['a role raised after signing', () => account.accessToken.replace(/\.[^.]+\./, `.${forge({ role: 'service_role' }).split('.')[1]}.`), 403, 'bad_jwt'],
  ['an expired token', () => forge({ exp: nowS - 1 }), 403, 'bad_jwt'],
  ['the publishable key', () => server.publishableKey, 403, 'bad_jwt'],
  ['the secret key', () => server.secretKey, 403, 'bad_jwt'],
  ['no sub', () => forge({ sub: undefined }), 403, 'bad_jwt'],
  ['a sub that is no UUID', () => forge({ sub: '1 or 1=1' }), 400, 'bad_jwt'],
  ['a user who does not exist', () => forge({ sub: '00000000-0000-4000-8000-000000000000' }), 403, 'user_not_found'],
  ['a session that does not exist', () => forge({ session_id: '00000000-0000-4000-8000-000000000000' }), 403, 'session_not_found'],
  ['a session that is no UUID', () => forge({ session_id: "'" }), 403, 'bad_jwt'],
  ['a session that is a list', () => forge({ session_id: ['x'] }), 403, 'bad_jwt'],
])('P-169 /user with %s is rejected', async (_what, makeToken, status, code) => {
  for (const method of ['GET', 'PUT']) {
    const response = await callAuth(server, '/user', { method, bearer: makeToken(), ...(method === 'PUT' ? { body: {} } : {}) });
    expect(response).toMatchObject({ status, body: { code } });
  }
}); // prettier-ignore

test("P-169 another account's session is not valid for a user", async () => {
  const other = await makeAccount(server);
  const payload = JSON.parse(Buffer.from(other.accessToken.split('.')[1] ?? '', 'base64url').toString());
  const mixed = forge({ session_id: payload.session_id });
  expect(await getUser(server, mixed)).toMatchObject(rejection(403, 'session_not_found'));
});

test('P-169 no bearer, another scheme and no API key are 401', async () => {
  const none = await callAuth(server, '/user', { method: 'GET' });
  expect(none).toMatchObject(rejection(401, 'no_authorization'));
  const basic = await callAuth(server, '/user', { method: 'GET', headers: { authorization: 'Basic YTpi' } });
  expect(basic).toMatchObject(rejection(401, 'no_authorization'));
  const keyless = await callAuth(server, '/signup', { body: {}, headers: { apikey: '' } });
  expect(keyless).toMatchObject({ status: 401, body: { message: 'No API key found in request' } });
  const wrong = await callAuth(server, '/signup', { body: {}, headers: { apikey: 'sb_publishable_wrong' } });
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid API key' } });
});

const hostileBodies: [string, string | Uint8Array<ArrayBuffer>][] = [
  ['nothing', ''],
  ['no JSON', 'email=a'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '1'],
  ['half an object', '{"email":'],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ['an e-mail that is a number', '{"email":1,"password":"correct horse"}'],
  ['an e-mail that is an object', '{"email":{"$ne":null},"password":"correct horse"}'],
  ['a password that is a list', '{"email":"a@example.com","password":["correct horse"]}'],
  ['metadata that is a list', '{"email":"a@example.com","password":"correct horse","data":[1]}'],
  ['NUL in the e-mail', '{"email":"a\\u0000@example.com","password":"correct horse"}'],
  ['NUL in the password', '{"email":"a@example.com","password":"correct\\u0000horse"}'],
  ['NUL in a metadata key', '{"email":"a@example.com","password":"correct horse","data":{"a\\u0000":1}}'],
  ['half a surrogate pair', '{"email":"a@example.com","password":"correct horse","data":{"a":"\\ud800"}}'],
  ['endless nesting', `{"email":"a@example.com","password":"correct horse","data":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`],
  ['a huge body', JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(100_000) })],
  ['a huge e-mail', JSON.stringify({ email: `${'a'.repeat(300)}@example.com`, password: 'correct horse' })],
  ['a huge password', JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(5000) })],
  ['huge metadata', JSON.stringify({ email: 'a@example.com', password: 'correct horse', data: { a: 'x'.repeat(9000) } })],
]; // prettier-ignore

test.each(hostileBodies)('a sign-up with %s gets a clear error', async (_what, raw) => {
  const { status, body } = await callAuth(server, '/signup', { raw });
  expect([400, 413, 422]).toContain(status);
  expect(body).toEqual({ code: expect.stringMatching(/^[a-z_]+$/), message: expect.stringMatching(/\w/) });
});

test.each(hostileBodies)('a sign-in, a refresh and an update with %s are never a 5xx', async (_what, raw) => {
  for (const path of [
    passwordGrant,
    '/token?grant_type=refresh_token',
    '/token?grant_type=pkce',
    '/token?grant_type=id_token',
  ]) {
    const { status } = await callAuth(server, path, { raw });
    expect([400, 413, 422]).toContain(status);
  }
  const update = await callAuth(server, '/user', { method: 'PUT', raw, bearer: account.accessToken });
  expect(update.status).toBeLessThan(500);
});

test('P-162 malformed emails and incomplete requests are rejected by name', async () => {
  const bad = 'Unable to validate email address: invalid format';
  for (const email of [
    'plain',
    'a@',
    '@b.ca',
    'a b@c.ca',
    'a@b..ca',
    'a@b.ca\n.evil',
    'ä@example.com',
    'a@-b.ca',
  ]) {
    const { status, body } = await callAuth(server, '/signup', { body: { email, password: testPassword } });
    expect({ email, status, ...body }).toEqual({
      email,
      status: 400,
      code: 'validation_failed',
      message: bad,
    });
  }
  const cases = [
    ['/signup', {}, 422, 'anonymous_provider_disabled'],
    ['/signup', { email: 'a@example.com' }, 400, 'validation_failed'],
    ['/signup', { phone: '+14165550100', password: testPassword }, 422, 'phone_provider_disabled'],
    ['/signup', { email: 'a@example.com', phone: '+1416', password: testPassword }, 400, 'validation_failed'],
    [passwordGrant, { password: testPassword }, 400, 'validation_failed'],
    [passwordGrant, { email: account.email }, 400, 'invalid_credentials'],
    [passwordGrant, { phone: '+14165550100', password: testPassword }, 422, 'phone_provider_disabled'],
    ['/token?grant_type=magic', {}, 400, 'invalid_credentials'],
    ['/token?grant_type=__proto__', {}, 400, 'invalid_credentials'],
    ['/token', {}, 400, 'invalid_credentials'],
  ] as const;
  for (const [path, body, status, code] of cases) {
    expect(await callAuth(server, path, { body })).toMatchObject({ status, body: { code } });
  }
});

test('the server logged no error in this file', () => {
  expect(server.log.filter((entry) => entry.level === 'error')).toEqual([]);
});
