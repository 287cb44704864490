import { generateQuery, type Random, type PlainRequest } from '@fairlead/backend/testing';
import type { ProductRoute } from './list-all-routes.ts';
import type { ProductVocabulary } from './product-vocabulary.ts';
import type { ValueGenerator } from './generate-value.ts';

export interface RequestSources {
  routes: readonly ProductRoute[];
  /** Those that are not costly, which are called more often. */
  cheapRoutes: readonly ProductRoute[];
  vocabulary: ProductVocabulary;
  /** Headers of callers with different rights. */
  callers: readonly Record<string, string>[];
  value: ValueGenerator;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];
const prefers = [
  'return=representation',
  'return=minimal',
  'count=exact',
  'tx=rollback',
  'resolution=merge-duplicates',
  'missing=default',
  'handling=strict, max-affected=1',
];
const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/csv',
  'text/plain',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'image/png',
  'zq',
];
const accepts = [
  '*/*',
  'application/json',
  'application/vnd.pgrst.object+json',
  'text/csv',
  'text/html',
  'zq/zq;q=2',
];
/** Each has a value of its kind, or any value. */
const oddHeaders: [name: string, values: string[]][] = [
  ['prefer', prefers],
  ['accept', accepts],
  ['range', ['0-0', '5-1', 'bytes=0-5', 'bytes=-1', 'bytes=9-1', 'zq']],
  ['range-unit', ['items', 'bytes']],
  ['accept-profile', ['public', 'private', 'zq']],
  ['content-profile', ['public', 'private', 'zq']],
  ['accept-encoding', ['gzip', 'br', 'identity;q=0, *;q=0', 'zq']],
  ['if-none-match', ['*', '"x"', 'W/"x"', 'zq']],
  ['if-modified-since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'zq']],
  ['x-supabase-api-version', ['2024-01-01', 'zq']],
  ['x-upsert', ['true', 'zq']],
  ['x-metadata', ['e30=', '%', 'W10=']],
  ['cache-control', ['max-age=0', 'zq']],
  ['content-encoding', ['gzip', 'zq']],
  ['cookie', ['a=b', '=;;=', 'a=%FF']],
  ['origin', ['https://www.example.com', 'null', 'zq']],
  ['sec-fetch-site', ['same-origin', 'cross-site']],
  ['webhook-id', ['x']],
  ['webhook-timestamp', ['0', 'zq']],
  ['stripe-signature', ['t=1,v1=zq', 'zq']],
];

/** Mostly a request that a route accepts, with unusual values in all positions. */
export function generateRequest(random: Random, sources: RequestSources): PlainRequest {
  const { callers, value } = sources;
  const { method, path, body, type } = random.chance(0.6)
    ? generateRest(random, sources)
    : generateRoute(random, sources);
  const headers: Record<string, string> = {
    // A random client address, because the limits of one address would deny most requests.
    'x-forwarded-for': [10, 0, 0, 0].map((part) => part || random.below(256)).join('.'),
    ...random.pick(callers),
    ...(body !== undefined && {
      'content-type': type ?? random.pick(types),
      'content-length': String(Buffer.byteLength(body)),
    }),
  };
  while (random.chance(0.3)) {
    const [name, values] = random.pick(oddHeaders);
    headers[name] = random.chance(0.8) ? random.pick(values) : asHeader(value.text(random));
  }
  return { path, method, headers, body };
}

interface Generated {
  method: string;
  path: string;
  body?: string;
  type?: string;
}

function generateRest(random: Random, { vocabulary, value }: RequestSources): Generated {
  const { tables, functions } = vocabulary;
  if (random.chance(0.5)) {
    const name = random.pick(Object.keys(functions));
    const args = (functions[name] ?? []).filter(() => random.chance(0.97));
    const given = args.map(([arg, type]) => [arg, value.of(random, type)] as const);
    if (random.chance(0.1)) {
      const query = given.map(([arg, each]) => [arg, typeof each === 'string' ? each : JSON.stringify(each)]);
      return { method: random.pick(['GET', 'HEAD']), path: `/rest/v1/rpc/${name}?${encode(query)}` };
    }
    const body = JSON.stringify(Object.fromEntries(given));
    return { method: 'POST', path: `/rest/v1/rpc/${name}`, body, type: 'application/json' };
  }
  const table = random.pick(Object.keys(tables));
  const wildness = random.pick([0, 0, 0.05, 0.3]);
  const query = generateQuery(random, { tables, table, wildness });
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']);
  const path = `/rest/v1/${table}?${encode(query)}`;
  if (!['POST', 'PATCH', 'PUT'].includes(method)) return { method, path };
  const fields = (tables[table]?.fields ?? []).filter(() => random.chance(0.5));
  const row = () => Object.fromEntries(fields.map(([name, type]) => [name, value.of(random, type)]));
  const rows = random.chance(0.7) ? row() : Array.from({ length: random.below(3) }, row);
  const body = random.chance(0.95) ? JSON.stringify(rows) : value.body(random);
  return { method, path, body, ...(random.chance(0.95) && { type: 'application/json' }) };
}

function generateRoute(random: Random, { routes, cheapRoutes, value }: RequestSources): Generated {
  const route = random.pick(random.chance(0.3) ? routes : cheapRoutes);
  let path = route.path.replaceAll(/:\w+/g, () => asPath(random, value));
  if (random.chance(0.05)) path += `/${asPath(random, value)}`;
  if (random.chance(0.03)) path = `/${asPath(random, value)}${path}`;
  if (random.chance(0.3)) {
    const names = ['grant_type', 'token', 'type', 'redirect_to', 'provider', 'page', 'key', 'download', 'zq'];
    const pairs = [1, 2].map(() => [random.pick(names), value.text(random)]);
    path += `?${random.chance(0.9) ? encode(pairs) : '%FF=%zz&&='}`;
  }
  const method = random.chance(0.8) ? route.method : random.pick(methods);
  if (method === 'GET' || method === 'HEAD' || method === 'TRACE') return { method, path };
  return { method, path, body: value.body(random), ...(random.chance(0.7) && { type: 'application/json' }) };
}

function asPath(random: Random, value: ValueGenerator): string {
  if (random.chance(0.1))
    return random.pick(['%FF', '%00', '..', '%2e%2e', '%2F', '*', '', '%zz', "'", ';', '@', '%F0%9F%A6%8A']);
  return encodeURIComponent(value.text(random).toWellFormed());
}

function asHeader(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

function encode(pairs: readonly (readonly string[])[]): string {
  return pairs.map((pair) => pair.map((each) => encodeURIComponent(each.toWellFormed())).join('=')).join('&');
}
