import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { AuthDeps } from '../deps.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import type { ApproveAccount, Candidate } from '../accounts/insert-user.ts';
import { callHook } from './call-hook.ts';

/** GoTrue calls no hook for accounts that an administrator creates. */
export function approveAll(): string {
  return randomUUID();
}

class ApprovalNeeded extends Error {
  candidate: Candidate;

  constructor(candidate: Candidate) {
    super('the hook before_user_created was not asked yet');
    this.candidate = candidate;
  }
}

/**
 * When the work would create an account and the hook is on, rolls back, calls the hook outside any transaction and runs
 * the work again. Throws the hook's rejection.
 */
async function withApproval<T>(
  ip: string | null,
  deps: AuthDeps,
  work: (approve: ApproveAccount) => Promise<T>,
): Promise<T> {
  if (!deps.config.hook.before_user_created.enabled) return work(approveAll);
  const id = randomUUID();
  let approved: string | undefined;
  function approve(candidate: Candidate): string {
    if (approved !== JSON.stringify(candidate)) throw new ApprovalNeeded(candidate);
    return id;
  }
  try {
    return await work(approve);
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error;
    await callHook('before_user_created', hookInput(id, error.candidate, ip), deps);
    approved = JSON.stringify(error.candidate);
    return work(approve);
  }
}

/** GoTrue's form of a user without timestamps. */
function hookInput(id: string, { email, phone, provider, data }: Candidate, ip: string | null): object {
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

/** See withApproval(). */
export function inAccountTransaction<T>(
  ip: string | null,
  deps: AuthDeps,
  work: (client: PoolClient, approve: ApproveAccount) => Promise<T>,
): Promise<T> {
  return withApproval(ip, deps, (approve) => inTransaction(deps.pool, (client) => work(client, approve)));
}
