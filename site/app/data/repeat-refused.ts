// Retries a backend request once with a refreshed token after an expired one was refused.
import type { SupabaseClient } from '@supabase/supabase-js';

export type SessionAuth = Pick<SupabaseClient['auth'], 'getSession' | 'refreshSession'>;

export interface ClockDoubt {
  /** When a fresh token was refused, by the clock of this page, which no one sets; undefined once one is accepted. */
  refusedAt: number | undefined;
}

/** As REST, auth and storage name it. */
const expired = /\b(?:JWT|token is|token has) expired\b/i;
/** The site's own routes respond with 401 alone. */
const backendPath = /\/(?:rest|auth|storage|functions)\/v1\//;
/** Between refreshes whose tokens are refused as well. */
const pauseMs = 60_000;

interface Call {
  url: string;
  init: RequestInit | undefined;
  auth: SessionAuth;
  send: typeof fetch;
  doubt: ClockDoubt;
}

async function isForExpiredToken(url: string, response: Response): Promise<boolean> {
  if (response.status === 401 && !backendPath.test(url)) return true;
  return [400, 401, 403].includes(response.status) && expired.test(await response.clone().text());
}

function withToken(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** The token that replaces one that was refused: the refresh of another call, or a new one. */
async function tokenAfter(refused: string, { auth, doubt }: Call): Promise<string | null> {
  const { data } = await auth.getSession();
  if (data.session && data.session.access_token !== refused) return data.session.access_token;
  const { refusedAt } = doubt;
  if (refusedAt !== undefined && performance.now() - refusedAt < pauseMs) return null;
  const refreshed = await auth.refreshSession();
  return refreshed.data.session?.access_token ?? null;
}

/** Repeats a call once whose token has expired, with a fresh one; what was refused for another reason stays. */
export async function retryWithFreshToken(response: Response, call: Call): Promise<Response> {
  const { url, init, send, doubt } = call;
  const token = /^Bearer (.+)$/i.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1];
  if (!token || !(await isForExpiredToken(url, response))) return response;
  const fresh = await tokenAfter(token, call);
  if (fresh === null) return response;
  const second = await send(url, withToken(init, fresh));
  doubt.refusedAt = (await isForExpiredToken(url, second)) ? performance.now() : undefined;
  return second;
}
