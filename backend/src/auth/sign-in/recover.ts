import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { challengeFields, readChallenge } from '../sessions/code-challenge.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { validationFailed } from '../http/errors.ts';
import { padResponseTime } from '../http/pad-response-time.ts';
import { prepareMail } from '../messages/prepare-mail.ts';
import { redirectTarget } from '../http/redirect-target.ts';
import { normaliseEmail } from '../accounts/email-address.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import { findUserByEmail } from '../accounts/user-row.ts';
import { consumeMailLimit } from '../messages/consume-message-limit.ts';

const recoverSchema = z.object({ email: z.string().nullish(), ...challengeFields });

/** The response is the same without an account. */
export async function recover(request: Request, deps: AuthDeps): Promise<Response> {
  const body = await readAuthBody(request, recoverSchema);
  if (!body.email) throw validationFailed('Password recovery requires an email');
  const email = normaliseEmail(body.email);
  const challenge = readChallenge(body);
  const redirectTo = redirectTarget(request, deps.config);
  await consumeMailLimit(request, email, 'recovery', deps);
  await padResponseTime(async () => {
    const send = await inTransaction(deps.pool, async (client) => {
      const user = await findUserByEmail(client, email);
      return user && prepareMail(client, { type: 'recovery', user, redirectTo, challenge }, deps);
    });
    send?.();
  });
  return jsonResponse({});
}
