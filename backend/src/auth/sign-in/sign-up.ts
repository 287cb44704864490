// POST /signup: new, duplicate, anonymous accounts; a made-up user where the email is taken.
import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { type CodeChallenge, codeChallengeFields, readCodeChallenge } from '../sessions/flow-state.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import { padResponseTime, isEnumerationPrevented } from '../http/prevent-enumeration.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import { requireStrongPassword } from '../accounts/password-strength.ts';
import { consumeConfiguredLimit } from '../rate-limits.ts';
import { resolveRedirectUrl } from '../http/redirect.ts';
import { consumeMailLimit, consumeSmsLimit } from '../messages/consume-message-limit.ts';
import { sessionOriginOf, startSession } from '../sessions/session.ts';
import { normaliseEmail, normalisePhone } from '../accounts/email-or-phone.ts';
import { userMetadataSchema, requireMetadataWithinLimit, type UserMetadata } from '../accounts/user-row.ts';
import { toSignUpError, isEmailOrPhoneTaken, signUpDisabledError } from '../accounts/sign-up-errors.ts';
import { type SignUpInput, registerAccount, renewSignUp } from './register-account.ts';
import { runInAccountCreationTransaction } from '../hooks/in-account-creation-transaction.ts';
import { createSessionJson } from '../sessions/create-session-json.ts';
import { randomUUID } from 'node:crypto';
import { type NewAccount, accountMetadata } from '../accounts/insert-user.ts';
import { userJson } from '../accounts/user-json.ts';

const signUpSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: userMetadataSchema.nullish(),
  channel: z.string().nullish(),
  ...codeChallengeFields,
});

/**
 * Returns a session if no confirmation is needed, unless signUpWithoutSession.
 *
 * If a project's trigger on auth.users raises an exception, the response is 422 signup_disabled with its message. It
 * must run before the insert, so that a registered email gets the same response.
 */
export async function signUp(request: Request, deps: AuthDeps): Promise<Response> {
  await consumeConfiguredLimit('sign_in_sign_ups', request, deps);
  if (!deps.config.enable_signup) throw signUpDisabledError();
  const body = await readAuthBody(request, signUpSchema);
  if (!body.email && !body.phone) return signUpAnonymously(request, body.data ?? {}, deps);
  const account = await readSignUp(request, body, deps);
  if (account.confirmed && !deps.signUpWithoutSession) return jsonResponse(await attempt(account, deps));
  if (!account.confirmed) await consumeMessageLimit(request, account, deps);
  // This response hides whether the account exists.
  return jsonResponse(await padResponseTime(() => attempt(account, deps)));
}

async function consumeMessageLimit(request: Request, account: SignUpInput, deps: AuthDeps): Promise<void> {
  await (account.email !== undefined
    ? consumeMailLimit(request, account.email, 'signup', deps)
    : consumeSmsLimit(request, account.phone ?? '', 'otp', deps));
}

async function readSignUp(
  request: Request,
  body: z.output<typeof signUpSchema>,
  deps: AuthDeps,
): Promise<SignUpInput> {
  const { email, phone, password, data } = body;
  if (!password) throw validationFailedError('Signup requires a valid password');
  if (email && phone) {
    throw validationFailedError('Only an email address or phone number should be provided on signup.');
  }
  const challenge: CodeChallenge | undefined = readCodeChallenge(body);
  const { email: byMail, sms: byPhone } = deps.config;
  if (!email && !byPhone.enable_signup) {
    throw authError(422, 'phone_provider_disabled', 'Phone signups are disabled');
  }
  if (email && !byMail.enable_signup) {
    throw authError(422, 'email_provider_disabled', 'Email signups are disabled');
  }
  requireMetadataWithinLimit(Buffer.byteLength(JSON.stringify(data ?? {})));
  requireStrongPassword(password, deps.config, body);
  return {
    ...(email ? { email: normaliseEmail(email) } : { phone: normalisePhone(phone ?? '') }),
    password,
    passwordHash: await hashPassword(password),
    data: data ?? {},
    confirmed: !(email ? byMail : byPhone).enable_confirmations,
    challenge,
    redirectTo: resolveRedirectUrl(request, deps.config),
    origin: sessionOriginOf(request, deps),
  };
}

