import { randomBytes } from 'node:crypto';

/** What a server needs to recognise its callers: the HS256 secret and the two opaque API keys. */
export interface Keys {
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
}

/** Makes a fresh set of keys. The JWT secret has 384 random bits, each opaque key 192. */
export function makeKeys(): Keys {
  return {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  };
}
