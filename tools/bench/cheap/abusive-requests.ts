interface AbusiveRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Reads the response in parts. */
  slow?: boolean;
}

interface Abuse {
  clients: number;
  /** `serial` differs for each request, so that no cache can answer it. */
  next: (serial: number) => AbusiveRequest;
}

const json = { 'content-type': 'application/json' };
const list = (count: number, item: (index: number) => string, separator = ','): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator);

const columns = list(190, (index) => `c${index}:title`);
const tooManyColumns = list(480, (index) => `c${index}:title`);
const orTree = list(2_000, (index) => `title.eq.a${index}`);
const inList = list(8_000, (index) => `a${index}`);
const manyJson = Buffer.from(
  `[${list(190_000, (index) => `{"name":"a","email":"b@example.com","message":"${index} ${'x'.repeat(48)}"}`)}]`,
);
const longText = Buffer.from(
  JSON.stringify({ name: 'a', email: 'b@example.com', message: 'x'.repeat(19_000_000) }),
);
const boundary = 'xxBOUNDARYxx';
const parts = Buffer.from(
  `${list(20_000, (index) => `--${boundary}\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\nx`, '\r\n')}\r\n--${boundary}--\r\n`,
);

/** Requests that cost an anonymous caller little. */
export const abusiveRequests: Record<string, Abuse> = {
  columns: { clients: 8, next: (n) => ({ path: `/rest/v1/posts?select=n${n}:title,${columns}` }) },
  'too many columns': {
    clients: 8,
    next: (n) => ({ path: `/rest/v1/posts?select=n${n}:title,${tooManyColumns}` }),
  },
  json: {
    clients: 2,
    next: () => ({ path: '/rest/v1/leads', method: 'POST', headers: json, body: manyJson }),
  },
  'json text': {
    clients: 2,
    next: () => ({ path: '/rest/v1/leads', method: 'POST', headers: json, body: longText }),
  },
  'json call': {
    clients: 2,
    next: () => ({ path: '/rest/v1/rpc/can_handle_leads', method: 'POST', headers: json, body: manyJson }),
  },
  'missing pages': { clients: 16, next: (n) => ({ path: `/missing-${n}` }) },
  'missing records': { clients: 16, next: (n) => ({ path: `/services/missing-${n}` }) },
  'missing assets': { clients: 16, next: (n) => ({ path: `/assets/missing-${n}.js` }) },
  'queries of pages': { clients: 16, next: (n) => ({ path: `/services?page=${n}&q=${n}` }) },
  'large answers': {
    clients: 8,
    next: (n) => ({
      path: `/rest/v1/posts?select=${list(60, (index) => `n${n}b${index}:body`)}`,
      slow: true,
    }),
  },
  embeds: {
    clients: 8,
    next: (n) => ({
      path: `/rest/v1/services?select=n${n}:id,${list(14, (index) => `k${index}:categories(id,services(id,categories(id,services(id))))`)}`,
    }),
  },
  'long or': { clients: 8, next: (n) => ({ path: `/rest/v1/posts?select=id&or=(title.eq.${n},${orTree})` }) },
  'long in': { clients: 8, next: (n) => ({ path: `/rest/v1/posts?select=id&title=in.(${n},${inList})` }) },
  'many filters': {
    clients: 8,
    next: (n) => ({
      path: `/rest/v1/posts?select=id&slug=eq.${n}&${list(4_000, (index) => `title=eq.a${index}`, '&')}`,
    }),
  },
  'many arguments': {
    clients: 8,
    next: (n) => ({
      path: `/rest/v1/rpc/can_handle_leads?n=${n}&${list(8_000, (index) => `a${index}=1`, '&')}`,
    }),
  },
  'unknown names': { clients: 8, next: (n) => ({ path: `/rest/v1/servicez${n}` }) },
  'big headers': {
    clients: 8,
    next: (n) => ({
      path: `/rest/v1/services?select=id&limit=1&slug=neq.${n}`,
      headers: { 'x-big': 'x'.repeat(12_000) },
    }),
  },
  regex: { clients: 8, next: (n) => ({ path: `/rest/v1/posts?select=id&body=match.(${n}a%2B)%2B%24` }) },
  offset: {
    clients: 8,
    next: (n) => ({
      path: `/rest/v1/posts?select=id&offset=${1_000_000 + n}`,
      headers: { prefer: 'count=exact' },
    }),
  },
  'storage list': {
    clients: 8,
    next: (n) => ({
      path: '/storage/v1/object/list/pictures',
      method: 'POST',
      headers: json,
      body: JSON.stringify({ prefix: '', search: `a${n}`, limit: 1000 }),
    }),
  },
  'multipart upload': {
    clients: 4,
    next: (n) => ({
      path: `/storage/v1/object/pictures/a${n}`,
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: parts,
    }),
  },
  'multipart form': {
    clients: 4,
    next: () => ({
      path: '/contact',
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: parts.subarray(0, 60_000),
    }),
  },
  'image transforms': {
    clients: 8,
    next: (n) => ({ path: `/storage/v1/render/image/public/pictures/none-${n}.png?width=${n % 2000}` }),
  },
  sitemap: { clients: 16, next: (n) => ({ path: `/sitemap.xml?n=${n}` }) },
  feed: { clients: 16, next: (n) => ({ path: `/resources/feed.xml?n=${n}` }) },
  'share images': {
    clients: 8,
    next: (n) => ({ path: `/share/pages/services-${n.toString(36).padStart(6, '0')}.png` }),
  },
  'wrong passwords': {
    clients: 8,
    next: (n) => ({
      path: '/auth/v1/token?grant_type=password',
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: `a${n}@example.com`, password: 'wrong horse battery' }),
    }),
  },
  'bad tokens': {
    clients: 8,
    next: (n) => ({
      path: `/rest/v1/services?select=id&n=eq.${n}`,
      headers: { authorization: `Bearer a.b${n}.c` },
    }),
  },
  'cheap reads': {
    clients: 16,
    next: (n) => ({
      path: `/rest/v1/services?select=id&limit=1&id=neq.00000000-0000-0000-0000-${String(n).padStart(12, '0')}`,
    }),
  },
  'unknown functions': {
    clients: 8,
    next: (n) => ({ path: `/functions/v1/none${n}`, method: 'POST', headers: json, body: '{}' }),
  },
};
