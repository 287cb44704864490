// Runs a transaction that may create accounts, with the before_user_created hook outside it.
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { AuthDeps } from '../deps.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import type { AccountIdAllocator, AccountCandidate } from '../accounts/insert-user.ts';
import { callHook } from './call-hook.ts';

/** Used if the hook is off, and for POST /admin/users, where GoTrue calls no hook. */
export function generateAccountId(): string {
  return randomUUID();
}

class HookNotCalled extends Error {
  candidate: AccountCandidate;

  constructor(candidate: AccountCandidate) {
    super('the hook before_user_created was not asked yet');
    this.candidate = candidate;
  }
}

/**
 * If the work would create an account and the hook is on: rolls back, calls the hook outside any transaction and runs
 * the work again. Throws the hook's rejection.
 */
async function withCreationHook<T>(
  ip: string | null,
  deps: AuthDeps,
  work: (allowCreation: AccountIdAllocator) => Promise<T>,
): Promise<T> {
  if (!deps.config.hook.before_user_created.enabled) return work(generateAccountId);
  const id = randomUUID();
  let allowed: string | undefined;
  function allowCreation(candidate: AccountCandidate): string {
    if (allowed !== JSON.stringify(candidate)) throw new HookNotCalled(candidate);
    return id;
  }
  try {
    return await work(allowCreation);
  } catch (error) {
    if (!(error instanceof HookNotCalled)) throw error;
    await callHook('before_user_created', hookInput(id, error.candidate, ip), deps);
    allowed = JSON.stringify(error.candidate);
    return work(allowCreation);
  }
}

/** The input of the hook: GoTrue's form of a user, without timestamps. */
function hookInput(
  id: string,
  { email, phone, provider, data }: AccountCandidate,
  ip: string | null,
): object {
  const never = '0001-01-01T00:00:00Z';
  return {
    metadata: {
      uuid: randomUUID(),
      time: new Date().toISOString(),
      name: 'before-user-created',
      ...(ip === null ? {} : { ip_address: ip }),
    },
    user: {
      id,
      aud: 'authenticated',
      role: '',
      email: email ?? '',
      phone: phone ?? '',
      app_metadata: provider === undefined ? {} : { provider, providers: [provider] },
      user_metadata: data,
      identities: [],
      created_at: never,
      updated_at: never,
      is_anonymous: provider === undefined,
    },
  };
}

/** See withCreationHook(). */
export function runInAccountCreationTransaction<T>(
  ip: string | null,
  deps: AuthDeps,
  work: (client: PoolClient, allowCreation: AccountIdAllocator) => Promise<T>,
): Promise<T> {
  return withCreationHook(ip, deps, (allowCreation) =>
    runInTransaction(deps.pool, (client) => work(client, allowCreation)),
  );
}
