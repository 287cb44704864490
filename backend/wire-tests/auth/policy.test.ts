import { expect, test } from 'vitest';
import {
  testPassword,
  callAuth,
  freshEmail,
  gateSql,
  makeAccount,
  refresh,
  signIn,
  rejection,
} from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp, setUpMany } from '../set-up.ts';

const start = setUpMany(startWireServer);
const server = setUp(startWireServer);

test('G-34 where emails must be confirmed, a registered one gets a fabricated user', async () => {
  const server = await start({ configToml: '[auth.email]\nenable_confirmations = true' });
  const email = freshEmail();
  const first = await callAuth(server, '/signup', { body: { email, password: testPassword } });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ email, identities: [{ provider: 'email' }] });
  expect(first.body).not.toHaveProperty('access_token');
  const { error } = await server.client().auth.signInWithPassword({ email, password: testPassword });
  expect(error).toMatchObject({ code: 'email_not_confirmed' });
  await server.pool.query('update auth.users set email_confirmed_at = now()');
  const repeated = await callAuth(server, '/signup', { body: { email, password: testPassword } });
  expect(repeated.status).toBe(200);
  expect(repeated.body).toMatchObject({ email, role: 'authenticated', identities: [] });
  expect(repeated.body['id']).not.toBe(first.body['id']);
  expect(Object.keys(repeated.body)).toEqual(Object.keys(first.body));
  const { rows } = await server.pool.query('select from auth.users');
  expect(rows).toHaveLength(1);
});

test('G-34 with signUpWithoutSession a registered email gets the same response as a new one, which signs in next', async () => {
  const server = await start({
    backend: {
      auth: { signUpWithoutSession: true },
      hideExistingUsers: () => Promise.resolve(true),
    },
  });
  const email = freshEmail();
  const body = { email, password: testPassword, data: { full_name: 'Ada' } };
  // Everything by which a caller could distinguish two responses, without ids and times.
  async function signUp(): Promise<string> {
    const response = await callAuth(server, '/signup', { body });
    return `${response.status} ${JSON.stringify(response.body)}`
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
  }
  const first = await signUp();
  expect(first).toContain('"email_confirmed_at":"time"');
  expect(first).not.toContain('access_token');
  expect(await signUp()).toBe(first);
  expect((await server.client().auth.signInWithPassword({ email, password: testPassword })).error).toBeNull();
  const { rows } = await server.pool.query('select from auth.sessions');
  expect(rows).toHaveLength(1);
  expect(await signUp()).toBe(first);
});

test('G-4 a trigger of the project rejects sign-ups with its message, for registered emails too', async () => {
  const server = await start({
    migrationsSql: gateSql('Sign-ups are closed, ask the owner'),
  });
  const { email } = await makeAccount(server);
  await server.pool.query('update public.gate set closed = true');
  for (const address of [email, freshEmail()]) {
    const { error } = await server.client().auth.signUp({ email: address, password: testPassword });
    expect(error).toMatchObject({
      status: 422,
      code: 'signup_disabled',
      message: 'Sign-ups are closed, ask the owner',
    });
  }
  expect((await server.pool.query('select from auth.users')).rowCount).toBe(1);
  expect((await signIn(server, email)).accessToken).toMatch(/^eyJ/);
});

test('an after-insert trigger sees accounts as on hosted Supabase, and its failure leaves no account', async () => {
  const server = await start({
    migrationsSql: `
      create table public.members (id uuid primary key references auth.users on delete cascade, name text not null);
      create function public.add_member() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        insert into public.members values (new.id, new.raw_user_meta_data ->> 'full_name');
        return new;
      end $$;
      create trigger add_member after insert on auth.users for each row execute function public.add_member();`,
  });
  const account = await makeAccount(server, { full_name: 'Ada' });
  const { rows } = await server.pool.query('select id, name from public.members');
  expect(rows).toEqual([{ id: account.id, name: 'Ada' }]);
  const failed = await callAuth(server, '/signup', { body: { email: freshEmail(), password: testPassword } });
  expect(failed).toMatchObject({
    status: 500,
    body: { code: 'unexpected_failure', message: 'Database error saving new user' },
  });
  expect(JSON.stringify(failed.body)).not.toContain('members');
  expect((await server.pool.query('select from auth.users')).rowCount).toBe(1);
});

test('P-162 sign-up can be switched off, and password rules come from the configuration', async () => {
  const closed = await start({ configToml: '[auth]\nenable_signup = false' });
  expect(
    await callAuth(closed, '/signup', { body: { email: freshEmail(), password: testPassword } }),
  ).toMatchObject({
    status: 422,
    body: { code: 'signup_disabled', message: 'Signups not allowed for this instance' },
  });
  expect((await callAuth(closed, '/settings', { method: 'GET' })).body).toMatchObject({
    disable_signup: true,
  });
  const strict = await start({
    configToml:
      '[auth]\nminimum_password_length = 10\npassword_requirements = "letters_digits"\njwt_expiry = 60',
  });
  expect(
    await callAuth(strict, '/signup', { body: { email: freshEmail(), password: 'letters' } }),
  ).toMatchObject({
    status: 422,
    body: { weak_password: { reasons: ['length', 'characters'] } },
  });
  const { body } = await callAuth(strict, '/signup', {
    body: { email: freshEmail(), password: 'letters12345' },
  });
  expect(body).toMatchObject({ expires_in: 60 });
});

