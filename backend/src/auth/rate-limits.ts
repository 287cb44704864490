// The rate limits of auth: requests, wrong passwords, codes, sign-ups, mails, SMS.
import { clientIpKey } from '../limits/client-ip-key.ts';
import type { RateLimitRule } from '../limits/rate-limiter.ts';
import type { AuthConfig } from './config.ts';
import type { AuthDeps } from './deps.ts';

const fiveMinutesS = 300;
const hourS = 3600;
const dayS = 24 * hourS;

const mailCode = 'over_email_send_rate_limit';
const smsCode = 'over_sms_send_rate_limit';

function sharedLimit(name: string, points: number, windowS: number, code?: string): RateLimitRule {
  return { name, points, windowS, acrossServers: true, ...(code === undefined ? {} : { code }) };
}

// The limits count per client address, unless their name or comment states otherwise; accountUpdateLimit and
// factorEnrolmentLimit count per account.

export const requestsPerClientIpLimit: RateLimitRule = { name: 'auth.request', points: 600, windowS: 60 };

export const wrongPasswordPerIpAndAccountLimit = sharedLimit('auth.wrong-here', 10, fiveMinutesS);

/** Above this, guesses are delayed, except from networks where the account has signed in before. */
export const wrongPasswordPerAccountLimit = sharedLimit('auth.wrong-anywhere', 100, 900);

/**
 * The delayed ones, right or wrong: guesses that arrive at once would otherwise be judged at once. Per account and
 * network, because someone who guesses must not use up the tries of the owner, who comes from elsewhere.
 */
export const delayedPasswordPerNetworkLimit = sharedLimit('auth.delayed', 5, 60);
/** Delayed ones from all networks. Above this, each network has only the next limit, and waits longer. */
export const delayedPasswordPerAccountLimit = sharedLimit('auth.delayed-anywhere', 20, 60);
export const crowdedPasswordPerNetworkLimit = sharedLimit('auth.crowded', 5, hourS);

/** Delay of each guess: tolerable for a person, too long for guessing a password. */
export const guessDelayMs = 5_000;
/** While an account is guessed from many networks at once. Proxies usually wait for 60 s. */
export const crowdedGuessDelayMs = 30_000;

/** Delayed guesses at once in this process. Each holds a client's connection. */
export const delayedGuesses = { places: 1_000, placesPerAccount: 100 };

export const accountUpdateLimit: RateLimitRule = { name: 'auth.update', points: 30, windowS: fiveMinutesS };

export const factorEnrolmentLimit: RateLimitRule = {
  name: 'auth.enroll',
  points: 20,
  windowS: fiveMinutesS,
};

/** Counts per client address and account. */
export const factorChallengeLimit = sharedLimit('auth.challenge', 30, fiveMinutesS);

export const wrongCodePerIpAndFactorLimit = sharedLimit('auth.wrong-code', 5, fiveMinutesS);

/**
 * Above this, guesses are delayed, except from networks where the account has completed its second factor before. With
 * the delayed ones that is a hundred a day; of the million possible codes, three are valid at a time.
 */
export const wrongFactorCodePerAccountLimit = sharedLimit('auth.wrong-code-today', 50, dayS);
export const delayedFactorCodePerAccountLimit = sharedLimit('auth.delayed-code-today', 50, dayS);

export const providerRedirectLimit: RateLimitRule = {
  name: 'auth.provider',
  points: 60,
  windowS: fiveMinutesS,
};

export const mailPerRecipientLimit = sharedLimit('auth.mail-to', 20, hourS, mailCode);
export const smsPerRecipientLimit = sharedLimit('auth.sms-to', 10, hourS, smsCode);

/** 30 guesses a day of a code that has a million possible values. Links and networks of earlier sign-ins are exempt. */
export const wrongOneTimeCodePerRecipientLimit = sharedLimit('auth.wrong-message-code', 30, dayS);

const configuredLimits: Record<keyof AuthConfig['rate_limit'], Omit<RateLimitRule, 'points'>> = {
  sign_in_sign_ups: { name: 'auth.sign-in', windowS: fiveMinutesS, acrossServers: true },
  token_refresh: { name: 'auth.refresh', windowS: fiveMinutesS },
  token_verifications: { name: 'auth.verify', windowS: fiveMinutesS, acrossServers: true },
  web3: { name: 'auth.web3', windowS: fiveMinutesS, acrossServers: true },
  email_sent: { name: 'auth.mail-from', windowS: hourS, acrossServers: true, code: mailCode },
  sms_sent: { name: 'auth.sms-from', windowS: hourS, acrossServers: true, code: smsCode },
  anonymous_users: { name: 'auth.anonymous', windowS: hourS, acrossServers: true },
};

/** Counts a request of this client address by a limit of `[auth.rate_limit]`. Throws 429. */
export async function consumeConfiguredLimit(
  name: keyof AuthConfig['rate_limit'],
  request: Request,
  { config, limits, clientAddress }: AuthDeps,
): Promise<void> {
  const rule = { ...configuredLimits[name], points: config.rate_limit[name] };
  await limits.consume(rule, clientIpKey(clientAddress(request)));
}

/** Counts per recipient and kind of message. */
export function mailFrequencyLimit(config: AuthConfig): RateLimitRule {
  return sharedLimit('auth.mail-again', 1, config.email.max_frequency, mailCode);
}

export function smsFrequencyLimit(windowS: number): RateLimitRule {
  return sharedLimit('auth.sms-again', 1, windowS, smsCode);
}
