import { fileURLToPath } from 'node:url';
import type { createClient as CreateClient } from '@supabase/supabase-js';
import { expect, test } from '../product/fixture.ts';
import { addSecurityKey } from '../product/add-security-key.ts';

declare const supabase: { createClient: typeof CreateClient };

const umd = fileURLToPath(new URL('./umd/supabase.js', import.meta.resolve('@supabase/supabase-js')));

test('P-165 P-171 a security key as the second factor, from the real client to the real authenticator', async ({
  product,
  newContext,
}) => {
  // The client is injected into a page that does not load it.
  const context = await newContext({ baseURL: product.url, bypassCSP: true });
  const page = await context.newPage();
  const { countKeys } = await addSecurityKey(context, page);
  await page.goto('/terms');
  await page.addScriptTag({ path: umd });

  const account = { email: `key-${Date.now()}@example.com`, password: 'a long enough phrase' };
  const seen = await page.evaluate(
    async ({ key, account }) => {
      const options = { auth: { persistSession: false, autoRefreshToken: false } };
      const first = supabase.createClient(location.origin, key, options).auth;
      const signUp = await first.signUp(account);
      const registered = await first.mfa.webauthn.register({ friendlyName: 'Desk key' });
      const { data: factors } = await first.mfa.listFactors();

      const second = supabase.createClient(location.origin, key, options).auth;
      await second.signInWithPassword(account);
      const before = await second.mfa.getAuthenticatorAssuranceLevel();
      const factorId = factors?.webauthn[0]?.id ?? '';
      const authenticated = await second.mfa.webauthn.authenticate({ factorId });
      const after = await second.mfa.getAuthenticatorAssuranceLevel();
      return {
        errors: [signUp, registered, before, authenticated, after].map(({ error }) => error?.message ?? null),
        factors: factors?.webauthn.map(({ friendly_name, status }) => ({ friendly_name, status })),
        before: before.data,
        after: after.data,
      };
    },
    { key: product.publishableKey, account },
  );
  expect(seen.errors).toEqual([null, null, null, null, null]);
  expect(seen.factors).toEqual([{ friendly_name: 'Desk key', status: 'verified' }]);
  expect(seen.before).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect(seen.after).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  });
  expect(await countKeys()).toBe(1);
});
