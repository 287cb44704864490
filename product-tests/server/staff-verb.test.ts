import { startCommand } from '../../e2e/product/command.ts';
import { expect, test } from '../fixture.ts';
import { startProduct } from '../../e2e/product/product.ts';

test('G-4 G-5 in approval mode an account waits without a row until ./fairlead staff gives it a role @audit', async () => {
  const product = await startProduct({ SIGN_UP: 'approval' });
  const client = product.visitor();
  const email = 'noor@fairlead.example';
  const account = {
    email,
    password: 'a long enough phrase',
    options: { data: { full_name: 'Noor Haddad' } },
  };
  expect((await client.auth.signUp(account)).error).toBeNull();

  async function reads(): Promise<{ roles: unknown; leads: number | undefined }> {
    const roles = await client.rpc('my_roles');
    const leads = await client.from('leads').select('id').limit(1);
    return { roles: roles.data, leads: leads.data?.length };
  }
  async function give(...words: string[]): Promise<string> {
    const verb = startCommand(['server/commands/main.ts', 'staff', ...words], { DATA_DIR: product.dataDir });
    return `${await verb.exited} ${verb.output().trim()}`;
  }

  expect(await reads()).toEqual({ roles: [], leads: 0 });
  const output = await give(email, 'agent');
  expect(output).toMatch(
    /^0 noor@\S+ is now an agent; send this link .*\nThe address was not verified, so its password was removed\./,
  );
  // the person who signed up may not own the address, so the link is sent to its owner
  expect(await reads()).toEqual({ roles: [], leads: 0 });
  expect((await client.auth.signInWithPassword({ email, password: account.password })).error?.code).toBe(
    'invalid_credentials',
  );
  const link = new URL(/http\S+/.exec(output)?.[0] ?? '');
  expect(`${link.origin}${link.pathname}`).toBe(`${product.url}/auth`);
  expect(link.searchParams.get('type')).toBe('invite');
  const token_hash = link.searchParams.get('token_hash') ?? '';
  expect((await client.auth.verifyOtp({ token_hash, type: 'invite' })).error).toBeNull();
  expect(await reads()).toEqual({ roles: ['agent'], leads: 1 });
  expect(await give(email, 'viewer')).toBe(`0 ${email} is now a viewer`);
  // The server's log contains it, with only the account's id.
  await expect.poll(product.output).toMatch(/"event":"role\.changed","user":"[0-9a-f-]{36}","role":"viewer"/);
  expect(product.output().split('Owner')[1]).not.toContain(email);
  expect(await reads()).toEqual({ roles: ['viewer'], leads: 0 });
  expect(await give(email, 'none')).toBe(`0 ${email} no longer has a role`);
  expect(await reads()).toEqual({ roles: [], leads: 0 });
  expect(await give(email, 'king')).toMatch(
    /^1 fairlead: .*allowed choices are viewer, .*owner, none.*; see \.\/fairlead staff --help/,
  );
  expect(await give('nobody@fairlead.example', 'agent')).toMatch(/^1 .*has no account yet/);
  await product.stop();
});
