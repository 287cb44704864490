// Counted in memory, by each process for itself: with several processes on one database a ceiling holds per process.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { BackendError } from '../errors/backend-error.ts';

/** At most `points` in any window of `windowS` seconds for one key. */
export interface LimitRule {
  name: string;
  points: number;
  windowS: number;
  /** What the refusal is called, where it is not over_request_rate_limit. */
  code?: string;
}

export interface LimitSettings {
  /** One ceiling in place of every rule's own: requests a minute for one key. Local mode sets 600. */
  perMinute?: number;
}

export interface Limits {
  /** Takes one point. Throws a 429 BackendError (the rule's code, Retry-After in seconds) when none is left. */
  spend(rule: LimitRule, key: string): Promise<void>;
  /** Gives one point back, for an attempt that turned out to be none of what the rule counts. */
  refund(rule: LimitRule, key: string): Promise<void>;
  /** Gives a key all its points back. */
  forgive(rule: LimitRule, key: string): Promise<void>;
}

/** Makes the counters. Rules are told apart by name. */
export function createLimits(settings: LimitSettings = {}): Limits {
  const counters = new Map<string, RateLimiterMemory>();

  function counterOf(rule: LimitRule): RateLimiterMemory {
    let counter = counters.get(rule.name);
    if (!counter) {
      const ceiling = settings.perMinute
        ? { points: settings.perMinute, duration: 60 }
        : { points: rule.points, duration: rule.windowS };
      counter = new RateLimiterMemory({ keyPrefix: rule.name, ...ceiling });
      counters.set(rule.name, counter);
    }
    return counter;
  }

  return {
    async spend(rule, key) {
      try {
        await counterOf(rule).consume(key);
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? tooMany(rule, reason.msBeforeNext) : reason;
      }
    },
    async refund(rule, key) {
      await counterOf(rule).reward(key);
    },
    async forgive(rule, key) {
      await counterOf(rule).delete(key);
    },
  };
}

function tooMany(rule: LimitRule, waitMs: number): BackendError {
  const waitS = Math.max(1, Math.ceil(waitMs / 1000));
  return new BackendError({
    status: 429,
    code: rule.code ?? 'over_request_rate_limit',
    message: `Request rate limit reached. Try again in ${waitS} seconds.`,
    headers: { 'retry-after': String(waitS) },
  });
}
