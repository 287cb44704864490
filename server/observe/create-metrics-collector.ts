// The Prometheus /metrics endpoint: request counters, latencies, request classes.
import type { RequestInterceptor } from '@fairlead/backend/http';
import { createServerStateGauges, type MeasuredServer } from './server-state-gauges.ts';
import type { RequestObserver } from './observe-requests.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { writeLog } from '../log/write-log.ts';

export interface MetricsCollector {
  observe: RequestObserver;
  /** `GET /metrics`. */
  endpoint(server: MeasuredServer): RequestInterceptor;
}

const latencySeconds = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** Few classes, because each is a label of metrics. */
type RequestClass =
  | 'rest'
  | 'auth'
  | 'storage'
  | 'realtime'
  | 'functions'
  | 'health'
  | 'files'
  | 'dashboard'
  | 'pages';

/** Undefined without a token: then no code for metrics is loaded, and nothing is measured. */
export async function createMetricsCollector(
  token: string | undefined,
): Promise<MetricsCollector | undefined> {
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

  // A metric bound to its labels is ten times faster than a look-up by labels.
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
      const name = classifyRequest(url);
      const child = children.get(name) ?? childOf(name);
      const count = child.byStatus.get(status) ?? counterOf(name, status);
      child.byStatus.set(status, count);
      count();
      child.took(seconds);
    },
    endpoint(server) {
      const gauges = createServerStateGauges(prometheus, register, server);
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

const protocol = /^\/(rest|auth|storage|realtime|functions)\/v1(?:\/|\?|$)/;
const health = /^\/(healthz|readyz|metrics)(?:\?|$)/;
const files = /^\/assets\/|^[^?]*\.[a-z0-9]{2,11}(?:\?|$)/i;
const dashboard = /^\/(dashboard|team-links|finish-upload|copy-image)(?:\/|\?|$)/;

export function classifyRequest(url: string): RequestClass {
  const [, service] = protocol.exec(url) ?? [];
  if (service !== undefined) return service as RequestClass;
  if (health.test(url)) return 'health';
  if (dashboard.test(url)) return 'dashboard';
  return files.test(url) ? 'files' : 'pages';
}

const path = /^\/metrics(?:\?|$)/;

/** `GET /metrics` for clients with the token. */
function metricsEndpoint(
  token: string,
  read: () => Promise<{ type: string; text: string }>,
): RequestInterceptor {
  const expected = digest(`Bearer ${token}`);

  return (request, response) => {
    if (!path.test(request.url ?? '')) return false;
    const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    // Hashed, because the comparison needs equal lengths.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      writeLog({ level: 'warn', event: 'request.denied', path: '/metrics', status: 401 });
      response
        .writeHead(401, { ...plain, 'www-authenticate': 'Bearer' })
        .end('Send METRICS_TOKEN as a bearer token.\n');
      return true;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...plain, allow: 'GET, HEAD' }).end('Read metrics with GET.\n');
      return true;
    }
    read().then(
      ({ type, text }) =>
        response
          .writeHead(200, { ...plain, 'content-type': type })
          .end(request.method === 'HEAD' ? undefined : text),
      (error: unknown) => {
        console.error('metrics could not be read:', error);
        response.writeHead(500, plain).end('The metrics could not be read.\n');
      },
    );
    return true;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
