import { z } from 'zod';
import { authError } from '../http/errors.ts';
import type { AuthDeps } from '../deps.ts';
import { callHook } from './call-hook.ts';

type Claims = Record<string, unknown>;

/** What GoTrue requires of the claims that a hook returns. */
const claimsSchema = z.looseObject({
  iss: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.int(),
  iat: z.int(),
  nbf: z.int().optional(),
  jti: z.string().optional(),
  sub: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  aal: z.string(),
  session_id: z.string(),
  app_metadata: z.record(z.string(), z.unknown()).optional(),
  user_metadata: z.record(z.string(), z.unknown()).optional(),
  amr: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])).optional(),
});

/** Throws what the hook rejected; unchanged claims where it is off. */
export async function applyClaimsHook(claims: Claims, method: string, deps: AuthDeps): Promise<Claims> {
  if (!deps.config.hook.custom_access_token.enabled) return claims;
  const input = { user_id: claims['sub'], claims, authentication_method: method };
  const output = await callHook('custom_access_token', input, deps);
  const result = claimsSchema.safeParse(output['claims']);
  if (result.success) return result.data;
  const path = ['claims', ...(result.error.issues[0]?.path ?? [])].join('.');
  throw authError(
    500,
    'unexpected_failure',
    `The hook custom_access_token gave an output without a right ${path}`,
  );
}
