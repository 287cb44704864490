import { setTimeout as wait } from 'node:timers/promises';
import { drillSecretKey } from './start-socket-activated-server.ts';
import { requestThroughProxy, type ProxyEndpoint } from './request-through-proxy.ts';

interface LoadResult {
  requests: number;
  /** Number of acknowledged inserts. */
  writes: number;
  failures: string[];
  longestMs: number;
}

export interface ProxyLoad {
  /** Resolves once this many more requests have ended. */
  requestsMore(count: number): Promise<void>;
  stop(): Promise<LoadResult>;
}

const lanes = 3;

/** Sends pages, reads and writes one after the other in each lane, until it is stopped. Never retries. */
export function startProxyLoad(entrance: ProxyEndpoint): ProxyLoad {
  const result: LoadResult = { requests: 0, writes: 0, failures: [], longestMs: 0 };
  const headers = { apikey: drillSecretKey, 'content-type': 'application/json' };
  const stopped = new AbortController();

  async function request(kind: number): Promise<void> {
    const startedAt = performance.now();
    try {
      const { status, body } = await send(kind);
      if (status >= 300) result.failures.push(`${kinds[kind]}: ${status} ${body.slice(0, 200)}`);
      else if (kinds[kind] === 'write') result.writes += 1;
    } catch (error) {
      result.failures.push(`${kinds[kind]}: ${String(error)}`);
    }
    result.requests += 1;
    result.longestMs = Math.max(result.longestMs, performance.now() - startedAt);
  }

  const kinds = ['page', 'write', 'read'];

  function send(kind: number) {
    if (kinds[kind] === 'page') return requestThroughProxy(entrance, '/services');
    if (kinds[kind] === 'read')
      return requestThroughProxy(entrance, '/rest/v1/services?select=id&limit=1', { headers });
    const body = JSON.stringify({ name: `drill ${entrance.name} ${result.requests}` });
    return requestThroughProxy(entrance, '/rest/v1/partners', { method: 'POST', headers, body });
  }

  async function work(lane: number): Promise<void> {
    for (let index = lane; !stopped.signal.aborted; index += 1) await request(index % kinds.length);
  }
  const working = Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  return {
    async requestsMore(count) {
      const enough = result.requests + count;
      while (result.requests < enough) await wait(20);
    },
    async stop() {
      stopped.abort();
      await working;
      return result;
    },
  };
}
