import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { AuthDeps } from '../deps.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import type { Admit, Candidate } from '../accounts/insert-user.ts';
import { callHook } from './call-hook.ts';

/** For accounts that an administrator makes, whom GoTrue does not ask the hook about either. */
export function admitAll(): string {
  return randomUUID();
}

class NotAskedYet extends Error {
  candidate: Candidate;

  constructor(candidate: Candidate) {
    super('the hook before_user_created was not asked yet');
    this.candidate = candidate;
  }
}

/**
 * Runs work that may make an account. Where it comes to that and the project has a hook before_user_created, the work is
 * rolled back, the hook is asked while no transaction is open, and the work runs again. Throws what the hook refuses.
 */
async function withAdmission<T>(
  ip: string | null,
  deps: AuthDeps,
  work: (admit: Admit) => Promise<T>,
): Promise<T> {
  if (!deps.config.hook.before_user_created.enabled) return work(admitAll);
  const id = randomUUID();
  let admitted: string | undefined;
  function admit(candidate: Candidate): string {
    if (admitted !== JSON.stringify(candidate)) throw new NotAskedYet(candidate);
    return id;
  }
  try {
    return await work(admit);
  } catch (error) {
    if (!(error instanceof NotAskedYet)) throw error;
    await callHook('before_user_created', inputOf(id, error.candidate, ip), deps);
    admitted = JSON.stringify(error.candidate);
    return work(admit);
  }
}

/** GoTrue's form of an account that has no times yet. */
function inputOf(id: string, { email, phone, provider, data }: Candidate, ip: string | null): object {
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

/** Runs one transaction that may make an account. Throws what the hook refuses; see withAdmission(). */
export function makingAccount<T>(
  ip: string | null,
  deps: AuthDeps,
  work: (client: PoolClient, admit: Admit) => Promise<T>,
): Promise<T> {
  return withAdmission(ip, deps, (admit) => inTransaction(deps.pool, (client) => work(client, admit)));
}
