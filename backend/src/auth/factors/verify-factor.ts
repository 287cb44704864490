import { z } from 'zod';
import { BackendError } from '../../errors/backend-error.ts';
import type { AuthDeps } from '../deps.ts';
import { answerJson } from '../http/json-response.ts';
import { readBody } from '../http/read-body.ts';
import { refusal, validationFailed } from '../http/errors.ts';
import { sendNotice } from '../messages/send-notice.ts';
import { type OpenSession, sessionJson } from '../sessions/access-token.ts';
import { type SignedIn, requireUser } from '../sessions/require-user.ts';
import { originOf } from '../sessions/start-session.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import { type Queryable, findUser } from '../accounts/user-row.ts';
import { requireLevelToFinish } from '../sessions/assurance-level.ts';
import { type ChallengeRow, lockChallenge } from './challenge-row.ts';
import { countGuess, forgetGuesses } from './count-guesses.ts';
import { type FactorRow, lockFactor, requireFactorId } from './factor-row.ts';
import { isPhoneCode } from './phone-code.ts';
import { raiseSession } from './elevate-to-aal2.ts';
import { matchTotp } from './totp.ts';
import { requireVerifying } from './require-verification-enabled.ts';
import { checkCreated, checkSigned } from './webauthn.ts';

const verifySchema = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().max(20).nullish(),
  webauthn: z.object({ credential_response: z.unknown() }).nullish(),
});

type Proof = z.output<typeof verifySchema>;

/** POST /factors/{id}/verify: answers the session, lifted to aal2. The first time it makes the factor count. */
export async function verifyFactor(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  const signedIn = await requireUser(request, deps);
  const factorId = requireFactorId(id);
  const proof = await readBody(request, verifySchema);
  const { sessionId, user } = signedIn;
  if (sessionId === undefined) throw refusal(403, 'session_not_found', 'The token belongs to no session');
  const challengeId = z.uuid().safeParse(proof.challenge_id).data;
  if (challengeId === undefined) throw validationFailed('challenge_id must be the id of a challenge');
  const { ip } = originOf(request, deps);
  const guess = { userId: user.id, factorId, ip };
  await countGuess(guess, deps);
  let added: string | undefined;
  const answer = await inTransaction(deps.pool, async (client) => {
    // Sessions that rise at once by different factors would wait for each other without end.
    await client.query('select from auth.users where id = $1 for no key update', [user.id]);
    const factor = await lockFactor(client, user.id, factorId);
    requireVerifying(factor.factor_type, deps);
    requireLevelToFinish(factor, signedIn);
    const challenge = await lockChallenge(client, factorId, challengeId, ip);
    if (challenge.over) return forgetChallenge(client, challenge.id);
    if (!challenge.same_address) {
      throw refusal(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch');
    }
    await requireProof(client, factor, challenge, proof, deps);
    if (factor.status !== 'verified') added = factor.factor_type;
    return accept(client, factor, challenge, signedIn, sessionId);
  });
  if (answer instanceof BackendError) throw answer;
  if (added !== undefined) sendNotice('mfa_factor_enrolled', user, deps, added);
  await forgetGuesses(guess, deps);
  return answerJson(await sessionJson(answer, deps));
}

/** Returns the refusal: the deletion must be committed. */
async function forgetChallenge(db: Queryable, id: string): Promise<BackendError> {
  await db.query('delete from auth.mfa_challenges where id = $1', [id]);
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
  return refusal(422, 'mfa_challenge_expired', message);
}

/** Throws 422 mfa_verification_failed unless the answer proves the factor; writes what keeps it from working twice. */
async function requireProof(
  db: Queryable,
  factor: FactorRow,
  challenge: ChallengeRow,
  proof: Proof,
  deps: AuthDeps,
): Promise<void> {
  if (factor.factor_type === 'totp') return requireTotp(db, factor, proof.code ?? '');
  if (factor.factor_type === 'webauthn') return requireKey(db, factor, challenge, proof);
  if (isPhoneCode(proof.code ?? '', challenge.otp_code, factor, deps)) return;
  throw refusal(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered');
}

async function requireTotp(db: Queryable, factor: FactorRow, code: string): Promise<void> {
  const lastStep = factor.last_totp_step === null ? undefined : Number(factor.last_totp_step);
  const step = matchTotp(code, factor.secret ?? '', lastStep);
  if (step === undefined) throw refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  await db.query('update auth.mfa_factors set last_totp_step = $2 where id = $1', [factor.id, step]);
}

async function requireKey(
  db: Queryable,
  factor: FactorRow,
  { web_authn_session_data: asked }: ChallengeRow,
  proof: Proof,
): Promise<void> {
  const response = proof.webauthn?.credential_response;
  const known = factor.status === 'verified' ? factor.web_authn_credential : null;
  const key =
    asked && (known ? await checkSigned(response, asked, known) : await checkCreated(response, asked));
  if (!key) throw refusal(422, 'mfa_verification_failed', 'The answer of the security key does not hold');
  await db.query(
    `update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = coalesce($3, web_authn_aaguid)
     where id = $1`,
    [factor.id, JSON.stringify(key), 'aaguid' in key ? key.aaguid : null],
  );
}

async function accept(
  db: Queryable,
  factor: FactorRow,
  challenge: ChallengeRow,
  { user }: SignedIn,
  sessionId: string,
): Promise<OpenSession> {
  await db.query('update auth.mfa_challenges set verified_at = now() where id = $1', [challenge.id]);
  await db.query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [
    factor.id,
  ]);
  const session = await raiseSession(db, sessionId, factor);
  return { user: (await findUser(db, user.id)) ?? user, session };
}
