import { hash as bcrypt } from '@node-rs/bcrypt';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import {
  testPassword,
  callAuth,
  freshEmail,
  makeAccount,
  refresh,
  signIn,
  getUser,
  rejection,
} from './requests.ts';
import { mfaConfig, enrollTotp, signedIn } from './factor-requests.ts';
import type { RowsRead } from '../../src/database/rows-read.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const server = setUp(() => startWireServer({ configToml: mfaConfig }));

const admin = () => server.client(server.secretKey).auth.admin;

test('admin: only the service role has access, with any key or token', async () => {
  const account = await makeAccount(server);
  const paths = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${account.id}`],
    ['PUT', `/admin/users/${account.id}`],
    ['DELETE', `/admin/users/${account.id}`],
    ['GET', `/admin/users/${account.id}/factors`],
    ['DELETE', `/admin/users/${account.id}/factors/${nobody}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['GET', '/admin/sso/providers'],
  ] as const;
  for (const [method, path] of paths) {
    const body = method === 'GET' ? undefined : { email: account.email, type: 'magiclink' };
    expect(await callAuth(server, path, { method, body })).toMatchObject(rejection(401, 'no_authorization'));
    for (const bearer of [server.publishableKey, account.accessToken]) {
      expect(await callAuth(server, path, { method, body, bearer })).toMatchObject(
        rejection(403, 'not_admin'),
      );
    }
  }
  expect((await signIn(server, account.email)).accessToken).toMatch(/^eyJ/);
});