/** There is no lookup before the insert: two sign-ups of one email at once end like two in a row. */
async function attempt(account: SignUpInput, deps: AuthDeps): Promise<object> {
  try {
    return await registerAccount(account, deps);
  } catch (error) {
    if (isEmailOrPhoneTaken(error)) return respondToDuplicate(account, deps);
    throw toSignUpError(error);
  }
}

async function respondToDuplicate(account: SignUpInput, deps: AuthDeps): Promise<object> {
  const renewed = account.confirmed ? undefined : await renewSignUp(account, deps);
  if (await isEnumerationPrevented(deps)) return fabricateUser(account, { registered: false }, deps);
  // As on hosted Supabase, which does not hide an unconfirmed email.
  if (renewed) return renewed;
  const hidden = deps.hideExistingUsers === undefined && !account.confirmed;
  if (hidden) return fabricateUser(account, { registered: true }, deps);
  throw authError(422, 'user_already_exists', 'User already registered');
}

/** The account lasts as long as its session, unless it gets an email or an identity. */
async function signUpAnonymously(request: Request, data: UserMetadata, deps: AuthDeps): Promise<Response> {
  if (!deps.config.enable_anonymous_sign_ins) {
    throw authError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  await consumeConfiguredLimit('anonymous_users', request, deps);
  requireMetadataWithinLimit(Buffer.byteLength(JSON.stringify(data)));
  try {
    const origin = sessionOriginOf(request, deps);
    const opened = await runInAccountCreationTransaction(origin.ip, deps, async (client, allowCreation) => {
      const id = allowCreation({ data });
      await client.query(
        `insert into auth.users
           (id, aud, role, is_anonymous, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
         values ($2, 'authenticated', 'authenticated', true, '{}', $1, now(), now())`,
        [JSON.stringify(data), id],
      );
      return startSession(client, id, 'anonymous', origin);
    });
    return jsonResponse(await createSessionJson(opened, deps));
  } catch (error) {
    throw toSignUpError(error);
  }
}

/**
 * A user that looks newly created, for an email that is taken. On hosted Supabase empty identities reveal a registered
 * email to clients; with `registered: false` the response hides that too.
 */
async function fabricateUser(
  account: Omit<NewAccount, 'passwordHash'>,
  { registered }: { registered: boolean },
  deps: Pick<AuthDeps, 'pool'>,
): Promise<Record<string, unknown>> {
  const id = randomUUID();
  const now = new Date();
  const time = now.toISOString();
  const confirmed = account.confirmed ? now : null;
  const provider = account.phone === undefined ? 'email' : 'phone';
  const metadata = await inStoredKeyOrder(accountMetadata(id, account), deps);
  const identity = {
    id: randomUUID(),
    provider_id: id,
    user_id: id,
    identity_data: metadata,
    provider,
    email: account.email ?? null,
    last_sign_in_at: time,
    created_at: time,
    updated_at: time,
  };
  return userJson({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email ?? null,
    encrypted_password: null,
    email_confirmed_at: account.email === undefined ? null : confirmed,
    confirmed_at: confirmed,
    invited_at: null,
    confirmation_sent_at: account.confirmed ? null : now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: metadata,
    created_at: now,
    updated_at: now,
    phone: account.phone ?? null,
    phone_change: null,
    phone_confirmed_at: account.phone === undefined ? null : confirmed,
    banned_until: null,
    is_sso_user: false,
    is_anonymous: false,
    identities: registered ? [] : [identity],
    factors: [],
  });
}

/** jsonb reorders keys: the caller's order would reveal that nothing was stored. */
async function inStoredKeyOrder(
  metadata: UserMetadata,
  { pool }: Pick<AuthDeps, 'pool'>,
): Promise<UserMetadata> {
  const { rows } = await pool.query<{ stored: UserMetadata }>('select $1::jsonb as stored', [
    JSON.stringify(metadata),
  ]);
  return rows[0]?.stored ?? metadata;
}
