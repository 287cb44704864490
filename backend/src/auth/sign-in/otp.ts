// Sign-in without a password: a link by mail or a code by SMS.
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { codeChallengeFields, readCodeChallenge, type CodeChallenge } from '../sessions/flow-state.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { validationFailedError, authError } from '../http/errors.ts';
import { resolveRedirectUrl } from '../http/redirect.ts';
import { normaliseEmail, normalisePhone, requirePhoneSignInEnabled } from '../accounts/email-or-phone.ts';
import {
  userMetadataSchema,
  requireMetadataWithinLimit,
  type UserMetadata,
  type UserRow,
  loadUser,
  findUserByPhone,
  findUserByEmail,
} from '../accounts/user-row.ts';
import { runInAccountCreationTransaction } from '../hooks/in-account-creation-transaction.ts';
import { prepareSmsCode } from '../messages/send-sms-code.ts';
import { sessionOriginOf } from '../sessions/session.ts';
import { preventEnumeration } from '../http/prevent-enumeration.ts';
import { type AccountIdAllocator, insertUser } from '../accounts/insert-user.ts';
import { retryOnAccountConflict } from '../accounts/in-transaction.ts';
import { toSignUpError, signUpDisabledError } from '../accounts/sign-up-errors.ts';
import { consumeSmsLimit, consumeMailLimit } from '../messages/consume-message-limit.ts';
import { issueLinkAndEnqueueMail } from '../messages/enqueue-account-mail.ts';

const otpSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: userMetadataSchema.nullish(),
  channel: z.string().nullish(),
  ...codeChallengeFields,
});

export async function handleOtpRequest(request: Request, deps: AuthDeps): Promise<Response> {
  const body = await readAuthBody(request, otpSchema);
  const { email, phone, channel } = body;
  if (email && phone) throw validationFailedError('Only an email address or phone number should be provided');
  if (!email && !phone) throw validationFailedError('One of email or phone must be set');
  const data = body.data ?? {};
  requireMetadataWithinLimit(Buffer.byteLength(JSON.stringify(data)));
  const createUser = body.create_user ?? true;
  if (!email) {
    if (channel && channel !== 'sms')
      throw validationFailedError('Invalid channel, supported values are: sms');
    await sendOtpBySms(request, { phone: normalisePhone(phone ?? ''), createUser, data }, deps);
    return jsonResponse({ message_id: null });
  }
  if (channel) throw validationFailedError('Channel should only be specified with Phone OTP');
  const account = { email: normaliseEmail(email), createUser, data };
  return sendMagicLink(request, account, readCodeChallenge(body), deps);
}

const magicLinkSchema = z.object({
  email: z.string().nullish(),
  data: userMetadataSchema.nullish(),
  ...codeChallengeFields,
});

/** An older form of /otp. */
export async function handleMagicLinkRequest(request: Request, deps: AuthDeps): Promise<Response> {
  const body = await readAuthBody(request, magicLinkSchema);
  if (!body.email) throw validationFailedError('A magic link requires an email address');
  const data = body.data ?? {};
  requireMetadataWithinLimit(Buffer.byteLength(JSON.stringify(data)));
  const account = { email: normaliseEmail(body.email), createUser: true, data };
  return sendMagicLink(request, account, readCodeChallenge(body), deps);
}

interface OtpAccount {
  createUser: boolean;
  data: UserMetadata;
}

async function sendOtpBySms(
  request: Request,
  account: OtpAccount & { phone: string },
  deps: AuthDeps,
): Promise<void> {
  requirePhoneSignInEnabled(deps);
  const { phone } = account;
  await consumeSmsLimit(request, phone, 'otp', deps);
  await sendToAccount(request, deps, async (client, allowCreation) => {
    const user =
      (await findUserByPhone(client, phone)) ?? (await createOtpUser(client, account, allowCreation, deps));
    return prepareSmsCode(client, { user, phone, type: 'confirmation_token' }, deps);
  });
}

async function sendMagicLink(
  request: Request,
  account: OtpAccount & { email: string },
  challenge: CodeChallenge | undefined,
  deps: AuthDeps,
): Promise<Response> {
  const redirectTo = resolveRedirectUrl(request, deps.config);
  await consumeMailLimit(request, account.email, 'otp', deps);
  await sendToAccount(request, deps, async (client, allowCreation) => {
    const known = await findUserByEmail(client, account.email);
    const user = known ?? (await createOtpUser(client, account, allowCreation, deps));
    // If emails must be confirmed, a new account's first message is its confirmation.
    const type = !known && deps.config.email.enable_confirmations ? 'signup' : 'magiclink';
    return issueLinkAndEnqueueMail(client, { type, user, redirectTo, challenge }, deps);
  });
  return jsonResponse({});
}

/** Throws what `prepare` throws, unless accounts are hidden. */
async function sendToAccount(
  request: Request,
  deps: AuthDeps,
  prepare: (client: Queryable, allowCreation: AccountIdAllocator) => Promise<() => void | Promise<void>>,
): Promise<void> {
  const { ip } = sessionOriginOf(request, deps);
  await preventEnumeration(deps, async () => {
    const attempt = retryOnAccountConflict(() => runInAccountCreationTransaction(ip, deps, prepare));
    const send = await attempt.catch((error: unknown) => {
      throw toSignUpError(error);
    });
    await send();
  });
}

/** Throws 422 otp_disabled or signup_disabled. */
async function createOtpUser(
  client: Queryable,
  { createUser, ...account }: OtpAccount & { email?: string; phone?: string },
  allowCreation: AccountIdAllocator,
  deps: AuthDeps,
): Promise<UserRow> {
  if (!createUser) throw authError(422, 'otp_disabled', 'Signups not allowed for otp');
  const { enable_signup: isOpen, email } = deps.config;
  if (!isOpen || (account.email !== undefined && !email.enable_signup)) throw signUpDisabledError();
  const id = await insertUser(client, { ...account, passwordHash: null, confirmed: false }, allowCreation);
  return loadUser(client, id);
}
