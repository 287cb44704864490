import { z } from 'zod';
import { BackendError } from '../../errors/backend-error.ts';
import { clientIpKey } from '../../limits/client-ip-key.ts';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { authError, validationFailed } from '../http/errors.ts';
import { padResponseTime } from '../http/pad-response-time.ts';
import { type ConsumedToken, consumeCode, consumeToken } from '../messages/consume-token.ts';
import { verification, wrongCodePerRecipient } from '../rate-limits.ts';
import { type OpenSession, sessionJson } from '../sessions/session-json.ts';
import { originOf, startSession } from '../sessions/start-session.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import { normaliseEmail } from '../accounts/email-address.ts';
import { normalisePhone } from '../accounts/phone-number.ts';
import { type Queryable, findUser } from '../accounts/user-row.ts';
import { applyVerification } from './apply-verification.ts';
import { tokenTypes } from './token-types.ts';

export const FIRST_CONFIRMATION_ACCEPTED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const verifySchema = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

type Consume = (client: Queryable) => Promise<ConsumedToken | undefined>;

/** For a code, or the token of a link. */
export async function postVerify(request: Request, deps: AuthDeps): Promise<Response> {
  await deps.limits.consume(verification(deps.config), clientIpKey(deps.clientAddress(request)));
  const body = await readAuthBody(request, verifySchema);
  const kind = tokenTypes(body.type ?? '');
  if (!body.type) throw validationFailed('Verify requires a verification type');
  if (!kind) throw validationFailed('Unsupported verification type');
  const { token, token_hash: hash, email, phone } = body;
  if (Boolean(token) === Boolean(hash)) {
    throw validationFailed('Verify requires either a token or a token hash');
  }
  if (hash) {
    if (email || phone) throw validationFailed('Only the token_hash and type should be provided');
    return finish(request, kind.by, (client) => consumeToken(client, hash, kind.types), deps);
  }
  const relatesTo = kind.by === 'phone' ? phoneOf(phone, email) : emailOf(email, phone);
  await deps.limits.consume(wrongCodePerRecipient, relatesTo);
  const code = (token ?? '').trim();
  const consume: Consume = (client) => consumeCode(client, relatesTo, code, kind.types, deps);
  const response = await finish(request, kind.by, consume, deps);
  await deps.limits.refund(wrongCodePerRecipient, relatesTo);
  return response;
}

const EITHER = 'Only an email address or phone number should be provided on verify';

function phoneOf(phone: string | null | undefined, email: string | null | undefined): string {
  if (!phone || email) throw validationFailed(EITHER);
  return normalisePhone(phone);
}

function emailOf(email: string | null | undefined, phone: string | null | undefined): string {
  if (!email || phone) throw validationFailed(EITHER);
  return normaliseEmail(email);
}

async function finish(
  request: Request,
  by: 'mail' | 'phone',
  consume: Consume,
  deps: AuthDeps,
): Promise<Response> {
  const result = await padResponseTime(() =>
    inTransaction<OpenSession | BackendError | { code: string; msg: string }>(deps.pool, async (client) => {
      const consumed = await consume(client);
      const user = consumed && (await applyVerification(client, consumed, by, deps));
      // Returned, because the count of wrong codes must be committed.
      if (!user) return authError(403, 'otp_expired', 'Token has expired or is invalid');
      if (user === 'half') return { code: '200', msg: FIRST_CONFIRMATION_ACCEPTED };
      const session = await startSession(client, user.id, 'otp', originOf(request, deps));
      return { user: (await findUser(client, user.id)) ?? user, session };
    }),
  );
  if (result instanceof BackendError) throw result;
  return jsonResponse('session' in result ? await sessionJson(result, deps) : result);
}
