// Changes of the user's own email address or phone number.
import type { Queryable } from '../../database/database-client.ts';
import { type CodeChallenge, createPkceFlow } from '../sessions/flow-state.ts';
import type { AuthDeps } from '../deps.ts';
import { emailExistsError, phoneExistsError } from '../accounts/sign-up-errors.ts';
import { type AfterCommitCallback, enqueueAccountMail } from '../messages/enqueue-account-mail.ts';
import { deleteOneTimeTokens, issueOneTimeToken } from '../messages/one-time-tokens.ts';
import { storeEmailOrPhoneIdentity } from '../accounts/mark-verified.ts';
import { isEnumerationPrevented } from '../http/prevent-enumeration.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { prepareSmsCode } from '../messages/send-sms-code.ts';

const changeTokenTypes = ['email_change_token_new', 'email_change_token_current'] as const;

export interface EmailChangeRequest {
  user: UserRow;
  /** Normalised. */
  newEmail: string;
  redirectTo: string;
  challenge: CodeChallenge | undefined;
}

/** Throws 422 email_exists. If accounts are hidden, a taken email gets no message and the change never completes. */
export async function beginEmailChange(
  db: Queryable,
  change: EmailChangeRequest,
  deps: AuthDeps,
): Promise<AfterCommitCallback> {
  const { user, newEmail, redirectTo, challenge } = change;
  const taken = await isTakenByAnother(db, user.id, newEmail);
  if (taken && !(await isEnumerationPrevented(deps))) throw emailExistsError();
  const double = deps.config.email.double_confirm_changes && Boolean(user.email);
  // Also resets the confirmation status: a confirmation of an earlier change must not count for this one.
  await db.query(
    `update auth.users
     set email_change = $2, email_change_sent_at = now(), email_change_confirm_status = $3, updated_at = now()
     where id = $1`,
    [user.id, newEmail, double ? 0 : 1],
  );
  await deleteOneTimeTokens(db, user.id, changeTokenTypes);
  const method = 'email_change';
  const flowId =
    challenge && (await createPkceFlow(db, { challenge, provider: 'email', method, userId: user.id }));
  const basis = { userId: user.id, flowId };
  const toNew = await issueOneTimeToken(
    db,
    { ...basis, type: 'email_change_token_new', relatesTo: newEmail },
    deps,
  );
  const toCurrent =
    double &&
    (await issueOneTimeToken(
      db,
      { ...basis, type: 'email_change_token_current', relatesTo: user.email ?? '' },
      deps,
    ));
  const mail = {
    kind: 'email_change',
    link: { type: 'email_change', redirectTo },
    email: user.email || 'no address',
    newEmail,
  } as const;
  if (!taken) await enqueueAccountMail(db, { ...mail, to: newEmail, issued: toNew }, deps);
  if (toCurrent) await enqueueAccountMail(db, { ...mail, to: user.email ?? '', issued: toCurrent }, deps);
  return () => deps.mail.wake();
}

async function isTakenByAnother(db: Queryable, userId: string, email: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from auth.users where email = $1 and not is_sso_user and deleted_at is null and id <> $2',
    [email, userId],
  );
  return Boolean(rowCount);
}

/** "half" if the other confirmation is still missing, false if there is no change. The account must be locked. */
export async function confirmEmailChange(db: Queryable, userId: string): Promise<boolean | 'half'> {
  const { rows } = await db.query<{ email_change: string | null; status: number }>(
    'select email_change, email_change_confirm_status as status from auth.users where id = $1',
    [userId],
  );
  const state = rows[0];
  if (!state?.email_change) return false;
  if (state.status === 0) {
    await db.query(
      'update auth.users set email_change_confirm_status = 1, updated_at = now() where id = $1',
      [userId],
    );
    return 'half';
  }
  await storeConfirmedEmail(db, userId, state.email_change);
  await db.query('update auth.users set email_verified_at = now() where id = $1', [userId]);
  // Links sent to the old email must stop working.
  await deleteOneTimeTokens(db, userId);
  return true;
}

/** Stores the email as confirmed. */
export async function storeConfirmedEmail(db: Queryable, userId: string, email: string): Promise<void> {
  await db.query(
    `update auth.users
     set email = $2, email_change = '', email_change_confirm_status = 0, is_anonymous = false,
       email_confirmed_at = now(), updated_at = now()
     where id = $1`,
    [userId, email],
  );
  await storeEmailOrPhoneIdentity(db, userId, { provider: 'email', value: email });
}

/**
 * Returns a callback that sends the code after the commit. Without confirmation the phone changes at once. Throws 422
 * phone_exists.
 */
export async function beginPhoneChange(
  db: Queryable,
  user: UserRow,
  phone: string,
  deps: AuthDeps,
): Promise<() => Promise<void>> {
  const taken = await db.query('select from auth.users where phone = $1 and id <> $2', [phone, user.id]);
  if (taken.rowCount) throw phoneExistsError();
  await db.query('update auth.users set phone_change = $2, updated_at = now() where id = $1', [
    user.id,
    phone,
  ]);
  if (deps.config.sms.enable_confirmations) {
    return prepareSmsCode(db, { user, phone, type: 'phone_change_token' }, deps);
  }
  await confirmPhoneChange(db, user.id, phone);
  return async () => {};
}

/** False if another change has replaced this one. */
export async function confirmPhoneChange(db: Queryable, userId: string, phone: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update auth.users
     set phone = phone_change, phone_change = '', phone_confirmed_at = now(), is_anonymous = false, updated_at = now()
     where id = $1 and phone_change = $2`,
    [userId, phone],
  );
  if (!rowCount) return false;
  await storeEmailOrPhoneIdentity(db, userId, { provider: 'phone', value: phone });
  await deleteOneTimeTokens(db, userId, ['phone_change_token', 'confirmation_token']);
  return true;
}
