import type { AuthDeps } from '../deps.ts';
import { type OneTimeTokenType, issueToken } from './issue-token.ts';
import type { Queryable, UserRow } from '../accounts/user-row.ts';
import { sendSms, testCode } from './send-sms.ts';

const TTL_S = 600;

type SmsTokenType = Extract<
  OneTimeTokenType,
  'confirmation_token' | 'phone_change_token' | 'reauthentication_token'
>;

const SENT_AT: Record<SmsTokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
};

/** Call what it returns after the commit. */
export async function prepareSms(
  db: Queryable,
  { user, phone, type }: { user: UserRow; phone: string; type: SmsTokenType },
  deps: AuthDeps,
): Promise<() => Promise<void>> {
  const given = testCode(phone, deps);
  const request = { userId: user.id, type, relatesTo: phone, code: given, ttlS: TTL_S };
  await db.query(`update auth.users set ${SENT_AT[type]} = now() where id = $1`, [user.id]);
  const { code } = await issueToken(db, request, deps);
  return () => sendSms(user, phone, code, deps);
}
