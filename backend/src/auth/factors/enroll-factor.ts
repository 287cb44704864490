// Endpoints that add or remove a factor of the user.
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import { factorEnrolmentLimit } from '../rate-limits.ts';
import { type SignedInUser, requireUser, needsSecondFactor } from '../sessions/require-user.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { normalisePhone } from '../accounts/email-or-phone.ts';
import {
  type FactorType,
  requireAndLockFactor,
  requireFactorId,
  requireFactorTypeEnabled,
} from './factor-rows.ts';
import { createTotpEnrolment } from './one-time-codes.ts';
import { enqueueAccountNotice } from '../messages/enqueue-account-notice.ts';

const enrolSchema = z.object({
  factor_type: z.string().nullish(),
  friendly_name: z.string().max(100).nullish(),
  issuer: z.string().max(100).nullish(),
  phone: z.string().max(32).nullish(),
});

type Enrolment = z.output<typeof enrolSchema>;

/** After this time the next enrolment replaces an unverified factor. */
const unverifiedLifetime = '5 minutes';

/** The factor is active only after its first verified challenge. */
export async function enrollFactor(request: Request, deps: AuthDeps): Promise<Response> {
  const signedIn = await requireUser(request, deps);
  if (signedIn.user.is_anonymous) {
    throw authError(403, 'no_authorization', 'Anonymous accounts cannot enroll factors');
  }
  await deps.limits.consume(factorEnrolmentLimit, signedIn.user.id);
  const enrolment = await readAuthBody(request, enrolSchema);
  const type = requireType(enrolment.factor_type, deps);
  if (needsSecondFactor(signedIn)) {
    throw authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
  return jsonResponse(await enroll(type, enrolment, signedIn, deps));
}

function requireType(given: string | null | undefined, deps: AuthDeps): FactorType {
  if (given !== 'totp' && given !== 'phone' && given !== 'webauthn') {
    throw validationFailedError('factor_type needs to be totp, phone, or webauthn');
  }
  requireFactorTypeEnabled(given, 'enroll', deps);
  return given;
}

async function enroll(
  type: FactorType,
  { friendly_name, issuer, phone: number }: Enrolment,
  { user }: SignedInUser,
  deps: AuthDeps,
): Promise<object> {
  const name = friendly_name?.trim() ?? '';
  const phone = type === 'phone' ? normalisePhone(number ?? '') : undefined;
  const totp =
    type === 'totp'
      ? createTotpEnrolment(
          issuer?.trim() || new URL(deps.publicUrl).host,
          user.email || user.phone || user.id,
        )
      : undefined;
  const id = await runInTransaction(deps.pool, async (client) => {
    await requireFactorCapacity(client, user.id, name, deps);
    if (phone !== undefined) await replaceUnverifiedPhone(client, user.id, phone);
    const { rows } = await client.query<{ id: string }>(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret, phone)
       values ($1, $2, $3, $4, $5) returning id`,
      [user.id, name, type, totp?.secret ?? null, phone ?? null],
    );
    return rows[0]?.id;
  });
  return {
    id,
    type,
    friendly_name: name,
    ...(totp ? { totp } : {}),
    ...(phone === undefined ? {} : { phone }),
  };
}

/** Locks the account, so that simultaneous enrolments are counted. */
async function requireFactorCapacity(
  db: Queryable,
  userId: string,
  name: string,
  deps: AuthDeps,
): Promise<void> {
  await db.query('select from auth.users where id = $1 for no key update', [userId]);
  await db.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at < now() - interval '${unverifiedLifetime}'`,
    [userId],
  );
  const { rows } = await db.query<{ friendly_name: string | null }>(
    'select friendly_name from auth.mfa_factors where user_id = $1',
    [userId],
  );
  if (rows.length >= deps.config.mfa.max_enrolled_factors) {
    throw authError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
  if (name && rows.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`;
    throw authError(422, 'mfa_factor_name_conflict', message);
  }
}

/** One factor per number; a verified one is not replaced. */
async function replaceUnverifiedPhone(db: Queryable, userId: string, phone: string): Promise<void> {
  const { rows } = await db.query<{ status: string }>(
    'select status from auth.mfa_factors where user_id = $1 and phone = $2',
    [userId, phone],
  );
  if (rows[0]?.status === 'verified') {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue';
    throw authError(422, 'mfa_verified_factor_exists', message);
  }
  await db.query('delete from auth.mfa_factors where user_id = $1 and phone = $2', [userId, phone]);
}

/** A verified factor can be removed only by an AAL2 session. */
export async function unenrollFactor(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  const { user, aal } = await requireUser(request, deps);
  const factorId = requireFactorId(id);
  await runInTransaction(deps.pool, async (client) => {
    // As in verify-factor.ts: the account is locked before its sessions and factors, or two requests could deadlock.
    await client.query('select from auth.users where id = $1 for no key update', [user.id]);
    const factor = await requireAndLockFactor(client, user.id, factorId);
    if (factor.status === 'verified' && aal !== 'aal2') {
      throw authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await deleteFactorAndDowngradeSessions(client, factorId);
    if (factor.status !== 'verified') return;
    await enqueueAccountNotice(client, 'mfa_factor_unenrolled', user, deps, factor.factor_type);
  });
  deps.mail.wake();
  return jsonResponse({ id: factorId });
}

/** Sessions that were raised to AAL2 by it return to AAL1 and lose its `amr` entry. */
export async function deleteFactorAndDowngradeSessions(db: Queryable, factorId: string): Promise<void> {
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
