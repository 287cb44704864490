import type { IncomingMessage } from 'node:http';
import { createRateLimiter } from '@fairlead/backend/limits/rate-limiter.ts';
import { createFairSemaphore } from '@fairlead/backend/limits/fair-semaphore.ts';
import type { AdmitRender, Refusal } from '../site/server/admit-render.ts';
import type { Settings } from './config.ts';
import { visitorOf } from './visitor.ts';

/** Kept pages cost nothing here: this is for pages that are made anew, ten a second on average. */
const perMinute = { name: 'renders', points: 600, windowS: 60 };
/** Renders at the same time; the rest wait, whoever asks for much behind whoever asks for little. */
const atOnce = { slots: 16, slotsPerKey: 8, timeoutMs: 10_000, maxQueue: 200 };

/** What one visitor's network may have rendered; loose in local mode, where tests and tools come from one address. */
export function createRenderBudget(
  settings: Pick<Settings, 'TRUSTED_PROXIES' | 'localMode'>,
  limits = createRateLimiter(settings.localMode ? { perMinute: 60_000 } : {}),
): AdmitRender {
  const renders = createFairSemaphore(atOnce);
  return async (request: IncomingMessage) => {
    const key = networkOf(visitorOf(request, settings).address ?? '');
    try {
      await limits.consume(perMinute, key);
      // A body comes as slowly as its sender likes: it must not hold a place meanwhile.
      if (request.method !== 'GET' && request.method !== 'HEAD') return () => {};
      return await renders.acquire(key);
    } catch (error) {
      return refusalOf(error);
    }
  };
}

/** An IPv6 subscriber may own a /48, which is 65,536 networks of 64 bits. */
function networkOf(address: string): string {
  return address.replace(/^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/, '$1:/48');
}

function refusalOf(error: unknown): Refusal {
  const { status, headers } = error as { status?: number; headers?: Record<string, string> };
  if (status === undefined) throw error;
  const seconds = Number(headers?.['retry-after'] ?? headers?.['Retry-After'] ?? 1);
  return { status: status === 429 ? 429 : 503, seconds };
}
