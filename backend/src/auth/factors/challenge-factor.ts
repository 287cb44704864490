// Issues the challenge of a second factor: TOTP, a code by SMS, WebAuthn.
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import { clientIpKey } from '../../limits/client-ip-key.ts';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readOptionalAuthBody } from '../http/read-body.ts';
import { validationFailedError } from '../http/errors.ts';
import { factorChallengeLimit } from '../rate-limits.ts';
import { type SignedInUser, requireUser, requireAal2ToCompleteEnrolment } from '../sessions/require-user.ts';
import { sessionOriginOf } from '../sessions/session.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { consumeSmsLimit } from '../messages/consume-message-limit.ts';
import {
  insertFactorChallenge,
  type FactorRow,
  type StoredWebAuthnCredential,
  requireAndLockFactor,
  requireFactorId,
  requireFactorTypeEnabled,
} from './factor-rows.ts';
import { generatePhoneFactorCode } from './one-time-codes.ts';
import {
  relyingPartyOf,
  relyingPartySchema,
  beginWebAuthnRegistration,
  beginWebAuthnAuthentication,
} from './webauthn.ts';

const challengeSchema = z.object({ webauthn: relyingPartySchema.nullish(), channel: z.string().nullish() });

export async function challengeFactor(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  const signedIn = await requireUser(request, deps);
  const factorId = requireFactorId(id);
  const clientKey = clientIpKey(deps.clientAddress(request));
  await deps.limits.consume(factorChallengeLimit, `${signedIn.user.id} ${clientKey}`);
  const { webauthn, channel } = await readOptionalAuthBody(request, challengeSchema);
  if (channel && channel !== 'sms') throw validationFailedError('Invalid channel, the supported one is sms');
  const { ip } = sessionOriginOf(request, deps);
  let send: (() => Promise<void>) | undefined;
  const body = await runInTransaction(deps.pool, async (client) => {
    const factor = await requireAndLockFactor(client, signedIn.user.id, factorId);
    requireFactorTypeEnabled(factor.factor_type, 'verify', deps);
    requireAal2ToCompleteEnrolment(factor, signedIn);
    if (factor.factor_type === 'webauthn') {
      return challengeSecurityKey(client, factor, signedIn, { ...webauthn }, ip, deps);
    }
    const code =
      factor.factor_type === 'phone' ? generatePhoneFactorCode(signedIn.user, factor, deps) : undefined;
    if (code) await consumeSmsLimit(request, factor.phone ?? '', 'factor', deps);
    send = code?.send;
    const challenge = await insertFactorChallenge(client, { factorId, ip, codeHash: code?.codeHash });
    return { id: challenge.id, type: factor.factor_type, expires_at: challenge.expiresAt };
  });
  await send?.();
  return jsonResponse(body);
}

async function challengeSecurityKey(
  db: Queryable,
  factor: FactorRow,
  { user }: SignedInUser,
  relyingParty: z.output<typeof relyingPartySchema>,
  ip: string | null,
  deps: AuthDeps,
): Promise<object> {
  const party = relyingPartyOf(relyingParty, deps);
  const credential = factor.web_authn_credential;
  const { storedChallenge, clientOptions } =
    factor.status === 'verified' && credential
      ? await beginWebAuthnAuthentication(credential, party.origins)
      : await beginWebAuthnRegistration(user, await findSecurityKeys(db, user.id), party);
  const challenge = await insertFactorChallenge(db, { factorId: factor.id, ip, webAuthn: storedChallenge });
  return { id: challenge.id, type: 'webauthn', expires_at: challenge.expiresAt, webauthn: clientOptions };
}

async function findSecurityKeys(db: Queryable, userId: string): Promise<StoredWebAuthnCredential[]> {
  const { rows } = await db.query<{ credential: StoredWebAuthnCredential }>(
    `select web_authn_credential as credential from auth.mfa_factors
     where user_id = $1 and web_authn_credential is not null`,
    [userId],
  );
  return rows.map(({ credential }) => credential);
}
