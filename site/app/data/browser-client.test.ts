import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { openBrowserClient } from './browser-client.ts';

function sessionDefaults(client: object): Record<string, unknown> {
  const auth = (client as { auth: Record<string, unknown> }).auth;
  const names = ['flowType', 'persistSession', 'autoRefreshToken', 'detectSessionInUrl', 'storageKey'];
  return Object.fromEntries(names.map((name) => [name, auth[name]]));
}

test('P-172 the browser client is made without overriding any default of the real client', async () => {
  const backend = {
    url: 'http://localhost:3000',
    publishableKey: 'sb_publishable_test',
    strictPasswords: false,
  };
  const bare = sessionDefaults(createClient(backend.url, backend.publishableKey));
  expect(sessionDefaults(await openBrowserClient(backend))).toEqual(bare);
  expect(bare).toMatchObject({
    flowType: 'implicit',
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
  });
});
