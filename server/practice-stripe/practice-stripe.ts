// A fake of Stripe's customers API over HTTP, in memory. For tests, development and local mode.
import type { AddressInfo } from 'node:net';
import { serve, type ServerType } from '@hono/node-server';
import { Hono } from 'hono';

interface PracticeCustomer {
  id: string;
  object: 'customer';
  name: string | null;
  email: string | null;
  phone: string | null;
  /** seconds */
  created: number;
  metadata: Record<string, string>;
}

export interface PracticeStripe {
  /** The value for STRIPE_API_URL. */
  url: string;
  customers: PracticeCustomer[];
  /** The next requests get this status with Stripe's error body, or no response (`silence`). Null: they succeed. */
  failure: number | 'silence' | null;
  /** Stripe does this after a day. */
  clearIdempotencyKeys(): void;
  close(): Promise<void>;
}

function errorBody(message: string, type = 'invalid_request_error') {
  return { error: { type, message } };
}

function metadataOf(form: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, String(value)]];
    }),
  );
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export async function startPracticeStripe(): Promise<PracticeStripe> {
  const app = new Hono();
  const customers: PracticeCustomer[] = [];
  const byIdempotencyKey = new Map<string, PracticeCustomer>();
  const practice = { url: '', customers, failure: null as PracticeStripe['failure'] };
  let created = 0;

  app.use(async (c, next) => {
    if (!/^Bearer (sk|rk)_/.test(c.req.header('authorization') ?? ''))
      return c.json(errorBody('You did not provide an API key.'), 401);
    if (practice.failure === 'silence') return new Promise<Response>(() => {});
    if (practice.failure !== null)
      return c.json(errorBody('Something went wrong at Stripe.', 'api_error'), practice.failure as 500);
    return next();
  });

  app.get('/v1/customers', (c) => {
    const email = c.req.query('email');
    // Newest first, as Stripe does.
    const found = customers
      .filter((customer) => email === undefined || customer.email === email)
      .toReversed();
    const previous = c.req.query('starting_after');
    const first = previous === undefined ? 0 : found.findIndex(({ id }) => id === previous) + 1;
    const end = first + Number(c.req.query('limit') ?? 10);
    const page = { data: found.slice(first, end), has_more: end < found.length };
    return c.json({ object: 'list', url: '/v1/customers', ...page });
  });

  app.get('/v1/customers/search', (c) => {
    const query = c.req.query('query') ?? '';
    const [, key = '', value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query) ?? [];
    const [, escaped] = /^email:'((?:[^'\\]|\\.)*)'$/.exec(query) ?? [];
    const address = escaped?.replaceAll(/\\(.)/g, '$1').toLowerCase();
    if (value === undefined && address === undefined)
      return c.json(errorBody('The practice Stripe searches for metadata or an email address alone.'), 400);
    // Case-insensitive, unlike in a list.
    const data = customers.filter(({ metadata, email }) =>
      address === undefined ? metadata[key] === value : email?.toLowerCase() === address,
    );
    return c.json({ object: 'search_result', url: '/v1/customers/search', has_more: false, data });
  });

  app.post('/v1/customers', async (c) => {
    const key = c.req.header('idempotency-key');
    const earlier = key === undefined ? undefined : byIdempotencyKey.get(key);
    if (earlier) return c.json(earlier);
    const form = await c.req.parseBody();
    created += 1;
    const customer: PracticeCustomer = {
      id: `practice_cus_${Date.now().toString(36)}${created}`,
      object: 'customer',
      name: textOf(form['name']),
      email: textOf(form['email']),
      phone: textOf(form['phone']),
      created: Math.floor(Date.now() / 1000),
      metadata: metadataOf(form),
    };
    customers.push(customer);
    if (key !== undefined) byIdempotencyKey.set(key, customer);
    return c.json(customer);
  });

  app.get('/v1/customers/:id', (c) => {
    const customer = customers.find(({ id }) => id === c.req.param('id'));
    return customer ? c.json(customer) : c.json(errorBody(`No such customer: '${c.req.param('id')}'`), 404);
  });

  app.post('/v1/customers/:id', async (c) => {
    const customer = customers.find(({ id }) => id === c.req.param('id'));
    if (!customer) return c.json(errorBody(`No such customer: '${c.req.param('id')}'`), 404);
    Object.assign(customer.metadata, metadataOf(await c.req.parseBody()));
    return c.json(customer);
  });

  app.notFound((c) => c.json(errorBody(`Practice Stripe knows no ${c.req.method} ${c.req.path}`), 404));

  const server = await new Promise<ServerType>((resolve) => {
    const options = { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false };
    const starting = serve(options, () => resolve(starting));
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(practice, {
    url: `http://127.0.0.1:${port}`,
    clearIdempotencyKeys: () => byIdempotencyKey.clear(),
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
