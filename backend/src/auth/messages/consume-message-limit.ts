// Messages cost: whoever receives them patience, whoever sends them money. Counted by what was asked for, never by
// whether there is an account.
import { addressKey } from '../../limits/address-key.ts';
import type { AuthDeps } from '../deps.ts';
import { mailAgain, mailFrom, mailTo, smsAgain, smsFrom, smsTo } from '../rate-limits.ts';

/** What a message is about, as far as "you asked for this a moment ago" goes. */
export type Matter =
  | 'signup'
  | 'otp'
  | 'recovery'
  | 'email_change'
  | 'reauthentication'
  | 'phone_change'
  | 'factor';

/** Counts a message by mail. Throws 429 over_email_send_rate_limit with Retry-After. */
export async function spendMail(request: Request, to: string, matter: Matter, deps: AuthDeps): Promise<void> {
  const { limits, config } = deps;
  if (config.email.max_frequency > 0) await limits.consume(mailAgain(config), `${matter} ${to}`);
  await limits.consume(mailFrom(config), addressKey(deps.clientAddress(request)));
  // What stands after a plus is the same mailbox at most providers.
  await limits.consume(mailTo, to.replace(/\+[^@]*@/, '@'));
}

/** Counts a message by SMS. Throws 429 over_sms_send_rate_limit with Retry-After. */
export async function spendSms(request: Request, to: string, matter: Matter, deps: AuthDeps): Promise<void> {
  const { limits, config } = deps;
  const { max_frequency: pauseS } = matter === 'factor' ? config.mfa.phone : config.sms;
  if (pauseS > 0) await limits.consume(smsAgain(pauseS), `${matter} ${to}`);
  await limits.consume(smsFrom(config), addressKey(deps.clientAddress(request)));
  await limits.consume(smsTo, to);
}
