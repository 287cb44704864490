import type { Keys } from '../tokens/keys.ts';
import { readBearer } from '../tokens/read-bearer.ts';
import { opaqueKeyRole } from '../tokens/resolve-key.ts';
import { verifyJwt } from '../tokens/verify-jwt.ts';
import { unauthorized } from './errors.ts';

/** Throws 401 unless the bearer is a key or a token of this server. The function checks what it may do. */
export function verifyCaller(request: Request, keys: Keys): void {
  const bearer = bearerOf(request);
  if (bearer === undefined) throw unauthorized('Missing authorization header');
  if (opaqueKeyRole(bearer, keys) !== undefined) return;
  if (!verifyJwt(bearer, keys).ok) throw unauthorized('Invalid JWT');
}

function bearerOf(request: Request): string | undefined {
  try {
    return readBearer(request);
  } catch {
    throw unauthorized("Auth header is not 'Bearer {token}'");
  }
}
