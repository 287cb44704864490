import { createHmac } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { BackendError } from '../errors/backend-error.ts';
import { generateKeys } from './keys.ts';
import { resolveCaller } from './resolve-caller.ts';
import { signJwt } from './sign-jwt.ts';

const keys = generateKeys();
const nowS = Math.floor(Date.now() / 1000);
const user = { sub: '0b1e6c1c-7f0e-4b2f-9a54-2d7a1c1b9a11', role: 'authenticated', exp: nowS + 60 };

function ask(headers: Record<string, string>, query = ''): ReturnType<typeof resolveCaller> {
  return resolveCaller(new Request(`http://localhost/rest/v1/things${query}`, { headers }), keys);
}

function refusalOf(headers: Record<string, string>, query = ''): BackendError {
  try {
    ask(headers, query);
  } catch (error) {
    if (error instanceof BackendError) return error;
    throw error;
  }
  throw new Error('the request was not refused');
}

function bearer(token: string): Record<string, string> {
  return { apikey: keys.publishableKey, authorization: `Bearer ${token}` };
}

test('an opaque key gives its role, as header, as url parameter and as a bearer', () => {
  expect(ask({ apikey: keys.publishableKey }).role).toBe('anon');
  expect(ask({ apikey: keys.secretKey }).role).toBe('service_role');
  expect(ask({}, `?apikey=${keys.publishableKey}`).role).toBe('anon');
  expect(ask(bearer(keys.publishableKey)).role).toBe('anon');
  expect(ask(bearer(keys.secretKey)).role).toBe('service_role');
  expect(ask({ authorization: `Bearer ${keys.secretKey}` }).role).toBe('service_role');
});

test('a legacy key is a token of ours with a key role and no user', () => {
  const legacy = signJwt({ role: 'service_role', iss: 'supabase', exp: nowS + 60 }, keys.jwtSecret);
  expect(ask({ apikey: legacy, authorization: `Bearer ${legacy}` }).role).toBe('service_role');
  expect(ask({ authorization: `Bearer ${legacy}` }).role).toBe('service_role');
  const expired = signJwt({ role: 'anon', exp: nowS - 1 }, keys.jwtSecret);
  expect(refusalOf({ apikey: expired }).message).toBe('Invalid API key');
  const foreign = signJwt({ role: 'service_role', exp: nowS + 60 }, 'another secret');
  expect(refusalOf({ apikey: foreign }).status).toBe(401);
});

test('an access token decides over the key and its claims arrive whole', () => {
  const token = signJwt({ ...user, session_id: 's' }, keys.jwtSecret);
  expect(ask(bearer(token))).toEqual({ role: 'authenticated', claims: { ...user, session_id: 's' } });
  expect(ask({ ...bearer(token), apikey: keys.secretKey }).role).toBe('authenticated');
});

test('no key, an unknown key and a user token as the key are refused', () => {
  expect(refusalOf({}).message).toBe('No API key found in request');
  expect(refusalOf({ apikey: 'sb_publishable_wrong' }).message).toBe('Invalid API key');
  const token = signJwt(user, keys.jwtSecret);
  expect(refusalOf({ apikey: token }).message).toBe('Invalid API key');
  expect(refusalOf({ authorization: `Bearer ${token}` }).message).toBe('No API key found in request');
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
])('a bearer with %s is refused, never served as anonymous', (_what, token) => {
  const refused = refusalOf(bearer(token));
  expect(refused.status).toBe(401);
  expect(refused.code).toMatch(/^PGRST30[13]$/);
  expect(refused.headers['www-authenticate']).toContain('Bearer');
});

test('a changed payload, a changed algorithm and another scheme are refused', () => {
  const [header, , signature] = signJwt(user, keys.jwtSecret).split('.');
  const payload = Buffer.from(JSON.stringify({ ...user, role: 'service_role' })).toString('base64url');
  expect(refusalOf(bearer(`${header}.${payload}.${signature}`)).status).toBe(401);
  const other = Buffer.from(JSON.stringify({ alg: 'HS512' })).toString('base64url');
  const mac = createHmac('sha512', keys.jwtSecret).update(`${other}.${payload}`).digest('base64url');
  expect(refusalOf(bearer(`${other}.${payload}.${mac}`)).status).toBe(401);
  expect(refusalOf({ apikey: keys.publishableKey, authorization: 'Basic YTpi' }).status).toBe(401);
});

test('an expired bearer says so', () => {
  const refused = refusalOf(bearer(signJwt({ ...user, exp: nowS - 1 }, keys.jwtSecret)));
  expect(refused).toMatchObject({ status: 401, code: 'PGRST303', message: 'JWT expired' });
});

test('our tokens and those of jose are the same', async () => {
  const secret = new TextEncoder().encode(keys.jwtSecret);
  const ours = await jwtVerify(signJwt(user, keys.jwtSecret), secret, { algorithms: ['HS256'] });
  expect(ours.payload).toEqual(user);
  const theirs = await new SignJWT(user).setProtectedHeader({ alg: 'HS256' }).sign(secret);
  expect(ask(bearer(theirs)).claims).toEqual(user);
});
