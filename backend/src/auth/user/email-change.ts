import type { CodeChallenge } from '../sessions/code-challenge.ts';
import { createFlow } from '../sessions/flow-state.ts';
import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import type { SendMessage } from '../messages/prepare-mail.ts';
import { enqueueMail } from '../messages/enqueue-mail.ts';
import { deleteTokens } from '../messages/consume-token.ts';
import { issueToken } from '../messages/issue-token.ts';
import { storeEmailOrPhoneIdentity } from '../accounts/store-email-or-phone-identity.ts';
import { mustHideUsers } from '../http/prevent-enumeration.ts';
import type { Queryable, UserRow } from '../accounts/user-row.ts';

const BOTH = ['email_change_token_new', 'email_change_token_current'] as const;

export interface EmailChange {
  user: UserRow;
  /** Normalised. */
  newEmail: string;
  redirectTo: string;
  challenge: CodeChallenge | undefined;
}

/** Throws 422 email_exists; where accounts are hidden, a taken email gets no message and the change never completes. */
export async function prepareEmailChange(
  db: Queryable,
  change: EmailChange,
  deps: AuthDeps,
): Promise<SendMessage> {
  const { user, newEmail, redirectTo, challenge } = change;
  const taken = await isTakenByAnother(db, user.id, newEmail);
  if (taken && !(await mustHideUsers(deps))) {
    throw authError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  const double = deps.config.email.double_confirm_changes && Boolean(user.email);
  // Resets the confirmation of an earlier message.
  await db.query(
    `update auth.users
     set email_change = $2, email_change_sent_at = now(), email_change_confirm_status = $3, updated_at = now()
     where id = $1`,
    [user.id, newEmail, double ? 0 : 1],
  );
  await deleteTokens(db, user.id, BOTH);
  const method = 'email_change';
  const flowId =
    challenge && (await createFlow(db, { challenge, provider: 'email', method, userId: user.id }));
  const basis = { userId: user.id, flowId };
  const toNew = await issueToken(db, { ...basis, type: 'email_change_token_new', relatesTo: newEmail }, deps);
  const toCurrent =
    double &&
    (await issueToken(
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
  if (!taken) await enqueueMail(db, { ...mail, to: newEmail, issued: toNew }, deps);
  if (toCurrent) await enqueueMail(db, { ...mail, to: user.email ?? '', issued: toCurrent }, deps);
  return () => deps.mail.wake();
}

async function isTakenByAnother(db: Queryable, userId: string, email: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from auth.users where email = $1 and not is_sso_user and deleted_at is null and id <> $2',
    [email, userId],
  );
  return Boolean(rowCount);
}

/** False when the other confirmation is missing, undefined without a change. The account must be locked. */
export async function confirmEmailChange(db: Queryable, userId: string): Promise<boolean | undefined> {
  const { rows } = await db.query<{ email_change: string | null; status: number }>(
    'select email_change, email_change_confirm_status as status from auth.users where id = $1',
    [userId],
  );
  const state = rows[0];
  if (!state?.email_change) return undefined;
  if (state.status === 0) {
    await db.query(
      'update auth.users set email_change_confirm_status = 1, updated_at = now() where id = $1',
      [userId],
    );
    return false;
  }
  await storeEmail(db, userId, state.email_change);
  await db.query('update auth.users set email_verified_at = now() where id = $1', [userId]);
  // Links sent to the old email must not work.
  await deleteTokens(db, userId);
  return true;
}

/** As confirmed. */
export async function storeEmail(db: Queryable, userId: string, email: string): Promise<void> {
  await db.query(
    `update auth.users
     set email = $2, email_change = '', email_change_confirm_status = 0, is_anonymous = false,
       email_confirmed_at = now(), updated_at = now()
     where id = $1`,
    [userId, email],
  );
  await storeEmailOrPhoneIdentity(db, userId, { provider: 'email', value: email });
}
