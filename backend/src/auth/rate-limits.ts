// The rate limits of auth: requests, wrong passwords, codes, sign-ups, mails, SMS.
import type { RateLimitRule } from '../limits/rate-limiter.ts';
import type { AuthConfig } from './config.ts';

const FIVE_MINUTES_S = 300;

// By client address, except accountUpdateLimit and factorEnrolmentLimit (by account) and those whose name states
// otherwise.

export const requestsPerClientIpLimit: RateLimitRule = { name: 'auth.request', points: 600, windowS: 60 };

/** Also by account. */
export const wrongPasswordPerClientIpLimit: RateLimitRule = {
  name: 'auth.wrong-here',
  points: 10,
  windowS: FIVE_MINUTES_S,
  acrossServers: true,
};

/** Above this, attempts are delayed, except from where the account has signed in before. */
export const wrongPasswordPerAccountLimit: RateLimitRule = {
  name: 'auth.wrong-anywhere',
  points: 100,
  windowS: 900,
  acrossServers: true,
};

/** Delay of each attempt: tolerable for a person, too long for guessing a password. */
export const delayedAttemptMs = 5_000;

/** Delayed attempts at once in this process: each holds a client's connection; further ones are refused. */
export const maxDelayedAttempts = 1_000;

export const accountUpdateLimit: RateLimitRule = { name: 'auth.update', points: 30, windowS: FIVE_MINUTES_S };

export const factorEnrolmentLimit: RateLimitRule = {
  name: 'auth.enroll',
  points: 20,
  windowS: FIVE_MINUTES_S,
};

/** Also by account. */
export const factorChallengeLimit: RateLimitRule = {
  name: 'auth.challenge',
  points: 30,
  windowS: FIVE_MINUTES_S,
  acrossServers: true,
};

/** Also by factor. */
export const wrongCodePerClientIpLimit: RateLimitRule = {
  name: 'auth.wrong-code',
  points: 5,
  windowS: FIVE_MINUTES_S,
  acrossServers: true,
};

/** Three of a million codes are valid at a time. Addresses with an AAL2 session of the account are exempt. */
export const wrongCodePerAccountLimit: RateLimitRule = {
  name: 'auth.wrong-code-today',
  points: 50,
  windowS: 86_400,
  acrossServers: true,
};

export const providerRedirectLimit: RateLimitRule = {
  name: 'auth.provider',
  points: 60,
  windowS: FIVE_MINUTES_S,
};

export function anonymousSignUpLimit(config: AuthConfig): RateLimitRule {
  return {
    name: 'auth.anonymous',
    points: config.rate_limit.anonymous_users,
    windowS: 3600,
    acrossServers: true,
  };
}

export function signInAndSignUpLimit(config: AuthConfig): RateLimitRule {
  return {
    name: 'auth.sign-in',
    points: config.rate_limit.sign_in_sign_ups,
    windowS: FIVE_MINUTES_S,
    acrossServers: true,
  };
}

export function walletSignInLimit(config: AuthConfig): RateLimitRule {
  return { name: 'auth.web3', points: config.rate_limit.web3, windowS: FIVE_MINUTES_S, acrossServers: true };
}

export function tokenRefreshLimit(config: AuthConfig): RateLimitRule {
  return { name: 'auth.refresh', points: config.rate_limit.token_refresh, windowS: FIVE_MINUTES_S };
}

const MAIL_CODE = 'over_email_send_rate_limit';
const SMS_CODE = 'over_sms_send_rate_limit';
const HOUR_S = 3600;

export const mailPerRecipientLimit: RateLimitRule = {
  name: 'auth.mail-to',
  points: 20,
  windowS: HOUR_S,
  code: MAIL_CODE,
  acrossServers: true,
};
export const smsPerRecipientLimit: RateLimitRule = {
  name: 'auth.sms-to',
  points: 10,
  windowS: HOUR_S,
  code: SMS_CODE,
  acrossServers: true,
};

/** Thirty of a million codes. Links are exempt. */
export const wrongCodePerRecipientLimit: RateLimitRule = {
  name: 'auth.wrong-message-code',
  points: 30,
  windowS: 24 * HOUR_S,
  acrossServers: true,
};

export function verificationLimit(config: AuthConfig): RateLimitRule {
  return {
    name: 'auth.verify',
    points: config.rate_limit.token_verifications,
    windowS: FIVE_MINUTES_S,
    acrossServers: true,
  };
}

export function mailPerClientIpLimit(config: AuthConfig): RateLimitRule {
  return {
    name: 'auth.mail-from',
    points: config.rate_limit.email_sent,
    windowS: HOUR_S,
    code: MAIL_CODE,
    acrossServers: true,
  };
}

export function smsPerClientIpLimit(config: AuthConfig): RateLimitRule {
  return {
    name: 'auth.sms-from',
    points: config.rate_limit.sms_sent,
    windowS: HOUR_S,
    code: SMS_CODE,
    acrossServers: true,
  };
}

/** By recipient and kind of message. */
export function mailFrequencyLimit(config: AuthConfig): RateLimitRule {
  return {
    name: 'auth.mail-again',
    points: 1,
    windowS: config.email.max_frequency,
    code: MAIL_CODE,
    acrossServers: true,
  };
}

export function smsFrequencyLimit(windowS: number): RateLimitRule {
  return { name: 'auth.sms-again', points: 1, windowS, code: SMS_CODE, acrossServers: true };
}
