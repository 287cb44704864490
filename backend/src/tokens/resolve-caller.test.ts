import { createHmac } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { BackendError } from '../errors/backend-error.ts';
import { generateKeys } from './keys.ts';
import { resolveCaller } from './resolve-caller.ts';
import { signJwt } from './jwt.ts';

const keys = generateKeys();
const nowS = Math.floor(Date.now() / 1000);
const user = { sub: '0b1e6c1c-7f0e-4b2f-9a54-2d7a1c1b9a11', role: 'authenticated', exp: nowS + 60 };

function resolve(headers: Record<string, string>, query = ''): ReturnType<typeof resolveCaller> {
  return resolveCaller(new Request(`http://localhost/rest/v1/things${query}`, { headers }), keys);
}

function errorOf(headers: Record<string, string>, query = ''): BackendError {
  try {
    resolve(headers, query);
  } catch (error) {
    if (error instanceof BackendError) return error;
    throw error;
  }
  throw new Error('the request was not rejected');
}

function bearer(token: string): Record<string, string> {
  return { apikey: keys.publishableKey, authorization: `Bearer ${token}` };
}

test('an opaque key has its role as header, as URL parameter and as bearer', () => {
  expect(resolve({ apikey: keys.publishableKey }).role).toBe('anon');
  expect(resolve({ apikey: keys.secretKey }).role).toBe('service_role');
  expect(resolve({}, `?apikey=${keys.publishableKey}`).role).toBe('anon');
  expect(resolve(bearer(keys.publishableKey)).role).toBe('anon');
  expect(resolve(bearer(keys.secretKey)).role).toBe('service_role');
  expect(resolve({ authorization: `Bearer ${keys.secretKey}` }).role).toBe('service_role');
});

test('a legacy key is a token of this server with the role of a key and without a user', () => {
  const legacy = signJwt({ role: 'service_role', iss: 'supabase', exp: nowS + 60 }, keys.jwtSecret);
  expect(resolve({ apikey: legacy, authorization: `Bearer ${legacy}` }).role).toBe('service_role');
  expect(resolve({ authorization: `Bearer ${legacy}` }).role).toBe('service_role');
  const expired = signJwt({ role: 'anon', exp: nowS - 1 }, keys.jwtSecret);
  expect(errorOf({ apikey: expired }).message).toBe('Invalid API key');
  const foreign = signJwt({ role: 'service_role', exp: nowS + 60 }, 'another secret');
  expect(errorOf({ apikey: foreign }).status).toBe(401);
});

test('an access token takes precedence over the key, and all its claims are kept', () => {
  const token = signJwt({ ...user, session_id: 's' }, keys.jwtSecret);
  expect(resolve(bearer(token))).toEqual({ role: 'authenticated', claims: { ...user, session_id: 's' } });
  expect(resolve({ ...bearer(token), apikey: keys.secretKey }).role).toBe('authenticated');
});

test('no key, an unknown key and an access token as the key are rejected', () => {
  expect(errorOf({}).message).toBe('No API key found in request');
  expect(errorOf({ apikey: 'sb_publishable_wrong' }).message).toBe('Invalid API key');
  const token = signJwt(user, keys.jwtSecret);
  expect(errorOf({ apikey: token }).message).toBe('Invalid API key');
  expect(errorOf({ authorization: `Bearer ${token}` }).message).toBe('No API key found in request');
});

function unsigned(claims: object, header: object = { alg: 'none' }): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode(header)}.${encode(claims)}.`;
}

test.each([
  ['garbage', 'garbage'],
  ['an unknown opaque key', 'sb_secret_unknown'],
  ['alg none', unsigned(user)],
  ['alg none with a signature', `${unsigned(user)}AAAA`],
  ['another secret', signJwt(user, 'another secret')],
  ['a role that does not exist here', signJwt({ ...user, role: 'postgres' }, keys.jwtSecret)],
  ['no role', signJwt({ sub: user.sub, exp: user.exp }, keys.jwtSecret)],
  ['not valid yet', signJwt({ ...user, nbf: nowS + 3600 }, keys.jwtSecret)],
  ['an exp that is no number', signJwt({ ...user, exp: 'never' }, keys.jwtSecret)],
  ['four segments', `${signJwt(user, keys.jwtSecret)}.x`],
])('a bearer with %s is rejected, never served as anonymous', (_what, token) => {
  const error = errorOf(bearer(token));
  expect(error.status).toBe(401);
  expect(error.code).toMatch(/^PGRST30[13]$/);
  expect(error.headers['www-authenticate']).toContain('Bearer');
});

test('a changed payload, a changed algorithm and another scheme are rejected', () => {
  const [header, , signature] = signJwt(user, keys.jwtSecret).split('.');
  const payload = Buffer.from(JSON.stringify({ ...user, role: 'service_role' })).toString('base64url');
  expect(errorOf(bearer(`${header}.${payload}.${signature}`)).status).toBe(401);
  const other = Buffer.from(JSON.stringify({ alg: 'HS512' })).toString('base64url');
  const mac = createHmac('sha512', keys.jwtSecret).update(`${other}.${payload}`).digest('base64url');
  expect(errorOf(bearer(`${other}.${payload}.${mac}`)).status).toBe(401);
  expect(errorOf({ apikey: keys.publishableKey, authorization: 'Basic YTpi' }).status).toBe(401);
});

test('an expired bearer is reported as expired', () => {
  const error = errorOf(bearer(signJwt({ ...user, exp: nowS - 1 }, keys.jwtSecret)));
  expect(error).toMatchObject({ status: 401, code: 'PGRST303', message: 'JWT expired' });
});

test('jose verifies our tokens, and we verify those of jose', async () => {
  const secret = new TextEncoder().encode(keys.jwtSecret);
  const ours = await jwtVerify(signJwt(user, keys.jwtSecret), secret, { algorithms: ['HS256'] });
  expect(ours.payload).toEqual(user);
  const theirs = await new SignJWT(user).setProtectedHeader({ alg: 'HS256' }).sign(secret);
  expect(resolve(bearer(theirs)).claims).toEqual(user);
});
