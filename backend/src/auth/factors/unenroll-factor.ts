import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { authError } from '../http/errors.ts';
import { enqueueNotice } from '../messages/enqueue-notice.ts';
import { requireUser } from '../sessions/require-user.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import type { Queryable } from '../accounts/user-row.ts';
import { lockFactor, requireFactorId } from './factor-row.ts';

/** A verified factor only by an AAL2 session. */
export async function unenrollFactor(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  const { user, aal } = await requireUser(request, deps);
  const factorId = requireFactorId(id);
  await inTransaction(deps.pool, async (client) => {
    // As in verify-factor.ts: sessions and factors are locked after their account, or two requests would deadlock.
    await client.query('select from auth.users where id = $1 for no key update', [user.id]);
    const factor = await lockFactor(client, user.id, factorId);
    if (factor.status === 'verified' && aal !== 'aal2') {
      throw authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await dropFactor(client, factorId);
    if (factor.status !== 'verified') return;
    await enqueueNotice(client, 'mfa_factor_unenrolled', user, deps, factor.factor_type);
  });
  deps.mail.wake();
  return jsonResponse({ id: factorId });
}

/** Sessions elevated by it fall back to AAL1 and lose its `amr` entry. */
export async function dropFactor(db: Queryable, factorId: string): Promise<void> {
  await db.query(
    `with downgraded as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
       where factor_id = $1 returning id
     ), deleted_claims as (
       delete from auth.mfa_amr_claims
       where session_id in (select id from downgraded)
         and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')
     )
     delete from auth.mfa_factors where id = $1`,
    [factorId],
  );
}
