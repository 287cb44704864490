import {
  createClient,
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { signJwt } from '../../src/tokens/jwt.ts';
import type { WireServer } from '../server.ts';

export const realtimeSql = `
  create table public.notes (
    id bigint generated always as identity primary key,
    owner text not null,
    body text not null,
    stars int not null default 0,
    secret text,
    tags text[] not null default '{}',
    data json,
    at timestamptz not null default '2026-01-02T03:04:05Z'
  );
  alter table public.notes enable row level security;
  create policy own_or_shared on public.notes for select to authenticated
    using (owner in (auth.jwt() ->> 'name', 'everyone'));
  revoke all on public.notes from anon, authenticated;
  grant select (id, owner, body, stars, tags, at) on public.notes to authenticated;
  create extension citext with schema extensions;
  create table public.plain (id uuid primary key default gen_random_uuid(), body text, name extensions.citext);
  create table public.whole (id int primary key, body text);
  alter table public.whole replica identity full;
  create table public.quiet (id int primary key);
  alter publication supabase_realtime add table public.notes, public.plain, public.whole;
  create policy members_hear on realtime.messages for select to authenticated
    using (realtime.topic() = 'club' and auth.jwt() ->> 'name' in ('ann', 'bob'));
  create policy ann_speaks on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'club' and auth.jwt() ->> 'name' = 'ann');
`;

export function tokenOf(server: WireServer, name: string, expiresInS = 600): string {
  const nowS = Math.floor(Date.now() / 1000);
  const sub = `00000000-0000-4000-8000-${Buffer.from(name.padEnd(6)).toString('hex')}`;
  return signJwt({ sub, name, role: 'authenticated', iat: nowS, exp: nowS + expiresInS }, server.jwtSecret);
}

/** `realtime.setAuth()` calls the function again. */
export async function clientOf(server: WireServer, token: string | (() => string)): Promise<SupabaseClient> {
  const accessToken = (): Promise<string> => Promise.resolve(typeof token === 'string' ? token : token());
  const client = createClient(server.url, server.publishableKey, { accessToken });
  await client.realtime.setAuth();
  return client;
}

export function join(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}

export function collect<T = Record<string, unknown>>(
  channel: RealtimeChannel,
  kind: 'broadcast' | 'presence' | 'postgres_changes' | 'system',
  filter: Record<string, unknown>,
): T[] {
  const received: T[] = [];
  (channel.on as (kind: string, filter: object, callback: (payload: T) => void) => unknown).call(
    channel,
    kind,
    filter,
    (payload) => received.push(payload),
  );
  return received;
}
