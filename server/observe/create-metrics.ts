import type { RequestHandler } from '@fairlead/backend/start-http-server.ts';
import { metricsEndpoint } from './metrics-endpoint.ts';
import { createStateGauges, type MeasuredServer } from './state-gauges.ts';
import type { RequestObserver } from './observe-requests.ts';
import { requestClass, type RequestClass } from './request-class.ts';

export interface Metrics {
  observe: RequestObserver;
  /** `GET /metrics`. */
  endpoint(server: MeasuredServer): RequestHandler;
}

const latencySeconds = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** Undefined without a token: then nothing of it is loaded or measured. */
export async function createMetrics(token: string | undefined): Promise<Metrics | undefined> {
  if (token === undefined) return undefined;
  const prometheus = await import('prom-client');
  const register = new prometheus.Registry();
  const requests = new prometheus.Counter({
    name: 'fairlead_http_requests_total',
    help: 'Responses by class of path and status; 499: the client left before',
    labelNames: ['class', 'status'] as const,
    registers: [register],
  });
  const durations = new prometheus.Histogram({
    name: 'fairlead_http_request_seconds',
    help: 'From the head of a request to the end of its response',
    labelNames: ['class'] as const,
    buckets: latencySeconds,
    registers: [register],
  });
  prometheus.collectDefaultMetrics({ register });

  // A child with its labels costs a tenth of a look-up by labels.
  const children = new Map<RequestClass, { byStatus: Map<number, () => void>; took: (s: number) => void }>();

  function childOf(name: RequestClass) {
    const durationsOf = durations.labels({ class: name });
    const child = children.get(name) ?? {
      byStatus: new Map<number, () => void>(),
      took: (seconds: number) => durationsOf.observe(seconds),
    };
    children.set(name, child);
    return child;
  }

  function counterOf(name: RequestClass, status: number): () => void {
    const counter = requests.labels({ class: name, status: String(status) });
    return () => counter.inc();
  }

  return {
    observe({ url, status, seconds }) {
      const name = requestClass(url);
      const child = children.get(name) ?? childOf(name);
      const count = child.byStatus.get(status) ?? counterOf(name, status);
      child.byStatus.set(status, count);
      count();
      child.took(seconds);
    },
    endpoint(server) {
      const gauges = createStateGauges(prometheus, register, server);
      let reading: Promise<{ type: string; text: string }> | undefined;
      async function read() {
        await gauges.update();
        return { type: register.contentType, text: await register.metrics() };
      }
      // Concurrent requests share one reading.
      return metricsEndpoint(token, () => (reading ??= read().finally(() => (reading = undefined))));
    },
  };
}