test('admin: accounts are created, read, changed and deleted', async () => {
  const email = freshEmail();
  const made = await admin().createUser({
    email: email.toUpperCase(),
    password: testPassword,
    email_confirm: true,
    user_metadata: { name: 'Ada' },
    app_metadata: { plan: 'gold' },
  });
  expect(made.error).toBeNull();
  const { id = '' } = made.data.user ?? {};
  expect(made.data.user).toMatchObject({
    email,
    email_confirmed_at: expect.any(String),
    app_metadata: { plan: 'gold', provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email', identity_data: { sub: id, email, email_verified: true } }],
  });
  expect(made.data.user?.user_metadata).toEqual({ name: 'Ada', email_verified: true });
  const { accessToken, refreshToken } = await signIn(server, email);
  expect(decodeJwt(accessToken)['app_metadata']).toMatchObject({ plan: 'gold' });
  expect((await admin().getUserById(id)).data.user?.email).toBe(email);

  const moved = freshEmail();
  const changed = await admin().updateUserById(id, {
    email: moved,
    phone: '+1 416 555 0100',
    email_confirm: true,
    password: 'another horse battery',
    user_metadata: { name: null, colour: 'red' },
    app_metadata: { plan: null },
    role: 'authenticated',
  });
  expect(changed.data.user).toMatchObject({
    email: moved,
    phone: '14165550100',
    app_metadata: { provider: 'email' },
  });
  expect(changed.data.user?.user_metadata).toMatchObject({ colour: 'red' });
  expect(changed.data.user?.user_metadata).not.toHaveProperty('name');
  expect(changed.data.user?.app_metadata).not.toHaveProperty('plan');
  // A new password ends the sessions of the old one.
  expect((await refresh(server, refreshToken)).status).toBe(400);
  expect((await signIn(server, moved)).accessToken).toBe('undefined');

  expect((await admin().deleteUser(id)).error).toBeNull();
  expect((await admin().getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
});

test('B-404 admin: accounts in a response are counted as rows that the secret key has read', async () => {
  const { email, id } = await makeAccount(server);
  const reads: RowsRead[] = [];
  server.backend?.onRowsRead(['auth.users'], (read) => reads.push(read));
  const listed = (await admin().listUsers({ perPage: 2 })).data.users.length;
  await admin().getUserById(id);
  await admin().updateUserById(id, {});
  await admin().generateLink({ type: 'magiclink', email });
  await admin().getUserById(nobody);
  // The client reads the account first.
  await admin().deleteUser(id);
  const counts = reads.map(({ account, role, rows }) => [account, role, ...rows.entries()]);
  expect(counts).toEqual([listed, 1, 1, 1, 1].map((users) => [null, 'service_role', ['auth.users', users]]));
});

test('admin: an email that is taken, a malformed value and a weak password are each rejected with their error', async () => {
  const { email, id } = await makeAccount(server);
  await admin().createUser({ phone: '14165550111', password: testPassword });
  const cases = [
    [{ email, password: testPassword }, 422, 'email_exists'],
    [{ phone: '+14165550111' }, 422, 'phone_exists'],
    [{ id, email: freshEmail() }, 422, 'user_already_exists'],
    [{ id: 'x', email: freshEmail() }, 400, 'validation_failed'],
    [{ password: testPassword }, 400, 'validation_failed'],
    [{ email: 'nonsense' }, 400, 'validation_failed'],
    [{ email: freshEmail(), password: 'short' }, 422, 'weak_password'],
    [{ email: freshEmail(), password_hash: 'md5' }, 400, 'validation_failed'],
    [
      { email: freshEmail(), password_hash: '$argon2id$v=19$m=99999999,t=9,p=1$c2FsdHNhbHQ$aGFzaGhhc2g' },
      400,
      'validation_failed',
    ],
    [{ email: freshEmail(), ban_duration: 'a while' }, 400, 'validation_failed'],
    [{ email: freshEmail(), role: 'postgres; drop' }, 400, 'validation_failed'],
    [{ email: freshEmail(), user_metadata: { big: 'x'.repeat(9000) } }, 422, 'validation_failed'],
  ] as const;
  for (const [body, status, code] of cases) {
    const response = await callAuth(server, '/admin/users', { bearer: server.secretKey, body });
    expect({ fields: body, ...response }).toMatchObject({ status, body: { code } });
  }
  for (const [path, code] of [
    ['/admin/users/not-a-uuid', 'validation_failed'],
    [`/admin/users/${nobody}`, 'user_not_found'],
  ]) {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await callAuth(server, path ?? '', {
        method,
        bearer: server.secretKey,
        body: method === 'GET' ? undefined : {},
      });
      expect(response).toMatchObject({ status: 404, body: { code } });
    }
  }
});

test('admin: an account imported with its bcrypt hash signs in', async () => {
  const email = freshEmail();
  const password_hash = (await bcrypt(testPassword, 4)).replace(/^\$2.\$/, '$2a$');
  await admin().createUser({ email, password_hash, email_confirm: true });
  expect((await signIn(server, email)).accessToken).toMatch(/^eyJ/);
});

test('admin: a ban locks an account at once, and can be lifted', async () => {
  const { id, email, accessToken } = await makeAccount(server);
  await admin().updateUserById(id, { ban_duration: '1h30m' });
  expect((await getUser(server, accessToken)).body['code']).toBe('user_banned');
  expect((await signIn(server, email)).accessToken).toBe('undefined');
  await admin().updateUserById(id, { ban_duration: 'none' });
  expect((await signIn(server, email)).accessToken).toMatch(/^eyJ/);
});

test('admin: accounts are listed in pages, newest first, with totals', async () => {
  await using own = await startWireServer({ configToml: mfaConfig });
  const { auth } = own.client(own.secretKey);
  for (let n = 0; n < 5; n++) await auth.admin.createUser({ email: `p${n}@example.com` });
  const first = await auth.admin.listUsers({ page: 1, perPage: 2 });
  expect(first.data).toMatchObject({ aud: 'authenticated', total: 5, nextPage: 2, lastPage: 3 });
  expect(first.data.users.map(({ email }) => email)).toEqual(['p4@example.com', 'p3@example.com']);
  const last = await auth.admin.listUsers({ page: 3, perPage: 2 });
  expect(last.data).toMatchObject({ total: 5, nextPage: null, lastPage: 3 });
  expect(last.data.users).toHaveLength(1);
  expect((await auth.admin.listUsers()).data.users).toHaveLength(5);
  for (const query of ['page=0', 'page=-1', 'page=x', 'per_page=1.5', 'page=99999999999']) {
    const response = await callAuth(own, `/admin/users?${query}`, { method: 'GET', bearer: own.secretKey });
    expect(response).toMatchObject(rejection(400, 'validation_failed'));
  }
  expect(
    (await callAuth(own, '/admin/users?page=900000000', { method: 'GET', bearer: own.secretKey })).body[
      'users'
    ],
  ).toEqual([]);
});

test('admin: soft deletion keeps the row without personal data, and the email can be registered again', async () => {
  const { id, email, accessToken } = await makeAccount(server, { full_name: 'Ada Lovelace' });
  expect((await admin().deleteUser(id, true)).error).toBeNull();
  const { rows } = await server.pool.query('select to_jsonb(u) as row from auth.users u where id = $1', [id]);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${email}|Lovelace|argon2`));
  expect((await getUser(server, accessToken)).status).toBe(403);
  expect((await callAuth(server, '/signup', { body: { email, password: testPassword } })).status).toBe(200);
});

test('admin: an account that rows refer to is not deleted, and the error explains why', async () => {
  await using own = await startWireServer({
    migrationsSql: 'create table public.orders (owner uuid references auth.users);',
  });
  const { auth } = own.client(own.secretKey);
  const { data } = await auth.admin.createUser({ email: freshEmail() });
  await own.pool.query('insert into public.orders values ($1)', [data.user?.id]);
  expect((await auth.admin.deleteUser(data.user?.id ?? '')).error).toMatchObject({
    status: 409,
    code: 'conflict',
  });
  expect((await auth.admin.deleteUser(data.user?.id ?? '', true)).error).toBeNull();
});

test('admin: factors of an account are listed without their secrets, and deleted', async () => {
  const { client, account } = await signedIn(server);
  const { factorId, secret } = await enrollTotp(client);
  const { data } = await admin().mfa.listFactors({ userId: account.id });
  expect(data?.factors).toMatchObject([{ id: factorId, factor_type: 'totp', status: 'verified' }]);
  expect(JSON.stringify(data)).not.toContain(secret);
  const stranger = await makeAccount(server);
  const foreign = await admin().mfa.deleteFactor({ userId: stranger.id, id: factorId });
  expect(foreign.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  expect((await admin().mfa.deleteFactor({ userId: account.id, id: factorId })).error).toBeNull();
  const { data: session } = await client.auth.refreshSession();
  expect(decodeJwt(session.session?.access_token ?? '')['aal']).toBe('aal1');
});

test('admin: the sessions of a token are signed out', async () => {
  const account = await makeAccount(server);
  const other = await signIn(server, account.email);
  expect((await admin().signOut(other.accessToken, 'others')).error).toBeNull();
  expect((await refresh(server, account.refreshToken)).status).toBe(400);
  expect((await admin().signOut(other.accessToken, 'global')).error).toBeNull();
  expect((await refresh(server, other.refreshToken)).status).toBe(400);
});
