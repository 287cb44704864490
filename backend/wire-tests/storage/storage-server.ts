import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect } from 'vitest';
import { type Account, makeAccount } from '../auth/requests.ts';
import { type WireServer, type WireServerOptions, startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

/** In the bucket `files`, users own the folder that is named by their id; `pictures` is public, `vault` private. */
const migrationsSql = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('files', 'files', false, null, null),
    ('pictures', 'pictures', true, 300000, array['image/*']),
    ('vault', 'vault', false, null, null);
  create policy "own folder" on storage.objects for all to authenticated
    using (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid()::text))
    with check (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid()::text));
  create policy "anyone drops" on storage.objects for insert to anon
    with check (bucket_id = 'files' and (storage.foldername(name))[1] = 'drop' and storage.extension(name) = 'txt');
  create policy "listed, not read" on storage.objects for select to anon
    using (bucket_id = 'vault' and name = 'listed.txt' and storage.allow_only_operation('object.list'));
`;

export function startStorageServer(options: WireServerOptions = {}): Promise<WireServer> {
  return startWireServer({ migrationsSql, ...options });
}

export interface TestUser extends Account {
  client: SupabaseClient;
}

export async function signUpUser(server: WireServer): Promise<TestUser> {
  const account = await makeAccount(server);
  const client = server.client();
  await client.auth.setSession({ access_token: account.accessToken, refresh_token: account.refreshToken });
  return { ...account, client };
}

export interface StorageRequest {
  method?: string;
  body?: NonNullable<RequestInit['body']> | null;
  json?: unknown;
  bearer?: string;
  headers?: Record<string, string>;
  bare?: boolean;
}

/** With the publishable key unless `bare`. */
export function sendStorage(
  server: WireServer,
  path: string,
  options: StorageRequest = {},
): Promise<Response> {
  const { method = 'GET', bearer, headers, json, bare } = options;
  const body = json === undefined ? (options.body ?? null) : JSON.stringify(json);
  return fetch(`${server.url}/storage/v1${path}`, {
    method,
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    headers: {
      ...(bare ? {} : { apikey: server.publishableKey }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...headers,
    },
  });
}

/** Starts the server for the tests of the calling file, with a secret file in the vault. */
export function setUpVault() {
  const server = setUp(startStorageServer);
  beforeAll(async () => {
    const admin = server.client(server.secretKey).storage;
    await admin.from('vault').upload('secret.txt', 'secret', { contentType: 'text/plain' });
  });
  async function errorBody(path: string, options: StorageRequest = {}): Promise<Record<string, string>> {
    const response = await sendStorage(server, path, options);
    expect(response.status, path).toBeLessThan(500);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.ok, path).toBe(false);
    return (await response.json()) as Record<string, string>;
  }
  return { server, errorBody };
}
