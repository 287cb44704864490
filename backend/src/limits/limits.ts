// Counted in memory, by each process for itself: with several processes on one database a ceiling holds per process.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { BackendError } from '../errors/backend-error.ts';
import { widerKey } from './address-key.ts';

/** At most `points` in any window of `windowS` seconds for one key. */
export interface LimitRule {
  name: string;
  points: number;
  windowS: number;
  /** What the refusal is called, where it is not over_request_rate_limit. */
  code?: string;
  /** How many times the ceiling of `perMinute` it takes in its place. */
  share?: number;
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
        ? { points: settings.perMinute * (rule.share ?? 1), duration: 60 }
        : { points: rule.points, duration: rule.windowS };
      counter = new RateLimiterMemory({ keyPrefix: rule.name, ...ceiling });
      counters.set(rule.name, counter);
    }
    return counter;
  }

  async function consume(rule: LimitRule, key: string): Promise<void> {
    try {
      await counterOf(rule).consume(key);
    } catch (reason) {
      throw reason instanceof RateLimiterRes ? tooMany(rule, reason.msBeforeNext) : reason;
    }
  }

  return {
    async spend(rule, key) {
      await consume(rule, key);
      const wider = widerKey(key);
      if (wider !== undefined) await consume(ofNetwork(rule), wider);
    },
    async refund(rule, key) {
      await counterOf(rule).reward(key);
      const wider = widerKey(key);
      if (wider !== undefined) await counterOf(ofNetwork(rule)).reward(wider);
    },
    async forgive(rule, key) {
      await counterOf(rule).delete(key);
    },
  };
}

/** What a wider network of an IPv6 address may do: eight times as much, since it may be many people's. */
function ofNetwork(rule: LimitRule): LimitRule {
  return { ...rule, name: `${rule.name}.network`, points: rule.points * 8, share: 8 };
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
