// Retries a backend request once with a refreshed token after an expired one was refused.
import type { SupabaseClient } from '@supabase/supabase-js';

export type SessionClient = Pick<SupabaseClient['auth'], 'getSession' | 'refreshSession'>;

export interface TokenRejection {
  /**
   * When a fresh token was refused, by the monotonic clock of this page; undefined once a fresh token was accepted.
   */
  refusedAt: number | undefined;
}

/** The messages of REST, auth and storage for an expired token. */
const expired = /\b(?:JWT|token is|token has) expired\b/i;
/**
 * URLs of the backend. A route of the site returns only the status 401 for an expired token, without such a message.
 */
const backendPath = /\/(?:rest|auth|storage|functions)\/v1\//;
/** Minimum time between refreshes if the new tokens are refused as well. */
const pauseMs = 60_000;

interface Call {
  url: string;
  init: RequestInit | undefined;
  auth: SessionClient;
  send: typeof fetch;
  doubt: TokenRejection;
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

/** A token that replaces the refused one: from a refresh that another call started, else from a new one. */
async function tokenAfter(refused: string, { auth, doubt }: Call): Promise<string | null> {
  const { data } = await auth.getSession();
  if (data.session && data.session.access_token !== refused) return data.session.access_token;
  const { refusedAt } = doubt;
  if (refusedAt !== undefined && performance.now() - refusedAt < pauseMs) return null;
  const refreshed = await auth.refreshSession();
  return refreshed.data.session?.access_token ?? null;
}

/** Repeats a call once with a fresh token if its token has expired; other refused calls are not repeated. */
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
