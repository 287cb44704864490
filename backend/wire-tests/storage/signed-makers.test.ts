// Tests that an upload URL permits what its creator may do when it is used, in every way in which rights can end.
import { expect, test } from 'vitest';
import { startWireServer } from '../server.ts';
import { type TestUser, sendStorage, signUpUser } from './storage-server.ts';
import { setUp } from '../set-up.ts';

const migrationsSql = `
  create table public.members (user_id uuid primary key);
  create function public.is_member() returns boolean language sql stable security definer set search_path = ''
    as 'select exists (select from public.members where user_id = auth.uid())';
  insert into storage.buckets (id, name) values ('table', 'table'), ('claim', 'claim'), ('all', 'all');
  create policy "by a table" on storage.objects for all to authenticated
    using (bucket_id = 'table' and public.is_member()) with check (bucket_id = 'table' and public.is_member());
  create policy "by a claim" on storage.objects for all to authenticated
    using (bucket_id = 'claim' and auth.jwt() -> 'app_metadata' ->> 'role' = 'editor')
    with check (bucket_id = 'claim' and auth.jwt() -> 'app_metadata' ->> 'role' = 'editor');
  create policy "everyone" on storage.objects for all to authenticated
    using (bucket_id = 'all') with check (bucket_id = 'all');
`;

const server = setUp(() => startWireServer({ migrationsSql }));

const admin = () => server.client(server.secretKey).auth.admin;

async function editor(): Promise<TestUser> {
  const user = await signUpUser(server);
  await server.pool.query('insert into members values ($1)', [user.id]);
  await admin().updateUserById(user.id, { app_metadata: { role: 'editor' } });
  await user.client.auth.refreshSession();
  return user;
}

const ways: [name: string, bucket: string, end: (id: string) => Promise<unknown>][] = [
  [
    'a demotion in a table',
    'table',
    (id) => server.pool.query('delete from members where user_id = $1', [id]),
  ],
  [
    'a demotion in its metadata',
    'claim',
    (id) => admin().updateUserById(id, { app_metadata: { role: 'viewer' } }),
  ],
  ['a ban', 'all', (id) => admin().updateUserById(id, { ban_duration: '1h' })],
  ['a deletion', 'all', (id) => admin().deleteUser(id)],
  ['a soft deletion', 'all', (id) => admin().deleteUser(id, true)],
];

async function stored(): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>('select count(*)::int from storage.objects');
  return rows[0]?.count ?? 0;
}

for (const upsert of [false, true]) {
  test.for(ways)(
    `B-231 an upload URL (upsert: ${upsert}) is closed after %s of its maker`,
    async ([, bucket, end]) => {
      const maker = await editor();
      const sign = async (name: string) =>
        (await maker.client.storage.from(bucket).createSignedUploadUrl(name, { upsert })).data;
      const [used, late] = [await sign(`${maker.id}/used`), await sign(`${maker.id}/late`)];
      const guest = server.client().storage.from(bucket);
      expect(
        (await guest.uploadToSignedUrl(used?.path ?? '', used?.token ?? '', 'in time')).error,
      ).toBeNull();
      await end(maker.id);
      const before = await stored();
      const { error } = await guest.uploadToSignedUrl(late?.path ?? '', late?.token ?? '', 'too late');
      expect(error).toMatchObject({ statusCode: '403' });
      expect(await stored()).toBe(before);
    },
  );
}

test.for(ways)(
  'B-231 an upload that has begun is not kept after %s of its maker',
  async ([, bucket, end]) => {
    const maker = await editor();
    const { data } = await maker.client.storage.from(bucket).createSignedUploadUrl(`${maker.id}/slow`);
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('first half, '));
        finish = () => {
          controller.enqueue(Buffer.from('second half'));
          controller.close();
        };
      },
    });
    const before = await stored();
    const sending = sendStorage(
      server,
      `/object/upload/sign/${bucket}/${maker.id}/slow?token=${data?.token}`,
      {
        method: 'PUT',
        body,
        bare: true,
      },
    );
    // The version is recorded as soon as its permission was checked.
    await expect
      .poll(
        async () =>
          (await server.pool.query('select from backend.orphaned_blobs where held_until > now()')).rowCount,
      )
      .toBe(1);
    await end(maker.id);
    finish();
    expect(await (await sending).json()).toMatchObject({ statusCode: '403' });
    expect(await stored()).toBe(before);
  },
);

test('B-231 a URL made with the secret key stays open, and holds no data of an account', async () => {
  const { data } = await server
    .client(server.secretKey)
    .storage.from('all')
    .createSignedUploadUrl('by-server');
  const { error } = await server
    .client()
    .storage.from('all')
    .uploadToSignedUrl('by-server', data?.token ?? '', 'x');
  expect(error).toBeNull();
  const maker = await editor();
  const signed = await maker.client.storage.from('all').createSignedUploadUrl(`${maker.id}/x`);
  const claims = Buffer.from(signed.data?.token.split('.')[1] ?? '', 'base64url').toString();
  expect(claims).not.toContain('@');
  expect(claims).not.toContain('metadata');
});
