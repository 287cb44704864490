// Rate limits by fixed rules: counts points per key in memory or across servers in the database.
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { BackendError } from '../errors/backend-error.ts';
import { widerIpv6Key } from './client-ip-key.ts';

export interface RateLimitRule {
  /** Rules with the same name share a counter. */
  name: string;
  points: number;
  windowS: number;
  /** Default: over_request_rate_limit. */
  code?: string;
  /** A factor applied to `perMinute`. */
  share?: number;
  /** For attempts to guess or to send: all servers of a database share one counter. Other rules count per process. */
  acrossServers?: boolean;
}

export interface RateLimitOptions {
  /** Replaces every rule's own limit: requests a minute for one key. Local mode sets 600. */
  perMinute?: number;
  /** Whether other servers use the same database; then `acrossServers` rules count in the database. */
  severalServers?: boolean;
}

/** `pool` is for counters across servers. If the database cannot count, this process does. */
export function createRateLimiter(options: RateLimitOptions = {}, pool?: Pool) {
  const counters = new Map<string, RateLimiterAbstract>();

  function counterOf(rule: RateLimitRule): RateLimiterAbstract {
    let counter = counters.get(rule.name);
    if (!counter) {
      const limit = options.perMinute
        ? { points: options.perMinute * (rule.share ?? 1), duration: 60 }
        : { points: rule.points, duration: rule.windowS };
      counter = createCounter(rule, { keyPrefix: rule.name, ...limit });
      counters.set(rule.name, counter);
    }
    return counter;
  }

  function createCounter(
    rule: RateLimitRule,
    settings: { keyPrefix: string; points: number; duration: number },
  ): RateLimiterAbstract {
    const memory = new RateLimiterMemory(settings);
    if (pool === undefined || !options.severalServers || !rule.acrossServers) return memory;
    return new RateLimiterPostgres({
      ...settings,
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'backend',
      tableName: 'rate_limits',
      tableCreated: true,
      insuranceLimiter: memory,
    });
  }

  async function consumeOne(rule: RateLimitRule, key: string): Promise<void> {
    try {
      await counterOf(rule).consume(storedKey(key));
    } catch (reason) {
      throw reason instanceof RateLimiterRes ? tooMany(rule, reason.msBeforeNext) : reason;
    }
  }

  return {
    /** Throws a BackendError 429 (the rule's code, Retry-After in seconds) if no point is left. */
    async consume(rule: RateLimitRule, key: string) {
      await consumeOne(rule, key);
      const network = widerIpv6Key(key);
      if (network !== undefined) await consumeOne(networkRule(rule), network);
    },
    /** Returns the point of an attempt to which the rule turned out not to apply. */
    async refund(rule: RateLimitRule, key: string) {
      await counterOf(rule).reward(storedKey(key));
      const network = widerIpv6Key(key);
      if (network !== undefined) await counterOf(networkRule(rule)).reward(storedKey(network));
    },
    async reset(rule: RateLimitRule, key: string) {
      await counterOf(rule).delete(storedKey(key));
      const network = widerIpv6Key(key);
      if (network !== undefined) await counterOf(networkRule(rule)).delete(storedKey(network));
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** A hash, so that no addresses of visitors or accounts are stored. */
function storedKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
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
