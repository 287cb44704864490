import { createHash, randomBytes } from 'node:crypto';
import { secretClient } from '../site/app/data/server-settings.ts';
import type { Engine } from './boot.ts';
import type { Settings } from './config.ts';

const lifeMs = 30 * 60_000;

/**
 * A one-time link that makes the account that opens it the first owner; null once there is one. Only the hash is
 * stored; the token travels in the fragment, which no server and no log sees. `email` fills the field of the form.
 */
export async function makeOwnerLink(
  settings: Settings,
  { access, keys }: Pick<Engine, 'access' | 'keys'>,
  email?: string,
): Promise<string | null> {
  const client = secretClient(access, keys.secretKey);
  const owners = await client
    .from('staff')
    .select('user_id', { count: 'exact', head: true })
    .eq('role', 'owner');
  if (owners.error) throw new Error(`the owners could not be counted: ${owners.error.message}`);
  if (owners.count) return null;
  const token = randomBytes(24).toString('base64url');
  const { error } = await client.from('owner_links').insert({
    token_hash: createHash('sha256').update(token).digest('hex'),
    expires_at: new Date(Date.now() + lifeMs).toISOString(),
  });
  if (error) throw new Error(`the set-up link could not be stored: ${error.message}`);
  const fragment = new URLSearchParams({ owner: token, ...(email && { email }) });
  return `${settings.SITE_URL}/auth?owner#${fragment}`;
}
