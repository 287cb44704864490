import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { type CodeChallenge, challengeFields, readChallenge } from '../sessions/code-challenge.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { authError, validationFailed } from '../http/errors.ts';
import { padResponseTime } from '../http/pad-response-time.ts';
import { clientIpKey } from '../../limits/client-ip-key.ts';
import { hashPassword } from '../accounts/hash-password.ts';
import { requireStrength } from '../accounts/password-strength.ts';
import { signInSignUp } from '../rate-limits.ts';
import { redirectTarget } from '../http/redirect-target.ts';
import { consumeMailLimit, consumeSmsLimit } from '../messages/consume-message-limit.ts';
import { originOf } from '../sessions/start-session.ts';
import { normaliseEmail } from '../accounts/email-address.ts';
import { mustHideUsers } from '../http/prevent-enumeration.ts';
import { metadataSchema, requireSmallMetadata } from '../accounts/metadata.ts';
import { normalisePhone } from '../accounts/phone-number.ts';
import { toSignUpError, isEmailOrPhoneTaken, signUpDisabled } from '../accounts/sign-up-errors.ts';
import { fabricateUser } from './fabricate-user.ts';
import { signUpAnonymously } from './sign-up-anonymously.ts';
import { type SignUp, createAccount, renewSignUp } from './create-account.ts';

const signUpSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
  channel: z.string().nullish(),
  ...challengeFields,
});

/**
 * Returns a session where no confirmation is needed, unless signUpWithoutSession.
 *
 * A project's trigger on auth.users can raise an exception: 422 signup_disabled with its message. It must run
 * before the insert, so that a registered email gets the same response.
 */
export async function signUp(request: Request, deps: AuthDeps): Promise<Response> {
  await deps.limits.consume(signInSignUp(deps.config), clientIpKey(deps.clientAddress(request)));
  if (!deps.config.enable_signup) throw signUpDisabled();
  const body = await readAuthBody(request, signUpSchema);
  if (!body.email && !body.phone) return signUpAnonymously(request, body.data ?? {}, deps);
  const account = await readSignUp(request, body, deps);
  if (account.confirmed && !deps.signUpWithoutSession) return jsonResponse(await attempt(account, deps));
  if (!account.confirmed) await consumeMessageLimit(request, account, deps);
  // Existing accounts are hidden here.
  return jsonResponse(await padResponseTime(() => attempt(account, deps)));
}

async function consumeMessageLimit(request: Request, account: SignUp, deps: AuthDeps): Promise<void> {
  await (account.email !== undefined
    ? consumeMailLimit(request, account.email, 'signup', deps)
    : consumeSmsLimit(request, account.phone ?? '', 'otp', deps));
}

async function readSignUp(
  request: Request,
  body: z.output<typeof signUpSchema>,
  deps: AuthDeps,
): Promise<SignUp> {
  const { email, phone, password, data } = body;
  if (!password) throw validationFailed('Signup requires a valid password');
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  const challenge: CodeChallenge | undefined = readChallenge(body);
  const { email: byMail, sms: byPhone } = deps.config;
  if (!email && !byPhone.enable_signup) {
    throw authError(422, 'phone_provider_disabled', 'Phone signups are disabled');
  }
  if (email && !byMail.enable_signup) {
    throw authError(422, 'email_provider_disabled', 'Email signups are disabled');
  }
  requireStrength(password, deps.config);
  requireSmallMetadata(Buffer.byteLength(JSON.stringify(data ?? {})));
  return {
    ...(email ? { email: normaliseEmail(email) } : { phone: normalisePhone(phone ?? '') }),
    password,
    passwordHash: await hashPassword(password),
    data: data ?? {},
    confirmed: !(email ? byMail : byPhone).enable_confirmations,
    challenge,
    redirectTo: redirectTarget(request, deps.config),
    origin: originOf(request, deps),
  };
}

/** No lookup before the insert: two sign-ups of one email at once end like two in a row. */
async function attempt(account: SignUp, deps: AuthDeps): Promise<object> {
  try {
    return await createAccount(account, deps);
  } catch (error) {
    if (isEmailOrPhoneTaken(error)) return respondToDuplicate(account, deps);
    throw toSignUpError(error);
  }
}

async function respondToDuplicate(account: SignUp, deps: AuthDeps): Promise<object> {
  const renewed = account.confirmed ? undefined : await renewSignUp(account, deps);
  if (await mustHideUsers(deps)) return fabricateUser(account, { registered: false }, deps);
  // As on hosted Supabase, which does not hide an unconfirmed email.
  if (renewed) return renewed;
  const hidden = deps.hideExistingUsers === undefined && !account.confirmed;
  if (hidden) return fabricateUser(account, { registered: true }, deps);
  throw authError(422, 'user_already_exists', 'User already registered');
}
