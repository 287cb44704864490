// Verifies a second factor's response, limits wrong codes, raises the session to aal2.
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import { BackendError } from '../../errors/backend-error.ts';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import { enqueueAccountNotice } from '../messages/enqueue-account-notice.ts';
import {
  type SessionWithUser,
  createSessionJson,
  type AmrEntry,
  type IssuedSession,
} from '../sessions/create-session-json.ts';
import { type SignedInUser, requireUser, requireAal2ToCompleteEnrolment } from '../sessions/require-user.ts';
import { deriveNextRefreshToken } from '../sessions/refresh-tokens.ts';
import { sessionOriginOf } from '../sessions/session.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { loadUser } from '../accounts/user-row.ts';
import {
  type FactorChallengeRow,
  requireFactorChallengeForUpdate,
  type FactorRow,
  requireAndLockFactor,
  requireFactorId,
  type FactorType,
  requireFactorTypeEnabled,
} from './factor-rows.ts';
import { isPhoneFactorCodeCorrect, findMatchingTotpStep } from './one-time-codes.ts';
import { verifyWebAuthnRegistration, verifyWebAuthnAuthentication } from './webauthn.ts';
import { clientIpKey } from '../../limits/client-ip-key.ts';
import {
  delayedFactorCodePerAccountLimit,
  guessDelayMs,
  wrongCodePerIpAndFactorLimit,
  wrongFactorCodePerAccountLimit,
} from '../rate-limits.ts';
import { slowDownGuess, type GuessLimits } from '../sessions/slow-down-guesses.ts';

const verifySchema = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().max(20).nullish(),
  webauthn: z.object({ credential_response: z.unknown() }).nullish(),
});

type FactorResponse = z.output<typeof verifySchema>;

const limits: GuessLimits = {
  free: wrongFactorCodePerAccountLimit,
  consumeDelayed: async ({ key }, deps) => {
    await deps.limits.consume(delayedFactorCodePerAccountLimit, key);
    return guessDelayMs;
  },
};

/** Returns the session, elevated to AAL2. */
export async function verifyFactor(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  const signedIn = await requireUser(request, deps);
  const factorId = requireFactorId(id);
  const response = await readAuthBody(request, verifySchema);
  const { sessionId, user } = signedIn;
  if (sessionId === undefined) throw authError(403, 'session_not_found', 'The token belongs to no session');
  const challengeId = z.uuid().safeParse(response.challenge_id).data;
  if (challengeId === undefined) throw validationFailedError('challenge_id must be the id of a challenge');
  const { ip } = sessionOriginOf(request, deps);
  const guessOfIp = `${factorId} ${clientIpKey(ip ?? '')}`;
  await deps.limits.consume(wrongCodePerIpAndFactorLimit, guessOfIp);
  // Nobody guesses the signature of a security key.
  const isGuess = !user.factors.some(({ id, factor_type: type }) => id === factorId && type === 'webauthn');
  if (isGuess) {
    const guess = { key: user.id, userId: user.id, ip, secret: 'second factor' } as const;
    await slowDownGuess(guess, limits, request, deps);
  }
  const result = await runInTransaction(deps.pool, async (client) => {
    // Without this lock, sessions that are raised at once by different factors would deadlock.
    await client.query('select from auth.users where id = $1 for no key update', [user.id]);
    const factor = await requireAndLockFactor(client, user.id, factorId);
    requireFactorTypeEnabled(factor.factor_type, 'verify', deps);
    requireAal2ToCompleteEnrolment(factor, signedIn);
    const challenge = await requireFactorChallengeForUpdate(client, factorId, challengeId, ip);
    if (challenge.expired) return deleteChallenge(client, challenge.id);
    if (!challenge.same_ip) {
      throw authError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch');
    }
    await requireValidResponse(client, factor, challenge, response, deps).catch((error: unknown) => {
      if (error instanceof BackendError && error.code === 'mfa_verification_failed') {
        const address = deps.remoteAddress(request) ?? '';
        deps.onFailedSignIn({ kind: 'code', account: user.id, email: null, address });
      }
      throw error;
    });
    if (factor.status !== 'verified') {
      await enqueueAccountNotice(client, 'mfa_factor_enrolled', user, deps, factor.factor_type);
    }
    return completeVerification(client, factor, challenge, signedIn, { sessionId, ip }, deps);
  });
  if (result instanceof BackendError) throw result;
  deps.mail.wake();
  await deps.limits.reset(wrongCodePerIpAndFactorLimit, guessOfIp);
  if (isGuess) await deps.limits.refund(limits.free, user.id);
  return jsonResponse(await createSessionJson(result, deps));
}

/** Returns the error, because the deletion must be committed. */
async function deleteChallenge(db: Queryable, id: string): Promise<BackendError> {
  await db.query('delete from auth.mfa_challenges where id = $1', [id]);
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
  return authError(422, 'mfa_challenge_expired', message);
}

