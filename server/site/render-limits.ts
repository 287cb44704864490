import type { IncomingMessage } from 'node:http';
import { createFairSemaphore } from '@fairlead/backend/limits/fair-semaphore.ts';
import { loopPacer } from '@fairlead/backend/limits/loop-pacer.ts';
import { createRateLimiter } from '@fairlead/backend/limits/rate-limiter.ts';
import type { AdmitRender, RenderDenial } from '../../site/server/admit-render.ts';
import type { Config } from '../config.ts';
import { identifyVisitor } from './identify-visitor.ts';

/** Ten a second on average; cached pages do not count. */
const rate = { name: 'renders', points: 600, windowS: 60 };
const concurrency = { slots: 16, slotsPerKey: 8, timeoutMs: 10_000, maxQueue: 200 };

/** Per network of a visitor; loose in local mode, where tests and tools share one address. */
export function createRenderLimits(
  config: Pick<Config, 'TRUSTED_PROXIES' | 'localMode'>,
  rates = createRateLimiter(config.localMode ? { perMinute: 60_000 } : {}),
): AdmitRender {
  const renders = createFairSemaphore(concurrency);
  return async (request: IncomingMessage) => {
    const key = networkOf(identifyVisitor(request, config).address ?? '');
    const left = new AbortController();
    const leave = (): void => left.abort(leftDenial);
    request.socket.once('close', leave);
    if (request.socket.destroyed) leave();
    try {
      await rates.consume(rate, key);
      await loopPacer.enter(key, left.signal);
      // A body may arrive slowly: it must not hold a slot meanwhile.
      if (request.method !== 'GET' && request.method !== 'HEAD') return () => {};
      return await renders.acquire(key, left.signal);
    } catch (error) {
      return explainDenial(error);
    } finally {
      request.socket.off('close', leave);
    }
  };
}

/** Of a visitor who left while waiting: it is not read. */
const leftDenial = { status: 503 };

/** An IPv6 subscriber may own a /48. */
function networkOf(address: string): string {
  return address.replace(/^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/, '$1:/48');
}

function explainDenial(error: unknown): RenderDenial {
  const { status, headers } = error as { status?: number; headers?: Record<string, string> };
  if (status === undefined) throw error;
  const seconds = Number(headers?.['retry-after'] ?? headers?.['Retry-After'] ?? 1);
  return { status: status === 429 ? 429 : 503, seconds };
}
