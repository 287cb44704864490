// JSON Web Tokens, signed or verified on every data request, so with node:crypto, which is six times faster than jose.
// Each key has one algorithm and `kid` is looked up among the server's keys: a header can neither use a public key as a
// secret (algorithm confusion) nor supply its own key.
import { createHmac, timingSafeEqual, verify, sign } from 'node:crypto';
import { type JwtKeys, acceptedSecrets } from './keys.ts';
import { algorithmOf, type SigningKey, importSigningKey } from './signing-keys.ts';

export type JwtClaims = Record<string, unknown>;

export type JwtVerification =
  | { ok: true; claims: JwtClaims }
  | {
      ok: false;
      reason: 'malformed' | 'algorithm' | 'signature' | 'expired' | 'not-yet-valid';
      message: string;
    };

/** Our own headers have about a hundred characters. */
const maxHeaderLength = 2_048;

const algorithms = new Set(['HS256', 'ES256', 'RS256']);

/** For `nbf`: an issuer's clock may be ahead. */
const maxClockSkewS = 30;

/** Checks format, algorithm and signature, then `exp` and `nbf` (seconds) if present. Never throws. */
export function verifyJwt(token: string, keys: JwtKeys, nowMs: number = Date.now()): JwtVerification {
  const [header, payload, signature, extra] = token.split('.');
  if (!header || !payload || !signature || extra !== undefined) {
    return invalid('malformed', 'token contains an invalid number of segments');
  }
  // The signature is not checked yet, so the length is limited before the header is parsed.
  const parsedHeader = header.length > maxHeaderLength ? undefined : decodeObject(header);
  if (!parsedHeader) return invalid('malformed', 'token is malformed: could not JSON decode header');
  const { alg, kid, crit } = parsedHeader;
  if (typeof alg !== 'string' || !algorithms.has(alg) || crit !== undefined) {
    return invalid('algorithm', 'signing method is invalid');
  }
  const signed =
    alg === 'HS256'
      ? acceptedSecrets(keys, 'JWT_SECRET', nowMs).some((secret) =>
          hasMac(`${header}.${payload}`, signature, secret),
        )
      : hasKeySignature(token, alg, kid, keys);
  if (!signed) return invalid('signature', 'signature is invalid');
  const claims = decodeObject(payload);
  if (!claims) return invalid('malformed', 'token is malformed: could not JSON decode claim');
  return checkTimes(claims, nowMs / 1000);
}

function hasMac(content: string, signature: string, secret: string): boolean {
  // A signature made with the empty secret must not verify.
  if (secret === '') return false;
  const given = Buffer.from(signature, 'base64url');
  const expected = createHmac('sha256', secret).update(content).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function hasKeySignature(token: string, alg: string, kid: unknown, keys: JwtKeys): boolean {
  const key = keys.signingKeys?.find((known) => known.kid === kid);
  return key !== undefined && algorithmOf(key) === alg && verifySignature(key, token);
}

function checkTimes(claims: JwtClaims, nowS: number): JwtVerification {
  const { exp, nbf } = claims;
  if (exp !== undefined && typeof exp !== 'number')
    return invalid('malformed', 'the exp claim must be a number');
  if (nbf !== undefined && typeof nbf !== 'number')
    return invalid('malformed', 'the nbf claim must be a number');
  if (exp !== undefined && exp <= nowS) return invalid('expired', 'token is expired');
  if (nbf !== undefined && nbf > nowS + maxClockSkewS)
    return invalid('not-yet-valid', 'token is not valid yet');
  return { ok: true, claims };
}

function invalid(reason: Exclude<JwtVerification, { ok: true }>['reason'], message: string): JwtVerification {
  return { ok: false, reason, message };
}

function decodeObject(part: string): JwtClaims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JwtClaims)
      : undefined;
  } catch {
    return undefined;
  }
}

const maxCachedTokens = 1_000;
const maxCachedLength = 4_096;

/**
 * Tokens whose signature was verified: verifying takes much longer than an HMAC, and a client sends one token for an
 * hour. The caller checks `exp` every time.
 */
const verifiedTokens = new WeakMap<SigningKey, Set<string>>();

function verifySignature(key: SigningKey, token: string): boolean {
  let cached = verifiedTokens.get(key);
  if (!cached) verifiedTokens.set(key, (cached = new Set()));
  if (cached.has(token)) return true;
  const dot = token.lastIndexOf('.');
  const content = Buffer.from(token.slice(0, dot));
  const signature = Buffer.from(token.slice(dot + 1), 'base64url');
  // P1363, as signWithKey makes it; RSA ignores this.
  const publicKey = { key: importSigningKey(key).publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', content, publicKey, signature)) return false;
  if (token.length <= maxCachedLength) {
    // A Set keeps insertion order, so the first is the oldest.
    if (cached.size >= maxCachedTokens) cached.delete(cached.values().next().value ?? '');
    cached.add(token);
  }
  return true;
}

const hs256Header = encode({ alg: 'HS256', typ: 'JWT' });

export function signAccessToken(claims: Record<string, unknown>, keys: JwtKeys): string {
  const key = keys.signingKeys?.[0];
  return key ? signWithKey(claims, key) : signJwt(claims, keys.jwtSecret);
}

/** HS256. `exp` and `iat` (seconds) are not added. */
export function signJwt(claims: Record<string, unknown>, secret: string): string {
  const content = `${hs256Header}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

function signWithKey(claims: Record<string, unknown>, key: SigningKey): string {
  const content = `${encode({ alg: algorithmOf(key), kid: key.kid, typ: 'JWT' })}.${encode(claims)}`;
  const { privateKey } = importSigningKey(key);
  // JWS requires an EC signature as r||s (P1363) instead of DER; RSA ignores this.
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

function encode(value: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
