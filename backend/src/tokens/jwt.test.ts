import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT, createLocalJWKSet, importJWK, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { generateKeys } from './keys.ts';
import { signJwt, signAccessToken, verifyJwt } from './jwt.ts';
import { publicJwks, addNewSigningKey } from './signing-keys.ts';

const keys = { ...generateKeys(), signingKeys: addNewSigningKey([]) };
const [key] = keys.signingKeys;
const claims = { sub: '0b1e6c1c-7f0e-4b2f-9a54-2d7a1c1b9a11', role: 'authenticated', exp: 4_000_000_000 };
const token = signAccessToken(claims, keys);

const numbers = Array.from({ length: 300 }, (_, n) => n);

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

test('P-166 a key signs ES256 tokens that jose and this server verify, cached or not', async () => {
  for (let i = 0; i < 2; i++) expect(verifyJwt(token, keys)).toEqual({ ok: true, claims });
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(publicJwks(keys.signingKeys)), {
    algorithms: ['ES256'],
  }); // prettier-ignore
  expect(payload).toEqual(claims);
  expect(protectedHeader.kid).toBe(key?.kid);
  const theirs = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: key?.kid ?? '' })
    .sign(await importJWK(key?.privateJwk as never, 'ES256'));
  expect(verifyJwt(theirs, keys).ok).toBe(true);
});

test('P-166 RSA keys sign and verify RS256, and no key verifies another algorithm', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsa = { kid: 'rsa', privateJwk: privateKey.export({ format: 'jwk' }), createdAt: '' };
  const both = { ...keys, signingKeys: [rsa, ...keys.signingKeys] };
  const signed = signAccessToken(claims, both);
  for (let i = 0; i < 2; i++) expect(verifyJwt(signed, both)).toEqual({ ok: true, claims });
  const set = publicJwks(both.signingKeys);
  expect(JSON.stringify(set)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  const theirs = await jwtVerify(signed, createLocalJWKSet(set), { algorithms: ['RS256'] });
  expect(theirs.payload).toEqual(claims);
  const [, payload, signature] = signed.split('.');
  for (const header of [
    { alg: 'ES256', kid: 'rsa' },
    { alg: 'RS256', kid: key?.kid },
    { alg: 'HS256', kid: 'rsa' },
  ]) {
    expect(verifyJwt(`${encode(header)}.${payload}.${signature}`, both).ok).toBe(false);
  }
});

test('P-166 the key set contains no private member', () => {
  expect(JSON.stringify(publicJwks(keys.signingKeys))).not.toContain(key?.privateJwk.d);
});

test('after a rotation the newest key signs, and older ones verify until their tokens have expired', () => {
  const rotated = { ...keys, signingKeys: addNewSigningKey(keys.signingKeys) };
  expect(rotated.signingKeys).toHaveLength(2);
  expect(verifyJwt(token, rotated).ok).toBe(true);
  const newer = signAccessToken(claims, rotated);
  expect(verifyJwt(newer, rotated).ok).toBe(true);
  expect(verifyJwt(newer, keys)).toMatchObject({ ok: false, reason: 'signature' });
  const later = addNewSigningKey(rotated.signingKeys, new Date(Date.now() + 9 * 86_400_000));
  expect(later.map(({ kid }) => kid)).not.toContain(key?.kid);
  expect(verifyJwt(signJwt(claims, keys.jwtSecret), rotated).ok).toBe(true);
});

test('a header of thousands of characters is not parsed before its signature is verified', () => {
  const header = encode({
    alg: 'HS256',
    typ: 'JWT',
    ...Object.fromEntries(numbers.map((n) => [`k${n}`, {}])),
  });
  const content = `${header}.${encode(claims)}`;
  const mac = createHmac('sha256', keys.jwtSecret).update(content).digest('base64url');
  expect(verifyJwt(`${content}.${mac}`, keys)).toMatchObject({ ok: false, reason: 'malformed' });
});

test('an expired ES256 token is rejected although its signature is cached', () => {
  const short = signAccessToken({ ...claims, exp: 1000 }, keys);
  expect(verifyJwt(short, keys, 999_000).ok).toBe(true);
  expect(verifyJwt(short, keys, 1_000_000)).toMatchObject({ ok: false, reason: 'expired' });
});

test.each([
  ['the public key as an HMAC secret', publicKeyMac('pem')],
  ['the public JWK as an HMAC secret', publicKeyMac('jwk')],
  ['an unknown kid', forge({ alg: 'ES256', kid: 'other' })],
  ['no kid', forge({ alg: 'ES256' })],
  ['a kid that is a path', forge({ alg: 'ES256', kid: '../../../../dev/null' })],
  ['a kid that is no text', forge({ alg: 'ES256', kid: [key?.kid] })],
  ['a key of its own', forge({ alg: 'ES256', kid: key?.kid, jwk: publicJwks(keys.signingKeys).keys[0] })],
  ['alg none with our kid', `${encode({ alg: 'none', kid: key?.kid })}.${encode(claims)}.`],
  ['alg None and a signature', forge({ alg: 'None', kid: key?.kid })],
  ['another curve', forge({ alg: 'ES384', kid: key?.kid })],
  ['RS256 and a key for ES256', forge({ alg: 'RS256', kid: key?.kid })],
  ['critical extensions', forge({ alg: 'ES256', kid: key?.kid, crit: ['b64'], b64: false })],
  ['an empty signature', `${token.split('.').slice(0, 2).join('.')}.`],
  ['a signature of zeros', `${token.split('.').slice(0, 2).join('.')}.${Buffer.alloc(64).toString('base64url')}`],
  ['a changed payload', token.replace(/\.[^.]+\./, `.${encode({ ...claims, role: 'service_role' })}.`)],
  ['HS256 with a signature of ES256', token.replace(/^[^.]+/, encode({ alg: 'HS256', kid: key?.kid }))],
])('a token with %s is rejected', (_what, forged) => {
  expect(verifyJwt(forged, keys).ok).toBe(false);
}); // prettier-ignore

function publicKeyMac(format: 'pem' | 'jwk'): string {
  const publicKey = createPublicKey({ key: key?.privateJwk ?? {}, format: 'jwk' });
  const secret =
    format === 'pem'
      ? publicKey.export({ type: 'spki', format: 'pem' })
      : JSON.stringify(publicKey.export({ format: 'jwk' }));
  const content = `${encode({ alg: 'HS256', typ: 'JWT', kid: key?.kid })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** A valid signature with a header that it was not made for. */
function forge(header: object): string {
  return token.replace(/^[^.]+/, encode(header));
}
