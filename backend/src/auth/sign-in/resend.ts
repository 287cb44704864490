// Endpoints that send a link again or one for a forgotten password.
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import { BackendError } from '../../errors/backend-error.ts';
import type { AuthDeps } from '../deps.ts';
import { type CodeChallenge, codeChallengeFields, readCodeChallenge } from '../sessions/flow-state.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { validationFailedError } from '../http/errors.ts';
import { padResponseTime } from '../http/prevent-enumeration.ts';
import { issueLinkAndEnqueueMail } from '../messages/enqueue-account-mail.ts';
import { prepareSmsCode } from '../messages/send-sms-code.ts';
import { resolveRedirectUrl } from '../http/redirect.ts';
import { beginEmailChange } from '../user/email-or-phone-change.ts';
import { normaliseEmail, normalisePhone, requirePhoneSignInEnabled } from '../accounts/email-or-phone.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { findUserByEmail, findUserByPhone } from '../accounts/user-row.ts';
import { consumeMailLimit, consumeSmsLimit } from '../messages/consume-message-limit.ts';

const resendSchema = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...codeChallengeFields,
});

type SendMessage = (() => void | Promise<void>) | undefined;

/** The response is the same if there is nothing to send. */
export async function handleResendRequest(request: Request, deps: AuthDeps): Promise<Response> {
  const body = await readAuthBody(request, resendSchema);
  const { type, email, phone } = body;
  const byMail = type === 'signup' || type === 'email_change';
  if (!byMail && type !== 'sms' && type !== 'phone_change') {
    throw validationFailedError('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (email && phone)
    throw validationFailedError('Only an email address or phone number should be provided.');
  if (byMail ? !email : !phone) {
    throw validationFailedError(`Type provided requires ${byMail ? 'an email address' : 'a phone number'}`);
  }
  const challenge = readCodeChallenge(body);
  await (byMail
    ? resendMail(request, type, normaliseEmail(email ?? ''), challenge, deps)
    : resendSms(request, type, normalisePhone(phone ?? ''), deps));
  return jsonResponse({});
}

async function resendMail(
  request: Request,
  type: 'signup' | 'email_change',
  email: string,
  challenge: CodeChallenge | undefined,
  deps: AuthDeps,
): Promise<void> {
  const redirectTo = resolveRedirectUrl(request, deps.config);
  await consumeMailLimit(request, email, type, deps);
  await sendAfterCommit(deps, async (client) => {
    const user = await findUserByEmail(client, email);
    if (!user) return undefined;
    if (type === 'email_change') {
      if (!user.email_change) return undefined;
      const change = { user, newEmail: user.email_change, redirectTo, challenge };
      return beginEmailChange(client, change, deps).catch(ignoreEmailExists);
    }
    if (user.confirmed_at) return undefined;
    return issueLinkAndEnqueueMail(client, { type: 'signup', user, redirectTo, challenge }, deps);
  });
}

/** Callers need no session, so the response must not reveal that the email is taken. */
function ignoreEmailExists(error: unknown): undefined {
  if (!(error instanceof BackendError) || error.code !== 'email_exists') throw error;
}

async function resendSms(
  request: Request,
  type: 'sms' | 'phone_change',
  phone: string,
  deps: AuthDeps,
): Promise<void> {
  requirePhoneSignInEnabled(deps);
  await consumeSmsLimit(request, phone, type === 'sms' ? 'otp' : type, deps);
  await sendAfterCommit(deps, async (client) => {
    const user = await findUserByPhone(client, phone);
    if (!user) return undefined;
    if (type === 'phone_change') {
      if (!user.phone_change) return undefined;
      return prepareSmsCode(client, { user, phone: user.phone_change, type: 'phone_change_token' }, deps);
    }
    if (user.phone_confirmed_at) return undefined;
    return prepareSmsCode(client, { user, phone, type: 'confirmation_token' }, deps);
  });
}

async function sendAfterCommit(
  deps: AuthDeps,
  prepare: (client: Queryable) => Promise<SendMessage>,
): Promise<void> {
  await padResponseTime(async () => {
    const send = await runInTransaction(deps.pool, prepare);
    await send?.();
  });
}

const recoverSchema = z.object({ email: z.string().nullish(), ...codeChallengeFields });

/** The response is the same without an account. */
export async function handleRecoverRequest(request: Request, deps: AuthDeps): Promise<Response> {
  const body = await readAuthBody(request, recoverSchema);
  if (!body.email) throw validationFailedError('Password recovery requires an email');
  const email = normaliseEmail(body.email);
  const challenge = readCodeChallenge(body);
  const redirectTo = resolveRedirectUrl(request, deps.config);
  await consumeMailLimit(request, email, 'recovery', deps);
  await sendAfterCommit(deps, async (client) => {
    const user = await findUserByEmail(client, email);
    return user && issueLinkAndEnqueueMail(client, { type: 'recovery', user, redirectTo, challenge }, deps);
  });
  return jsonResponse({});
}
