// Sends plain requests, for what supabase-js hides or would not send.
import type { WireServer } from '../server.ts';

export interface AuthResponse {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface AuthRequest {
  method?: string;
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  bearer?: string;
  /** The address of the client, if it is not this machine. */
  from?: string;
  headers?: Record<string, string>;
}

/** The migrations of a project whose trigger rejects new accounts while public.gate is closed. */
export const gateSql = (message: string, unless = 'false') => `
  create table public.gate (closed bool not null);
  insert into public.gate values (false);
  create function public.check_gate() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    if (select closed from public.gate) and not (${unless}) then raise exception '${message}'; end if;
    return new;
  end $$;
  create trigger check_gate before insert on auth.users for each row execute function public.check_gate();`;

/** Part of a response that rejects a request. */
export function rejection(status: number, code: string) {
  return { status, body: { code } };
}

const apiVersion = { 'x-supabase-api-version': '2024-01-01' };

/** Uses the publishable key, and POST unless another method is given. */
export async function callAuth(
  server: WireServer,
  path: string,
  options: AuthRequest = {},
): Promise<AuthResponse> {
  const { method = 'POST', bearer, from, headers } = options;
  const body = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
  const request = new Request(`${server.url}/auth/v1${path}`, {
    method,
    body,
    redirect: 'manual',
    headers: {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      ...apiVersion,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...headers,
    },
  });
  const response = await (from === undefined
    ? fetch(request)
    : server.backend!.fetch(request, { address: from }));
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
}

let count = 0;

export function freshEmail(): string {
  count += 1;
  return `person-${count}-${Math.random().toString(36).slice(2, 8)}@example.com`;
}

export const testPassword = 'correct horse battery';

export interface Account {
  id: string;
  email: string;
  accessToken: string;
  refreshToken: string;
}

export async function makeAccount(server: WireServer, data: Record<string, unknown> = {}): Promise<Account> {
  const email = freshEmail();
  const { status, body } = await callAuth(server, '/signup', {
    body: { email, password: testPassword, data },
  });
  if (status !== 200) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`);
  return { ...tokensOf(body), id: (body['user'] as { id: string }).id, email };
}

export function tokensOf(session: Record<string, unknown>): { accessToken: string; refreshToken: string } {
  return { accessToken: String(session['access_token']), refreshToken: String(session['refresh_token']) };
}

export function logIn(
  server: WireServer,
  email: string,
  password = testPassword,
  from?: string,
): Promise<AuthResponse> {
  const options = from === undefined ? {} : { from };
  return callAuth(server, '/token?grant_type=password', { body: { email, password }, ...options });
}

export async function signIn(
  server: WireServer,
  email: string,
): Promise<{ accessToken: string; refreshToken: string }> {
  return tokensOf((await logIn(server, email)).body);
}

export function getUser(server: WireServer, bearer: string): Promise<AuthResponse> {
  return callAuth(server, '/user', { method: 'GET', bearer });
}

export function refresh(server: WireServer, refreshToken: string): Promise<AuthResponse> {
  return callAuth(server, '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } });
}
