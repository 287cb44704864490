// Renders the session response: signed access token, refresh token, amr, the claims hook.
import { signAccessToken } from '../../tokens/jwt.ts';
import type { AuthDeps } from '../deps.ts';
import { userJson } from '../accounts/user-json.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { z } from 'zod';
import { authError } from '../http/errors.ts';
import { callHook } from '../hooks/call-hook.ts';

/** An entry of `amr`; `timestamp` in seconds. */
export interface AmrEntry {
  method: string;
  timestamp: number;
}

export interface IssuedSession {
  sessionId: string;
  aal: string;
  /** Newest first. */
  amr: AmrEntry[];
  refreshToken: string;
  /** An authentication method, or "token_refresh". */
  method: string;
  /** Whether the session was created for this token; it is deleted if the hook rejects. */
  isNew: boolean;
}

export interface SessionWithUser {
  user: UserRow;
  session: IssuedSession;
}

/**
 * Call it after the commit: the hook may take seconds and use the database. If it rejects, a new session is deleted.
 */
export async function createSessionJson(
  { user, session }: SessionWithUser,
  deps: AuthDeps,
): Promise<Record<string, unknown>> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + deps.config.jwt_expiry;
  const claims = {
    iss: `${deps.publicUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud || 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role || 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.sessionId,
    is_anonymous: user.is_anonymous,
  };
  return {
    access_token: signAccessToken(await addCustomClaims(claims, session, deps), deps.keys),
    token_type: 'bearer',
    expires_in: deps.config.jwt_expiry,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: userJson(user),
  };
}

async function addCustomClaims(
  claims: Record<string, unknown>,
  session: IssuedSession,
  deps: AuthDeps,
): Promise<Record<string, unknown>> {
  try {
    return await applyClaimsHook(claims, session.method, deps);
  } catch (error) {
    if (session.isNew) await deps.pool.query('delete from auth.sessions where id = $1', [session.sessionId]);
    throw error;
  }
}

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

/** Throws the hook's rejection. If the hook is off, returns the claims unchanged. */
async function applyClaimsHook(claims: Claims, method: string, deps: AuthDeps): Promise<Claims> {
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
