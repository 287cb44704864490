// By the send_sms hook of config.toml, as on hosted Supabase; its input is {user, sms: {otp}}.
import type { AuthDeps } from '../deps.ts';
import { callHook } from '../hooks/call-hook.ts';
import { authError } from '../http/errors.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { userJson } from '../accounts/user-json.ts';

/** Otherwise only the test numbers of config.toml work. */
export function smsDelivers(deps: AuthDeps): boolean {
  return deps.config.hook.send_sms.enabled;
}

export function testCode(phone: string, deps: AuthDeps): string | undefined {
  const codes = deps.config.sms.test_otp;
  return Object.hasOwn(codes, phone) ? codes[phone] : undefined;
}

/** Throws 422 sms_send_failed unless the hook accepts it within 5 s, because the user is waiting. */
export async function sendSms(user: UserRow, phone: string, code: string, deps: AuthDeps): Promise<void> {
  if (testCode(phone, deps) !== undefined) return;
  if (!deps.config.hook.send_sms.enabled)
    throw authError(422, 'sms_send_failed', 'This server has no way to send SMS: set auth.hook.send_sms');
  try {
    await callHook('send_sms', { user: { ...userJson(user), phone }, sms: { otp: code } }, deps);
  } catch {
    throw authError(422, 'sms_send_failed', 'Error sending the SMS to its provider. Please try again.');
  }
}
