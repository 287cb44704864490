// Sign-in without a password: a link by mail or a code by SMS.
import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { codeChallengeFields, readCodeChallenge, type CodeChallenge } from '../sessions/flow-state.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { validationFailedError, authError } from '../http/errors.ts';
import { redirectTarget } from '../http/redirect.ts';
import { normaliseEmail, normalisePhone, requirePhoneSignInEnabled } from '../accounts/email-or-phone.ts';
import {
  userMetadataSchema,
  requireMetadataWithinLimit,
  type UserMetadata,
  type Queryable,
  type UserRow,
  loadUser,
  findUserByPhone,
  findUserByEmail,
} from '../accounts/user-row.ts';
import { runInAccountTransaction } from '../hooks/in-account-transaction.ts';
import { prepareSms } from '../messages/send-sms.ts';
import { sessionOriginOf } from '../sessions/session.ts';
import { preventEnumeration } from '../http/prevent-enumeration.ts';
import { type AccountIdProvider, insertUser } from '../accounts/insert-user.ts';
import { retryOnConflict } from '../accounts/in-transaction.ts';
import { toSignUpError, signUpDisabledError } from '../accounts/sign-up-errors.ts';
import { consumeSmsLimit, consumeMailLimit } from '../messages/consume-message-limit.ts';
import { type SendAfterCommit, prepareMail } from '../messages/enqueue-mail.ts';

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
    await sendSmsCode(request, { phone: normalisePhone(phone ?? ''), createUser, data }, deps);
    return jsonResponse({ message_id: null });
  }
  if (channel) throw validationFailedError('Channel should only be specified with Phone OTP');
  const link = {
    email: normaliseEmail(email),
    createUser,
    data,
    challenge: readCodeChallenge(body),
    redirectTo: redirectTarget(request, deps.config),
  };
  await sendMagicLink(request, link, deps);
  return jsonResponse({});
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
  const link = {
    email: normaliseEmail(body.email),
    createUser: true,
    data,
    challenge: readCodeChallenge(body),
    redirectTo: redirectTarget(request, deps.config),
  };
  await sendMagicLink(request, link, deps);
  return jsonResponse({});
}

async function sendSmsCode(
  request: Request,
  sms: { phone: string; createUser: boolean; data: UserMetadata },
  deps: AuthDeps,
): Promise<void> {
  requirePhoneSignInEnabled(deps);
  const { phone } = sms;
  await consumeSmsLimit(request, phone, 'otp', deps);
  const { ip } = sessionOriginOf(request, deps);
  await preventEnumeration(deps, async () => {
    const prepare = (): ReturnType<typeof prepareSms> =>
      runInAccountTransaction(ip, deps, async (client, allowCreation) => {
        const user =
          (await findUserByPhone(client, phone)) ?? (await createPhoneUser(client, sms, allowCreation, deps));
        return prepareSms(client, { user, phone, type: 'confirmation_token' }, deps);
      });
    const send = await retryOnConflict(prepare).catch((error: unknown) => {
      throw toSignUpError(error);
    });
    await send();
  });
}

async function createPhoneUser(
  client: Queryable,
  { phone, createUser, data }: { phone: string; createUser: boolean; data: UserMetadata },
  allowCreation: AccountIdProvider,
  deps: AuthDeps,
): Promise<UserRow> {
  if (!createUser) throw authError(422, 'otp_disabled', 'Signups not allowed for otp');
  if (!deps.config.enable_signup) throw signUpDisabledError();
  const account = { phone, data, passwordHash: null, confirmed: false };
  return loadUser(client, await insertUser(client, account, allowCreation));
}

interface MagicLink {
  email: string;
  createUser: boolean;
  data: UserMetadata;
  challenge: CodeChallenge | undefined;
  redirectTo: string;
}

/** Throws 422 otp_disabled or signup_disabled, unless accounts are hidden. */
async function sendMagicLink(request: Request, link: MagicLink, deps: AuthDeps): Promise<void> {
  await consumeMailLimit(request, link.email, 'otp', deps);
  const { ip } = sessionOriginOf(request, deps);
  await preventEnumeration(deps, async () => {
    const send = await prepare(ip, link, deps);
    send();
  });
}

async function prepare(ip: string | null, link: MagicLink, deps: AuthDeps): Promise<SendAfterCommit> {
  const attempt = (): Promise<SendAfterCommit> =>
    runInAccountTransaction(ip, deps, (client, allowCreation) =>
      prepareInside(client, link, allowCreation, deps),
    );
  return retryOnConflict(attempt).catch((error: unknown) => {
    throw toSignUpError(error);
  });
}

async function prepareInside(
  client: Queryable,
  link: MagicLink,
  allowCreation: AccountIdProvider,
  deps: AuthDeps,
): Promise<SendAfterCommit> {
  const known = await findUserByEmail(client, link.email);
  const user = known ?? (await createEmailUser(client, link, allowCreation, deps));
  // If emails must be confirmed, a new account's first message is its confirmation.
  const type = !known && deps.config.email.enable_confirmations ? 'signup' : 'magiclink';
  return prepareMail(client, { type, user, redirectTo: link.redirectTo, challenge: link.challenge }, deps);
}

async function createEmailUser(
  client: Queryable,
  link: MagicLink,
  allowCreation: AccountIdProvider,
  deps: AuthDeps,
): Promise<UserRow> {
  if (!link.createUser) throw authError(422, 'otp_disabled', 'Signups not allowed for otp');
  if (!deps.config.enable_signup || !deps.config.email.enable_signup) throw signUpDisabledError();
  const { email, data } = link;
  const account = { email, data, passwordHash: null, confirmed: false };
  return loadUser(client, await insertUser(client, account, allowCreation));
}
