import { signToken } from '../../tokens/sign-jwt.ts';
import type { AuthDeps } from '../deps.ts';
import { userJson } from '../users/user-json.ts';
import type { UserRow } from '../users/user-row.ts';

/** One proof of identity of a session; `timestamp` in seconds. */
export interface Proof {
  method: string;
  timestamp: number;
}

/** What an access token says of its session. */
export interface SessionFacts {
  sessionId: string;
  aal: string;
  /** Newest first. */
  amr: Proof[];
  refreshToken: string;
}

/** The session as clients keep it (protocol: "Session JSON"), with a freshly signed access token. */
export function sessionJson(user: UserRow, session: SessionFacts, deps: AuthDeps): Record<string, unknown> {
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
    access_token: signToken(claims, deps.keys),
    token_type: 'bearer',
    expires_in: deps.config.jwt_expiry,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: userJson(user),
  };
}
