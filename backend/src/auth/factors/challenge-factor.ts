import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { answerJson } from '../http/answer.ts';
import { readOptionalBody } from '../http/read-body.ts';
import { factorChallenge } from '../rate-rules.ts';
import { type SignedIn, requireUser } from '../sessions/require-user.ts';
import { originOf } from '../sessions/start-session.ts';
import { inTransaction } from '../users/in-transaction.ts';
import type { Queryable } from '../users/user-row.ts';
import { insertChallenge } from './challenge-row.ts';
import { type FactorRow, type StoredCredential, lockFactor, requireFactorId } from './factor-row.ts';
import { relyingPartyOf, relyingPartySchema } from './relying-party.ts';
import { requireVerifying } from './verifying.ts';
import { askToCreate, askToSign } from './webauthn.ts';

const challengeSchema = z.object({ webauthn: relyingPartySchema.nullish() });

/** POST /factors/{id}/challenge: what verify is to answer, for five minutes and once. */
export async function challengeFactor(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  const signedIn = await requireUser(request, deps);
  const factorId = requireFactorId(id);
  await deps.limits.spend(factorChallenge, signedIn.user.id);
  const { webauthn } = await readOptionalBody(request, challengeSchema);
  const { ip } = originOf(request, deps);
  const answer = await inTransaction(deps.pool, async (client) => {
    const factor = await lockFactor(client, signedIn.user.id, factorId);
    requireVerifying(factor.factor_type, deps);
    if (factor.factor_type === 'webauthn') {
      return challengeKey(client, factor, signedIn, { ...webauthn }, ip, deps);
    }
    const challenge = await insertChallenge(client, { factorId, ip });
    return { id: challenge.id, type: factor.factor_type, expires_at: challenge.expiresAt };
  });
  return answerJson(answer);
}

async function challengeKey(
  db: Queryable,
  factor: FactorRow,
  { user }: SignedIn,
  named: z.output<typeof relyingPartySchema>,
  ip: string | null,
  deps: AuthDeps,
): Promise<object> {
  const party = relyingPartyOf(named, deps);
  const credential = factor.web_authn_credential;
  const { challenge: webAuthn, webauthn } =
    factor.status === 'verified' && credential
      ? await askToSign(credential, party.origins)
      : await askToCreate(user, await keysOf(db, user.id), party);
  const challenge = await insertChallenge(db, { factorId: factor.id, ip, webAuthn });
  return { id: challenge.id, type: 'webauthn', expires_at: challenge.expiresAt, webauthn };
}

async function keysOf(db: Queryable, userId: string): Promise<StoredCredential[]> {
  const { rows } = await db.query<{ credential: StoredCredential }>(
    `select web_authn_credential as credential from auth.mfa_factors
     where user_id = $1 and web_authn_credential is not null`,
    [userId],
  );
  return rows.map(({ credential }) => credential);
}
