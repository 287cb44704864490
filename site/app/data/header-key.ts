import { createHmac } from 'node:crypto';

/**
 * The key that the site's server signs with and the database checks with (table server_keys). Made from the secret
 * key, so that all processes of one deployment have the same one, and no two deployments do.
 */
export function deriveHeaderKey(secretKey: string): string {
  return createHmac('sha256', secretKey).update('lead header').digest('hex');
}
