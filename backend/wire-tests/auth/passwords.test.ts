import { expect, test } from 'vitest';
import { hashPassword } from '../../src/auth/accounts/password-hash.ts';
import { callAuth, freshEmail, makeAccount } from './requests.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(() =>
  startWireServer({
    backend: {
      auth: { strictPasswords: true, siteName: () => 'Maple Digital', guessableNames: ['Fairlead'] },
    },
  }),
);

test('P-169 B-234 with strictPasswords every way to set a password rejects a common one and one with a name; an existing one still signs in', async () => {
  const { id, email, accessToken } = await makeAccount(server);
  const weak = [
    ['Password1', 'pwned'],
    ['Maple-Digital-2026', 'name'],
    ['Fairlead2026!', 'name'],
  ] as const;
  const asServer = { bearer: server.secretKey, headers: { apikey: server.secretKey } };
  for (const [password, reason] of weak) {
    const link = { type: 'signup', email: freshEmail(), password };
    for (const [path, options] of [
      ['/signup', { body: { email: freshEmail(), password } }],
      ['/user', { method: 'PUT', body: { password }, bearer: accessToken }],
      ['/admin/users', { body: { email: freshEmail(), password }, ...asServer }],
      [`/admin/users/${id}`, { method: 'PUT', body: { password }, ...asServer }],
      ['/admin/generate_link', { body: link, ...asServer }],
    ] as const) {
      const response = await callAuth(server, path, options);
      expect({ path, ...response }).toMatchObject({
        path,
        status: 422,
        body: { code: 'weak_password', weak_password: { reasons: [reason] } },
      });
    }
  }
  const known = await server.client().auth.signUp({ email: freshEmail(), password: 'qwertyuiop' });
  expect(known.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] });
  // An existing common password still signs in.
  await server.pool.query('update auth.users set encrypted_password = $2 where id = $1', [
    id,
    await hashPassword('Password1'),
  ]);
  const { data, error } = await server.client().auth.signInWithPassword({ email, password: 'Password1' });
  expect(error).toBeNull();
  expect(data.weakPassword?.reasons).toEqual(['pwned']);
});
