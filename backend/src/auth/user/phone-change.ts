import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import { deleteTokens } from '../messages/consume-token.ts';
import { prepareSms } from '../messages/prepare-sms.ts';
import { storeEmailOrPhoneIdentity } from '../accounts/store-email-or-phone-identity.ts';
import type { Queryable, UserRow } from '../accounts/user-row.ts';

/**
 * Returns a callback that sends the code after commit; without confirmation the phone changes at once. Throws 422
 * phone_exists.
 */
export async function preparePhoneChange(
  db: Queryable,
  user: UserRow,
  phone: string,
  deps: AuthDeps,
): Promise<() => Promise<void>> {
  const taken = await db.query('select from auth.users where phone = $1 and id <> $2', [phone, user.id]);
  if (taken.rowCount) {
    throw authError(422, 'phone_exists', 'A user with this phone number has already been registered');
  }
  await db.query('update auth.users set phone_change = $2, updated_at = now() where id = $1', [
    user.id,
    phone,
  ]);
  if (deps.config.sms.enable_confirmations) {
    return prepareSms(db, { user, phone, type: 'phone_change_token' }, deps);
  }
  await confirmPhoneChange(db, user.id, phone);
  return async () => {};
}

/** False when another change is pending by now. */
export async function confirmPhoneChange(db: Queryable, userId: string, phone: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update auth.users
     set phone = phone_change, phone_change = '', phone_confirmed_at = now(), is_anonymous = false, updated_at = now()
     where id = $1 and phone_change = $2`,
    [userId, phone],
  );
  if (!rowCount) return false;
  await storeEmailOrPhoneIdentity(db, userId, { provider: 'phone', value: phone });
  await deleteTokens(db, userId, ['phone_change_token', 'confirmation_token']);
  return true;
}
