// Creates the one-time link that makes an account the first owner.
import { createHash, randomBytes } from 'node:crypto';
import { createSecretKeyClient } from '../site/app/data/server-settings.ts';
import type { ConnectedBackend } from './boot/connect-backend.ts';
import type { ServerConfig } from './settings/config.ts';

const lifetimeMs = 30 * 60_000;

/**
 * A one-time link that makes an account the first owner; null once there is one. Only its hash is stored, and the
 * token is in the fragment, which no server and no log gets. `email` prefills the form.
 */
export async function createOwnerLink(
  { SITE_URL }: Pick<ServerConfig, 'SITE_URL'>,
  { access, keys }: Pick<ConnectedBackend, 'access' | 'keys'>,
  email?: string,
): Promise<string | null> {
  const client = createSecretKeyClient(access, keys);
  const owners = await client
    .from('staff')
    .select('user_id', { count: 'exact', head: true })
    .eq('role', 'owner');
  if (owners.error) throw new Error(`the owners could not be counted: ${owners.error.message}`);
  if (owners.count) return null;
  const token = randomBytes(24).toString('base64url');
  const { error } = await client.from('owner_links').insert({
    token_hash: createHash('sha256').update(token).digest('hex'),
    expires_at: new Date(Date.now() + lifetimeMs).toISOString(),
  });
  if (error) throw new Error(`the set-up link could not be stored: ${error.message}`);
  const fragment = new URLSearchParams({ owner: token, ...(email && { email }) });
  return `${SITE_URL}/auth?owner#${fragment}`;
}
