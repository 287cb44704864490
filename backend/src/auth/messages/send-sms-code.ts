// Sends codes by the send_sms hook of config.toml, as on hosted Supabase; its input is {user, sms: {otp}}.
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { callHook } from '../hooks/call-hook.ts';
import { authError } from '../http/errors.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { userJson } from '../accounts/user-json.ts';
import { type OneTimeTokenType, issueOneTimeToken } from './one-time-tokens.ts';

export function findConfiguredTestCode(phone: string, deps: AuthDeps): string | undefined {
  const codes = deps.config.sms.test_otp;
  return Object.hasOwn(codes, phone) ? codes[phone] : undefined;
}

/** Throws 422 sms_send_failed unless the hook accepts the message within 5 s, because the user is waiting. */
export async function sendSmsCode(user: UserRow, phone: string, code: string, deps: AuthDeps): Promise<void> {
  if (findConfiguredTestCode(phone, deps) !== undefined) return;
  if (!deps.config.hook.send_sms.enabled)
    throw authError(422, 'sms_send_failed', 'This server has no way to send SMS: set auth.hook.send_sms');
  try {
    await callHook('send_sms', { user: { ...userJson(user), phone }, sms: { otp: code } }, deps);
  } catch {
    throw authError(422, 'sms_send_failed', 'Error sending the SMS to its provider. Please try again.');
  }
}

const ttlS = 600;

type SmsTokenType = Extract<
  OneTimeTokenType,
  'confirmation_token' | 'phone_change_token' | 'reauthentication_token'
>;

const sentAt: Record<SmsTokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
};

/** Returns the function that sends it, to be called after the commit. */
export async function prepareSmsCode(
  db: Queryable,
  { user, phone, type }: { user: UserRow; phone: string; type: SmsTokenType },
  deps: AuthDeps,
): Promise<() => Promise<void>> {
  const given = findConfiguredTestCode(phone, deps);
  const request = { userId: user.id, type, relatesTo: phone, code: given, ttlS: ttlS };
  await db.query(`update auth.users set ${sentAt[type]} = now() where id = $1`, [user.id]);
  const { code } = await issueOneTimeToken(db, request, deps);
  return () => sendSmsCode(user, phone, code, deps);
}