/**
 * Throws for an invalid response. Stores the step of a TOTP code or the counter of a key, so that the response cannot
 * be used again.
 */
async function requireValidResponse(
  db: Queryable,
  factor: FactorRow,
  challenge: FactorChallengeRow,
  response: FactorResponse,
  deps: AuthDeps,
): Promise<void> {
  if (factor.factor_type === 'totp') return requireTotp(db, factor, response.code ?? '');
  if (factor.factor_type === 'webauthn') return requireSecurityKey(db, factor, challenge, response);
  if (isPhoneFactorCodeCorrect(response.code ?? '', challenge.otp_code, factor, deps)) return;
  throw authError(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered');
}

async function requireTotp(db: Queryable, factor: FactorRow, code: string): Promise<void> {
  const lastStep = factor.last_totp_step === null ? undefined : Number(factor.last_totp_step);
  const step = findMatchingTotpStep(code, factor.secret ?? '', lastStep);
  if (step === undefined) throw authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  await db.query('update auth.mfa_factors set last_totp_step = $2 where id = $1', [factor.id, step]);
}

async function requireSecurityKey(
  db: Queryable,
  factor: FactorRow,
  { web_authn_session_data: challenge }: FactorChallengeRow,
  { webauthn }: FactorResponse,
): Promise<void> {
  const response = webauthn?.credential_response;
  const known = factor.status === 'verified' ? factor.web_authn_credential : null;
  const key =
    challenge &&
    (known
      ? await verifyWebAuthnAuthentication(response, challenge, known)
      : await verifyWebAuthnRegistration(response, challenge));
  if (!key) throw authError(422, 'mfa_verification_failed', 'The response of the security key is invalid');
  await db.query(
    `update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = coalesce($3, web_authn_aaguid)
     where id = $1`,
    [factor.id, JSON.stringify(key), 'aaguid' in key ? key.aaguid : null],
  );
}

interface ElevatedSession {
  sessionId: string;
  ip: string | null;
}

async function completeVerification(
  db: Queryable,
  factor: FactorRow,
  challenge: FactorChallengeRow,
  { user }: SignedInUser,
  session: ElevatedSession,
  deps: AuthDeps,
): Promise<SessionWithUser> {
  await db.query('update auth.mfa_challenges set verified_at = now() where id = $1', [challenge.id]);
  await db.query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [
    factor.id,
  ]);
  return { session: await elevateToAal2(db, session, factor, deps), user: await loadUser(db, user.id) };
}

/** Names in `amr`. */
const methodOfFactor: Record<FactorType, string> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
};

/**
 * Deletes what may be an attacker's: other sessions below AAL2, and unverified factors of this type. The network is
 * known to the second factor from now on.
 */
async function elevateToAal2(
  db: Queryable,
  { sessionId, ip }: ElevatedSession,
  factor: FactorRow,
  deps: AuthDeps,
): Promise<IssuedSession> {
  const { rowCount } = await db.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1 and user_id = $3`,
    [sessionId, factor.id, factor.user_id],
  );
  if (!rowCount) {
    throw authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  await db.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
     values ($1, $2, clock_timestamp(), clock_timestamp())
     on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`,
    [sessionId, methodOfFactor[factor.factor_type]],
  );
  await db.query(
    `with lower_sessions as (
       delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'
     ), known as (
       insert into auth.sign_in_networks (user_id, network, second_factor_at)
       select $1::uuid, auth.network_of($5::inet), now() where $5::inet is not null
       on conflict (user_id, network) do update set seen_at = now(), second_factor_at = now()
     )
     delete from auth.mfa_factors
     where user_id = $1 and id <> $3 and factor_type = $4 and status = 'unverified'`,
    [factor.user_id, sessionId, factor.id, factor.factor_type, ip],
  );
  const refreshToken = await replaceRefreshToken(db, sessionId, factor.user_id, deps);
  const amr = await amrEntriesOf(db, sessionId);
  const method = methodOfFactor[factor.factor_type];
  return { sessionId, aal: 'aal2', amr, refreshToken, method, isNew: false };
}

async function replaceRefreshToken(
  db: Queryable,
  sessionId: string,
  userId: string,
  { keys }: AuthDeps,
): Promise<string> {
  const { token, hash, nonce } = deriveNextRefreshToken(sessionId, keys);
  await db.query(
    `with old as (
       update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
       where session_id = $1::uuid and not revoked returning id, token
     )
     insert into auth.refresh_tokens (token, nonce, user_id, parent, session_id)
     values ($2, $3, $4, (select token from old order by id desc limit 1), $1::uuid)`,
    [sessionId, hash, nonce, userId],
  );
  return token;
}

async function amrEntriesOf(db: Queryable, sessionId: string): Promise<AmrEntry[]> {
  const { rows } = await db.query<AmrEntry>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
  return rows;
}
