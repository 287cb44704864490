import type { RateLimitRule } from '../limits/rate-limiter.ts';
import type { AuthConfig } from './config.ts';

const FIVE_MINUTES_S = 300;

/** All requests of one client address. */
export const requestsPerAddress: RateLimitRule = { name: 'auth.request', points: 600, windowS: 60 };

/** Wrong passwords for one account from one client address. */
export const wrongPasswordPerAddress: RateLimitRule = {
  name: 'auth.wrong-here',
  points: 10,
  windowS: FIVE_MINUTES_S,
};

/** Wrong passwords for one account from everywhere. Addresses that the account is signed in from are exempt. */
export const wrongPasswordPerAccount: RateLimitRule = {
  name: 'auth.wrong-anywhere',
  points: 100,
  windowS: 900,
};

/** Changes of one account to itself. */
export const accountUpdate: RateLimitRule = { name: 'auth.update', points: 30, windowS: FIVE_MINUTES_S };

/** Enrolments that one account begins. */
export const factorEnrolment: RateLimitRule = { name: 'auth.enroll', points: 20, windowS: FIVE_MINUTES_S };

/** Challenges for one account from one client address. */
export const factorChallenge: RateLimitRule = { name: 'auth.challenge', points: 30, windowS: FIVE_MINUTES_S };

/** Wrong codes for one factor from one client address. */
export const wrongCodePerAddress: RateLimitRule = {
  name: 'auth.wrong-code',
  points: 5,
  windowS: FIVE_MINUTES_S,
};

/**
 * Wrong codes for all factors of one account from everywhere: three of a million codes are right at a time, and 50
 * can be tried in a day. Addresses with an AAL2 session of the account are exempt.
 */
export const wrongCodePerAccount: RateLimitRule = {
  name: 'auth.wrong-code-today',
  points: 50,
  windowS: 86_400,
};

/** Redirects of one client address to providers. */
export const providerRedirect: RateLimitRule = { name: 'auth.provider', points: 60, windowS: FIVE_MINUTES_S };

/** Anonymous accounts of one client address. */
export function anonymousSignUp(config: AuthConfig): RateLimitRule {
  return { name: 'auth.anonymous', points: config.rate_limit.anonymous_users, windowS: 3600 };
}

/** Sign-ins and sign-ups of one client address. */
export function signInSignUp(config: AuthConfig): RateLimitRule {
  return { name: 'auth.sign-in', points: config.rate_limit.sign_in_sign_ups, windowS: FIVE_MINUTES_S };
}

/** Wallet sign-ins of one client address. */
export function walletSignIn(config: AuthConfig): RateLimitRule {
  return { name: 'auth.web3', points: config.rate_limit.web3, windowS: FIVE_MINUTES_S };
}

/** Refreshes of one client address. */
export function tokenRefresh(config: AuthConfig): RateLimitRule {
  return { name: 'auth.refresh', points: config.rate_limit.token_refresh, windowS: FIVE_MINUTES_S };
}

const MAIL_CODE = 'over_email_send_rate_limit';
const SMS_CODE = 'over_sms_send_rate_limit';
const HOUR_S = 3600;

/** Messages to one recipient, whatever caused them. */
export const mailPerRecipient: RateLimitRule = {
  name: 'auth.mail-to',
  points: 20,
  windowS: HOUR_S,
  code: MAIL_CODE,
};
export const smsPerRecipient: RateLimitRule = {
  name: 'auth.sms-to',
  points: 10,
  windowS: HOUR_S,
  code: SMS_CODE,
};

/** Wrong codes for one email or phone from everywhere: thirty of a million in a day. Links are exempt. */
export const wrongCodePerRecipient: RateLimitRule = {
  name: 'auth.wrong-message-code',
  points: 30,
  windowS: 24 * HOUR_S,
};

/** Links and codes verified from one client address. */
export function verification(config: AuthConfig): RateLimitRule {
  return { name: 'auth.verify', points: config.rate_limit.token_verifications, windowS: FIVE_MINUTES_S };
}

/** Messages that one client address causes. */
export function mailPerClient(config: AuthConfig): RateLimitRule {
  return { name: 'auth.mail-from', points: config.rate_limit.email_sent, windowS: HOUR_S, code: MAIL_CODE };
}

export function smsPerClient(config: AuthConfig): RateLimitRule {
  return { name: 'auth.sms-from', points: config.rate_limit.sms_sent, windowS: HOUR_S, code: SMS_CODE };
}

/** Messages of one kind to one recipient. */
export function mailFrequency(config: AuthConfig): RateLimitRule {
  return { name: 'auth.mail-again', points: 1, windowS: config.email.max_frequency, code: MAIL_CODE };
}

export function smsFrequency(windowS: number): RateLimitRule {
  return { name: 'auth.sms-again', points: 1, windowS, code: SMS_CODE };
}
