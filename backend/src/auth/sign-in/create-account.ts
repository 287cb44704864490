import type { AuthDeps } from '../deps.ts';
import type { CodeChallenge } from '../sessions/code-challenge.ts';
import { authError } from '../http/errors.ts';
import { inAccountTransaction } from '../hooks/before-user-created.ts';
import { prepareMail } from '../messages/prepare-mail.ts';
import { prepareSms } from '../messages/prepare-sms.ts';
import { verifyPassword } from '../accounts/verify-password.ts';
import { type OpenSession, sessionJson } from '../sessions/access-token.ts';
import { type SessionOrigin, startSession } from '../sessions/start-session.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import { type NewAccount, accountMetadata, confirmAccount, insertUser } from '../accounts/insert-user.ts';
import { userJson } from '../accounts/user-json.ts';
import {
  type Queryable,
  type UserRow,
  findUser,
  findUserByEmail,
  findUserByPhone,
} from '../accounts/user-row.ts';

/** A sign-up that was read and found in order. */
export interface SignUp extends NewAccount {
  password: string;
  redirectTo: string;
  challenge: CodeChallenge | undefined;
  origin: SessionOrigin;
}

/** What is answered, once the message is on the way. */
interface Answer {
  answer: object;
  send: (() => void | Promise<void>) | undefined;
}

/** Makes the account; answers its first session, or without one, once its message is on the way, the account. */
export async function createAccount(account: SignUp, deps: AuthDeps): Promise<object> {
  const { ip } = account.origin;
  const made = await inAccountTransaction<OpenSession | Answer>(ip, deps, async (client, approve) => {
    const id = await insertUser(client, account, approve);
    if (!account.confirmed) return prepareConfirmation(client, id, account, deps);
    await confirmAccount(client, id);
    if (deps.signUpWithoutSession) return { answer: userJson(await loadUser(client, id)), send: undefined };
    const session = await startSession(client, id, 'password', account.origin);
    // Read again, because a trigger of the project may have changed it.
    return { user: await loadUser(client, id), session };
  });
  if ('session' in made) return sessionJson(made, deps);
  await made.send?.();
  return made.answer;
}

/**
 * A sign-up with an address or number that is registered but was never confirmed: what was sent before does not count
 * any more. If the password differs, somebody else may have chosen one of the two, and nobody knows which: then neither
 * counts, and the confirmation alone opens the account. Undefined when the account is confirmed or invited.
 */
export async function renewSignUp(account: SignUp, deps: AuthDeps): Promise<object | undefined> {
  const found =
    account.email === undefined
      ? await findUserByPhone(deps.pool, account.phone ?? '')
      : await findUserByEmail(deps.pool, account.email);
  if (!found || found.confirmed_at || found.invited_at) return undefined;
  // It may wait for its turn, so it holds no connection; a password that changes meanwhile counts as another one.
  const stored = found.encrypted_password;
  const same = await verifyPassword(account.password, stored);
  const done = await inTransaction(deps.pool, async (client) => {
    const { rowCount } = await client.query(
      `update auth.users
       set encrypted_password = case when $2 and encrypted_password is not distinct from $4 then encrypted_password end,
           raw_user_meta_data = $3, updated_at = now()
       where id = $1 and confirmed_at is null`,
      [found.id, same, JSON.stringify(accountMetadata(found.id, account)), stored],
    );
    return rowCount ? prepareConfirmation(client, found.id, account, deps) : undefined;
  });
  await done?.send?.();
  return done?.answer;
}

async function prepareConfirmation(
  client: Queryable,
  id: string,
  account: SignUp,
  deps: AuthDeps,
): Promise<Answer> {
  const user = await loadUser(client, id);
  const { redirectTo, challenge, phone } = account;
  const send = await (phone === undefined
    ? prepareMail(client, { type: 'signup', user, redirectTo, challenge }, deps)
    : prepareSms(client, { user, phone, type: 'confirmation_token' }, deps));
  return { answer: userJson(await loadUser(client, id)), send };
}

async function loadUser(client: Queryable, id: string): Promise<UserRow> {
  const user = await findUser(client, id);
  if (user) return user;
  throw authError(500, 'unexpected_failure', 'Database error loading user after sign-up');
}
