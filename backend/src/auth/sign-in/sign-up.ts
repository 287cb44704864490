import { DatabaseError } from 'pg';
import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { answerJson } from '../http/answer.ts';
import { readBody } from '../http/read-body.ts';
import { refusal, validationFailed } from '../http/refuse.ts';
import { addressKey } from '../../limits/address-key.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { requireStrength } from '../passwords/password-strength.ts';
import { signInSignUp } from '../rate-rules.ts';
import { sessionJson } from '../sessions/access-token.ts';
import { originOf, startSession } from '../sessions/start-session.ts';
import { normaliseEmail } from '../users/email-address.ts';
import { inTransaction } from '../users/in-transaction.ts';
import { confirmEmail, insertEmailUser } from '../users/insert-user.ts';
import { metadataSchema, requireSmallMetadata } from '../users/metadata.ts';
import { userJson } from '../users/user-json.ts';
import { type Metadata, findUser } from '../users/user-row.ts';
import { fabricateUser } from './fabricate-user.ts';

const signUpSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
});

interface Account {
  email: string;
  passwordHash: string;
  data: Metadata;
  confirmed: boolean;
}

/**
 * POST /signup: makes an account. Where addresses need no confirmation it answers a session, else the account alone.
 * A project refuses sign-ups with a trigger on auth.users that raises an exception: 422 signup_disabled with its words.
 * Such a trigger must run before the insert, so that it answers a registered address as it answers any other.
 */
export async function signUp(request: Request, deps: AuthDeps): Promise<Response> {
  await deps.limits.spend(signInSignUp(deps.config), addressKey(deps.clientAddress(request)));
  if (!deps.config.enable_signup)
    throw refusal(422, 'signup_disabled', 'Signups not allowed for this instance');
  const account = await readAccount(request, deps);
  try {
    return answerJson(await createAccount(request, account, deps));
  } catch (error) {
    if (isRegistered(error)) return answerRegistered(account, deps);
    throw explain(error);
  }
}

async function readAccount(request: Request, deps: AuthDeps): Promise<Account> {
  const { email, phone, password, data } = await readBody(request, signUpSchema);
  if (!email && !phone) throw refusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (!password) throw validationFailed('Signup requires a valid password');
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (!email) throw refusal(422, 'phone_provider_disabled', 'Phone signups are disabled');
  if (!deps.config.email.enable_signup) {
    throw refusal(422, 'email_provider_disabled', 'Email signups are disabled');
  }
  requireStrength(password, deps.config);
  requireSmallMetadata(Buffer.byteLength(JSON.stringify(data ?? {})));
  return {
    email: normaliseEmail(email),
    passwordHash: await hashPassword(password),
    data: data ?? {},
    confirmed: !deps.config.email.enable_confirmations,
  };
}

/** Inserts without looking first: two sign-ups of one address at once then end like two in a row. */
async function createAccount(request: Request, account: Account, deps: AuthDeps): Promise<object> {
  return inTransaction(deps.pool, async (client) => {
    const id = await insertEmailUser(client, account);
    if (account.confirmed) await confirmEmail(client, id);
    const session = account.confirmed
      ? await startSession(client, id, 'password', originOf(request, deps))
      : undefined;
    // Read again, because a trigger of the project may have changed it.
    const user = await findUser(client, id);
    if (!user) throw refusal(500, 'unexpected_failure', 'Database error loading user after sign-up');
    return session ? sessionJson(user, session, deps) : userJson(user);
  });
}

async function answerRegistered(account: Account, deps: AuthDeps): Promise<Response> {
  const hidden = deps.hideExistingUsers ? await deps.hideExistingUsers() : !account.confirmed;
  if (hidden) return answerJson(fabricateUser(account));
  throw refusal(422, 'user_already_exists', 'User already registered');
}

function isRegistered(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.code === '23505' && error.schema === 'auth' && error.constraint === 'users_email_partial_key';
}

function explain(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  return error.code === 'P0001' ? refusal(422, 'signup_disabled', error.message) : error;
}
