import { createHmac } from 'node:crypto';

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** Signs claims as an HS256 token. The claims are taken as they are: `exp` and `iat` are seconds and the caller's to set. */
export function signJwt(claims: Record<string, unknown>, secret: string): string {
  const content = `${HEADER}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

function encode(value: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
