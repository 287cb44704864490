// The keys that sign the server's own headers.
import type { Backend } from '@fairlead/backend';
import { type Keys, acceptedSecrets } from '@fairlead/backend/tokens';
import type { BackendAccess } from '../../site/app/data/backend-context.ts';
import { secretClient, writeHeaderKeys } from '../../site/app/data/server-settings.ts';
import { createHmac } from 'node:crypto';

const retryMs = 10_000;

type HeaderKeys = Pick<BackendAccess, 'headerKey' | 'previousHeaderKey'>;

export function headerKeysOf(keys: Keys): HeaderKeys {
  const [current = '', previous] = acceptedSecrets(keys, 'SECRET_KEY');
  const retired = keys.retired?.find(({ name, value }) => name === 'SECRET_KEY' && value === previous);
  return {
    headerKey: deriveHeaderKey(current),
    previousHeaderKey: retired
      ? { value: deriveHeaderKey(retired.value), validUntil: retired.acceptedUntil ?? 'infinity' }
      : null,
  };
}

interface RotatedServer {
  access: BackendAccess;
  keys: Keys;
  /** Null on a hosted project, which rotates its own. */
  backend: Pick<Backend, 'onKeysChange'> | null;
}

/** The database learns the new key before this process signs with it. */
export function applyKeyRotations({ access, keys, backend }: RotatedServer): void {
  const client = secretClient(access, keys);
  async function follow(): Promise<void> {
    const next = headerKeysOf(keys);
    const problem = await writeHeaderKeys(client, next);
    if (problem === undefined) return void Object.assign(access, next);
    console.error(`the database does not have the key of the site's headers yet: ${problem}`);
    setTimeout(() => void follow(), retryMs).unref();
  }
  backend?.onKeysChange(follow);
}

/**
 * The key that the server signs with and the database verifies with (table server_keys). Derived from the secret key:
 * the same in all processes of a deployment, and in no other.
 */
export function deriveHeaderKey(secretKey: string): string {
  return createHmac('sha256', secretKey).update('lead header').digest('hex');
}
