// GET /reauthenticate: sends the code for a password change by mail or SMS.
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import { prepareSmsCode } from '../messages/send-sms-code.ts';
import { enqueueAccountMail } from '../messages/enqueue-account-mail.ts';
import { issueOneTimeToken } from '../messages/one-time-tokens.ts';
import { requireUser } from '../sessions/require-user.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { requirePhoneSignInEnabled } from '../accounts/email-or-phone.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { consumeMailLimit, consumeSmsLimit } from '../messages/consume-message-limit.ts';

/** Sends the nonce that may be required to set a new password. */
export async function sendReauthenticationCode(request: Request, deps: AuthDeps): Promise<Response> {
  const { user } = await requireUser(request, deps);
  if (user.email) await sendByMail(request, user, user.email, deps);
  else if (user.phone) await sendBySms(request, user, user.phone, deps);
  else throw validationFailedError('Reauthentication requires the user to have an email or a phone number');
  return jsonResponse({});
}

async function sendByMail(request: Request, user: UserRow, to: string, deps: AuthDeps): Promise<void> {
  if (!user.email_confirmed_at) {
    throw authError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  await consumeMailLimit(request, to, 'reauthentication', deps);
  await runInTransaction(deps.pool, async (client) => {
    const sent = 'update auth.users set reauthentication_sent_at = now() where id = $1';
    await client.query(sent, [user.id]);
    const token = { userId: user.id, type: 'reauthentication_token', relatesTo: to } as const;
    const issued = await issueOneTimeToken(client, token, deps);
    await enqueueAccountMail(client, { kind: 'reauthentication', to, issued }, deps);
  });
  deps.mail.wake();
}

async function sendBySms(request: Request, user: UserRow, phone: string, deps: AuthDeps): Promise<void> {
  requirePhoneSignInEnabled(deps);
  if (!user.phone_confirmed_at) {
    throw authError(422, 'phone_not_confirmed', 'Please verify your phone first.');
  }
  await consumeSmsLimit(request, phone, 'reauthentication', deps);
  const send = await runInTransaction(deps.pool, (client) =>
    prepareSmsCode(client, { user, phone, type: 'reauthentication_token' }, deps),
  );
  await send();
}
