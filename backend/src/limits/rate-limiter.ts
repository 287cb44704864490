// In memory: with several processes a limit holds for each process.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { BackendError } from '../errors/backend-error.ts';
import { networkKey } from './client-ip-key.ts';

export interface RateLimitRule {
  /** Rules of one name share a counter. */
  name: string;
  points: number;
  windowS: number;
  /** Default: over_request_rate_limit. */
  code?: string;
  /** Factor on `perMinute`. */
  share?: number;
}

export interface RateLimitOptions {
  /** Replaces every rule's own limit: requests a minute for one key. Local mode sets 600. */
  perMinute?: number;
}

export interface RateLimiter {
  /** Throws a BackendError 429 (the rule's code, Retry-After in seconds) when no point is left. */
  consume(rule: RateLimitRule, key: string): Promise<void>;
  /** For an attempt that the rule turned out not to be about. */
  refund(rule: RateLimitRule, key: string): Promise<void>;
  reset(rule: RateLimitRule, key: string): Promise<void>;
}

export function createRateLimiter(options: RateLimitOptions = {}): RateLimiter {
  const counters = new Map<string, RateLimiterMemory>();

  function counterOf(rule: RateLimitRule): RateLimiterMemory {
    let counter = counters.get(rule.name);
    if (!counter) {
      const limit = options.perMinute
        ? { points: options.perMinute * (rule.share ?? 1), duration: 60 }
        : { points: rule.points, duration: rule.windowS };
      counter = new RateLimiterMemory({ keyPrefix: rule.name, ...limit });
      counters.set(rule.name, counter);
    }
    return counter;
  }

  async function consumeOne(rule: RateLimitRule, key: string): Promise<void> {
    try {
      await counterOf(rule).consume(key);
    } catch (reason) {
      throw reason instanceof RateLimiterRes ? tooMany(rule, reason.msBeforeNext) : reason;
    }
  }

  return {
    async consume(rule, key) {
      await consumeOne(rule, key);
      const network = networkKey(key);
      if (network !== undefined) await consumeOne(networkRule(rule), network);
    },
    async refund(rule, key) {
      await counterOf(rule).reward(key);
      const network = networkKey(key);
      if (network !== undefined) await counterOf(networkRule(rule)).reward(network);
    },
    async reset(rule, key) {
      await counterOf(rule).delete(key);
    },
  };
}

/** The wider network of an IPv6 address may serve many people. */
function networkRule(rule: RateLimitRule): RateLimitRule {
  return { ...rule, name: `${rule.name}.network`, points: rule.points * 8, share: 8 };
}

function tooMany(rule: RateLimitRule, waitMs: number): BackendError {
  const waitS = Math.max(1, Math.ceil(waitMs / 1000));
  return new BackendError({
    status: 429,
    code: rule.code ?? 'over_request_rate_limit',
    message: `Request rate limit reached. Try again in ${waitS} seconds.`,
    headers: { 'retry-after': String(waitS) },
  });
}
