// Creates an account at sign-up or renews an unconfirmed one; sends the confirmation.
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import type { CodeChallenge } from '../sessions/flow-state.ts';
import { runInAccountCreationTransaction } from '../hooks/in-account-creation-transaction.ts';
import { issueLinkAndEnqueueMail } from '../messages/enqueue-account-mail.ts';
import { prepareSmsCode } from '../messages/send-sms-code.ts';
import { verifyPassword } from '../accounts/password-hash.ts';
import { type SessionWithUser, createSessionJson } from '../sessions/create-session-json.ts';
import { type SessionOrigin, startSession } from '../sessions/session.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { type NewAccount, accountMetadata, autoconfirmAccount, insertUser } from '../accounts/insert-user.ts';
import { userJson } from '../accounts/user-json.ts';
import { findUserByEmail, findUserByPhone, loadUser } from '../accounts/user-row.ts';

export interface SignUpInput extends NewAccount {
  password: string;
  redirectTo: string;
  challenge: CodeChallenge | undefined;
  origin: SessionOrigin;
}

/** The response body, and the message to send first. */
interface SessionlessResult {
  body: object;
  send: (() => void | Promise<void>) | undefined;
}

/** Returns the first session, or only the account once its message is sent. */
export async function registerAccount(account: SignUpInput, deps: AuthDeps): Promise<object> {
  const { ip } = account.origin;
  const created = await runInAccountCreationTransaction<SessionWithUser | SessionlessResult>(
    ip,
    deps,
    async (client, allowCreation) => {
      const id = await insertUser(client, account, allowCreation);
      if (!account.confirmed) return prepareConfirmation(client, id, account, deps);
      await autoconfirmAccount(client, id);
      if (deps.signUpWithoutSession) return { body: userJson(await loadUser(client, id)), send: undefined };
      return startSession(client, id, 'password', account.origin);
    },
  );
  if ('session' in created) return createSessionJson(created, deps);
  await created.send?.();
  return created.body;
}

/**
 * Invalidates the earlier message. If the password differs, one of the two may be another person's: then neither is
 * valid, and only the confirmation opens the account. Undefined if the account is confirmed or invited.
 */
export async function renewSignUp(account: SignUpInput, deps: AuthDeps): Promise<object | undefined> {
  const found =
    account.email === undefined
      ? await findUserByPhone(deps.pool, account.phone ?? '')
      : await findUserByEmail(deps.pool, account.email);
  if (!found || found.confirmed_at || found.invited_at) return undefined;
  // Hashing may queue, so no connection is held; a password that changed in between is treated as different.
  const stored = found.encrypted_password;
  const same = await verifyPassword(account.password, stored);
  const result = await runInTransaction(deps.pool, async (client) => {
    const { rowCount } = await client.query(
      `update auth.users
       set encrypted_password = case when $2 and encrypted_password is not distinct from $4 then encrypted_password end,
           raw_user_meta_data = $3, updated_at = now()
       where id = $1 and confirmed_at is null`,
      [found.id, same, JSON.stringify(accountMetadata(found.id, account)), stored],
    );
    return rowCount ? prepareConfirmation(client, found.id, account, deps) : undefined;
  });
  await result?.send?.();
  return result?.body;
}

async function prepareConfirmation(
  client: Queryable,
  id: string,
  account: SignUpInput,
  deps: AuthDeps,
): Promise<SessionlessResult> {
  const user = await loadUser(client, id);
  const { redirectTo, challenge, phone } = account;
  const send = await (phone === undefined
    ? issueLinkAndEnqueueMail(client, { type: 'signup', user, redirectTo, challenge }, deps)
    : prepareSmsCode(client, { user, phone, type: 'confirmation_token' }, deps));
  return { body: userJson(await loadUser(client, id)), send };
}
