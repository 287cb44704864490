// Limits messages, which annoy recipients and cost money. Requests count whether or not an account exists.
import type { AuthDeps } from '../deps.ts';
import {
  consumeConfiguredLimit,
  mailFrequencyLimit,
  mailPerRecipientLimit,
  smsFrequencyLimit,
  smsPerRecipientLimit,
} from '../rate-limits.ts';

/** The minimum time between two messages applies to messages of the same purpose. */
export type AuthMessagePurpose =
  | 'signup'
  | 'otp'
  | 'recovery'
  | 'email_change'
  | 'reauthentication'
  | 'phone_change'
  | 'factor';

/** Throws 429 over_email_send_rate_limit with Retry-After. */
export async function consumeMailLimit(
  request: Request,
  to: string,
  purpose: AuthMessagePurpose,
  deps: AuthDeps,
): Promise<void> {
  const { limits, config } = deps;
  if (config.email.max_frequency > 0) await limits.consume(mailFrequencyLimit(config), `${purpose} ${to}`);
  await consumeConfiguredLimit('email_sent', request, deps);
  // Most providers deliver plus addresses to the same mailbox.
  await limits.consume(mailPerRecipientLimit, to.replace(/\+[^@]*@/, '@'));
}

/** Throws 429 over_sms_send_rate_limit with Retry-After. */
export async function consumeSmsLimit(
  request: Request,
  to: string,
  purpose: AuthMessagePurpose,
  deps: AuthDeps,
): Promise<void> {
  const { limits, config } = deps;
  const { max_frequency: minIntervalS } = purpose === 'factor' ? config.mfa.phone : config.sms;
  if (minIntervalS > 0) await limits.consume(smsFrequencyLimit(minIntervalS), `${purpose} ${to}`);
  await consumeConfiguredLimit('sms_sent', request, deps);
  await limits.consume(smsPerRecipientLimit, to);
}
