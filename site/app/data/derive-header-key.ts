import { createHmac } from 'node:crypto';

/**
 * The key that the server signs with and the database verifies with (table server_keys). Derived from the secret key:
 * the same in all processes of a deployment, and in no other.
 */
export function deriveHeaderKey(secretKey: string): string {
  return createHmac('sha256', secretKey).update('lead header').digest('hex');
}