test('P-162 sessions end by timebox or inactivity where configured', async () => {
  const server = await start({ configToml: '[auth.sessions]\ntimebox = "2h"\ninactivity_timeout = "1h"' });
  for (const column of ['created_at', 'refreshed_at']) {
    const { id, refreshToken } = await makeAccount(server);
    const renewed = (await refresh(server, refreshToken)).body['refresh_token'];
    await server.pool.query(
      `update auth.sessions set ${column} = ${column} - interval '2h' where user_id = $1`,
      [id],
    );
    expect(await refresh(server, String(renewed))).toMatchObject(rejection(400, 'session_expired'));
  }
});

test('with secure_password_change a new password after a day needs the current one', async () => {
  const server = await start({ configToml: '[auth.email]\nsecure_password_change = true' });
  const { id, accessToken: bearer } = await makeAccount(server);
  await server.pool.query(
    `update auth.sessions set created_at = created_at - interval '25h' where user_id = $1`,
    [id],
  );
  const body = { password: 'another horse' };
  const rejected = await callAuth(server, '/user', { method: 'PUT', bearer, body });
  expect(rejected).toMatchObject(rejection(400, 'reauthentication_needed'));
  const confirmed = await callAuth(server, '/user', {
    method: 'PUT',
    bearer,
    body: { ...body, current_password: testPassword },
  });
  expect(confirmed.status).toBe(200);
});

test('P-163 P-165 P-167 features that are off or not implemented respond with a documented error in the envelope', async () => {
  const { accessToken: bearer } = await makeAccount(server);
  const id = '00000000-0000-4000-8000-000000000000';
  const cases = [
    ['GET', '/authorize?provider=github', 400, 'validation_failed'],
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['GET', '/user/identities/authorize?provider=github', 404, 'manual_linking_disabled'],
    ['DELETE', `/user/identities/${id}`, 404, 'manual_linking_disabled'],
    ['POST', '/factors', 422, 'mfa_totp_enroll_not_enabled', { factor_type: 'totp' }],
    ['DELETE', `/factors/${id}`, 404, 'mfa_factor_not_found'],
    ['POST', '/passkeys/authentication/options', 404, 'feature_disabled'],
    ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
    ['GET', '/admin/users', 403, 'not_admin'],
    ['GET', '/nowhere', 404, 'not_found'],
    ['DELETE', '/signup', 404, 'not_found'],
  ] as const;
  for (const [method, path, status, code, body] of cases) {
    expect({ path, ...(await callAuth(server, path, { method, bearer, body })) }).toMatchObject({
      path,
      status,
      body: { code },
    });
  }
  expect(await callAuth(server, '/factors', {})).toMatchObject(rejection(401, 'no_authorization'));
  const pkce = { auth_code: 'x', code_verifier: 'y' };
  expect(await callAuth(server, '/token?grant_type=pkce', { body: pkce })).toMatchObject(
    rejection(404, 'flow_state_not_found'),
  );
});

test("P-166 settings, health and key set have GoTrue's form", async () => {
  const settings = await callAuth(server, '/settings', { method: 'GET' });
  expect(settings.body).toMatchObject({
    external: { email: true, phone: false, github: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    saml_enabled: false,
  });
  const open = { method: 'GET', headers: { apikey: '' } };
  expect(await callAuth(server, '/health', open)).toMatchObject({ status: 200, body: { name: 'GoTrue' } });
  const keySet = await callAuth(server, '/.well-known/jwks.json', open);
  expect(keySet.body).toMatchObject({ keys: [{ alg: 'ES256', use: 'sig' }] });
  expect(keySet.headers.get('cache-control')).toContain('max-age=600');
  const client = server.client();
  await client.auth.signUp({ email: freshEmail(), password: testPassword });
  const { data, error } = await client.auth.getClaims();
  expect(error).toBeNull();
  expect(data?.claims.role).toBe('authenticated');
});

test('no role of callers can access the tables of accounts', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    for (const table of ['users', 'identities', 'sessions', 'refresh_tokens', 'mfa_amr_claims']) {
      const { rows } = await server.pool.query(
        `select has_table_privilege($1, 'auth.' || $2, 'select, insert, update, delete') as reach`,
        [role, table],
      );
      expect({ role, table, ...rows[0] }).toEqual({ role, table, reach: false });
    }
  }
});
