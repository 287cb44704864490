// SMS leave through the send_sms hook of config.toml, as on hosted Supabase: an address that gets {user, sms: {otp}}
// by POST, signed after Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature).
import { createHmac, randomUUID } from 'node:crypto';
import type { AuthDeps } from '../deps.ts';
import { refusal } from '../http/refuse.ts';
import type { UserRow } from '../users/user-row.ts';
import { userJson } from '../users/user-json.ts';

const PATIENCE_MS = 5_000;

/** Whether SMS can be sent at all, or only to the numbers that config.toml lists for tests. */
export function smsDelivers(deps: AuthDeps): boolean {
  return deps.config.hook.send_sms.enabled;
}

/** The fixed code of a number that config.toml lists for tests. */
export function testCode(phone: string, deps: AuthDeps): string | undefined {
  const codes = deps.config.sms.test_otp;
  return Object.hasOwn(codes, phone) ? codes[phone] : undefined;
}

/**
 * Sends a code to a number; numbers for tests get nothing. Throws 422 sms_send_failed when the hook does not take it
 * within five seconds: the person waits for this very message, so a failure must be told.
 */
export async function sendSms(user: UserRow, phone: string, code: string, deps: AuthDeps): Promise<void> {
  if (testCode(phone, deps) !== undefined) return;
  const { uri, secrets, enabled } = deps.config.hook.send_sms;
  if (!enabled)
    throw refusal(422, 'sms_send_failed', 'This server has no way to send SMS: set auth.hook.send_sms');
  const body = JSON.stringify({ user: { ...userJson(user), phone }, sms: { otp: code } });
  try {
    const response = await fetch(uri, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { 'content-type': 'application/json', ...signature(body, secrets) },
    });
    await response.body?.cancel();
    if (response.ok) return;
    deps.log({ level: 'error', event: 'sms.failed', status: response.status });
  } catch (error) {
    deps.log({ level: 'error', event: 'sms.failed', code: (error as Error).name });
  }
  throw refusal(422, 'sms_send_failed', 'Error sending the SMS to its provider. Please try again.');
}

function signature(body: string, secrets: string): Record<string, string> {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signatures = secrets
    .split('|')
    .filter((secret) => secret !== '')
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^v1,/, '').replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
