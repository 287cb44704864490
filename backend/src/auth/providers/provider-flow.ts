// Stores an OAuth flow from the redirect to the callback: state, nonce, PKCE verifier, browser cookie.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../database/database-client.ts';
import { hashToken } from '../sessions/token-secrets.ts';
import type { OAuthFlowSecrets } from './oauth-client.ts';

/** Lifetime of a flow, from the redirect to the callback. */
const ttlS = 600;

export interface ProviderFlow {
  provider: string;
  nonce: string;
  code_verifier: string;
  redirect_to: string;
  flow_state_id: string | null;
  linking_user_id: string | null;
}

export interface NewProviderFlow {
  provider: string;
  secrets: OAuthFlowSecrets;
  redirectTo: string;
  flowStateId: string | undefined;
  linkingUserId: string | undefined;
}

/** One for each flow, so that two tabs do not overwrite each other's. */
function cookieName(state: string, publicUrl: string): string {
  // Browsers accept this prefix only over https, so no one can set the cookie over http.
  const prefix = publicUrl.startsWith('https:') ? '__Secure-' : '';
  return `${prefix}oauth-flow-${hashToken(state).slice(0, 16)}`;
}

/** `setCookie` binds the flow to the browser. Deletes expired flows. */
export async function createProviderFlow(
  db: Queryable,
  flow: NewProviderFlow,
  publicUrl: string,
): Promise<{ setCookie: string }> {
  const { provider, secrets, redirectTo, flowStateId, linkingUserId } = flow;
  const browserSecret = randomBytes(32).toString('base64url');
  await db.query(
    `with old as (delete from auth.provider_flows where created_at < now() - interval '${ttlS} s')
     insert into auth.provider_flows
       (state_hash, binding_hash, provider, nonce, code_verifier, redirect_to, flow_state_id, linking_user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      hashToken(secrets.state), hashToken(browserSecret), provider, secrets.nonce, secrets.codeVerifier, redirectTo,
      flowStateId ?? null, linkingUserId ?? null,
    ],
  ); // prettier-ignore
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=/auth/v1/callback; Max-Age=${ttlS}; HttpOnly; SameSite=Lax${secure}`;
  return { setCookie: `${cookieName(secrets.state, publicUrl)}=${browserSecret}; ${attributes}` };
}

/**
 * Undefined if the flow is unknown, used, expired or from another browser: a victim lured to the end of an attacker's
 * flow would be signed in to, or linked with, the attacker's account. PKCE needs no cookie: its code is useless without
 * the verifier.
 */
export async function consumeProviderFlow(
  db: Queryable,
  state: string,
  request: Request,
  publicUrl: string,
): Promise<ProviderFlow | undefined> {
  const { rows } = await db.query<ProviderFlow & { binding_hash: string }>(
    `delete from auth.provider_flows
     where state_hash = $1 and created_at > clock_timestamp() - interval '${ttlS} s'
     returning binding_hash, provider, nonce, code_verifier, redirect_to, flow_state_id, linking_user_id`,
    [hashToken(state)],
  );
  const flow = rows[0];
  if (!flow) return undefined;
  const needsCookie = flow.flow_state_id === null || flow.linking_user_id !== null;
  return needsCookie && !hasFlowCookie(request, cookieName(state, publicUrl), flow.binding_hash)
    ? undefined
    : flow;
}

function hasFlowCookie(request: Request, cookie: string, expected: string): boolean {
  const name = `${cookie}=`;
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const value = cookies.find((pair) => pair.startsWith(name))?.slice(name.length) ?? '';
  return timingSafeEqual(Buffer.from(hashToken(value)), Buffer.from(expected));
}
