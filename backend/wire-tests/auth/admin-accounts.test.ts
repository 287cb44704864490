import { expect, onTestFinished, test } from 'vitest';
import { startWireServer } from '../server.ts';
import { testPassword, freshEmail, makeAccount } from './requests.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startWireServer);

const admin = () => server.client(server.secretKey).auth.admin;

test('admin: an account has the metadata that was given, and none of a sign-up', async () => {
  const given = { name: 'Ada', sub: 'own' };
  const byEmail = await admin().createUser({ email: freshEmail(), user_metadata: given });
  expect(byEmail.data.user?.user_metadata).toEqual(given);
  expect(byEmail.data.user?.identities?.[0]?.identity_data).toEqual({
    sub: byEmail.data.user?.id,
    email: byEmail.data.user?.email,
    email_verified: false,
    phone_verified: false,
  });
  const byPhone = await admin().createUser({ phone: '14165550177', phone_confirm: true });
  expect(byPhone.data.user?.user_metadata).toEqual({});
  const link = {
    type: 'signup',
    email: freshEmail(),
    password: testPassword,
    options: { data: given },
  } as const;
  expect((await admin().generateLink(link)).data.user?.user_metadata).toEqual(given);
  expect(
    (await admin().generateLink({ type: 'invite', email: freshEmail() })).data.user?.user_metadata,
  ).toEqual({});
});

test('admin: a trigger that fails at an account made or changed is named without the text of the database', async () => {
  const { id } = await makeAccount(server);
  await server.pool.query(`
    create function public.break_accounts() returns trigger language plpgsql as $$
    begin perform 1 / (select 0); return new; end $$;
    create trigger break_accounts after insert or update on auth.users
      for each row execute function public.break_accounts();`);
  onTestFinished(async () => void (await server.pool.query('drop function public.break_accounts() cascade')));
  const failures = [
    [await admin().createUser({ email: freshEmail() }), 'Database error creating new user'],
    [await admin().updateUserById(id, { user_metadata: {} }), 'Error updating user'],
    [
      await admin().generateLink({ type: 'magiclink', email: freshEmail() }),
      'Database error saving new user',
    ],
    [
      await server.client().auth.signUp({ email: freshEmail(), password: testPassword }),
      'Database error saving new user',
    ],
  ] as const;
  for (const [{ error }, message] of failures) expect(error).toMatchObject({ status: 500, message });
});
