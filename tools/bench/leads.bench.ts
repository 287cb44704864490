import { readEmbeddedConnectionParameters } from '@fairlead/backend/embedded';
import { createPool } from '@fairlead/backend/database';
import { type Product, startProduct } from '../../e2e/product/product.ts';
import type { Bench } from './bench.ts';
import { fullOrTrialAmount, runInterleaved, median } from './rounds.ts';
import { sendTimedRequest } from './timed-request.ts';

const rounds = fullOrTrialAmount(5);
const leads = fullOrTrialAmount(40, 3);

export const bench: Bench = {
  title: 'one lead after the other: by the form without scripts and by REST, against the insert alone by pg',
  needs: [],
  async run(report) {
    await using product = await startProduct();
    const connection = readEmbeddedConnectionParameters(product.dataDir);
    if (!connection) throw new Error(`no database runs on ${product.dataDir}`);
    const pool = createPool(connection, { max: 1 });
    await using ends = new AsyncDisposableStack();
    ends.defer(() => pool.end());
    // Writes the same columns to disk, but without policy, trigger or notification.
    await pool.query(
      `create table bare_leads (id uuid primary key default gen_random_uuid(), name text, email text, message text)`,
    );
    const samples = await runInterleaved(rounds, {
      form: () => medianOf((number) => byForm(product, number)),
      rest: () => medianOf((number) => byRest(product, number)),
      bare: () => medianOf((number) => bare(pool, number)),
    });
    const peer = median(samples['bare'] ?? []);
    for (const [name, key] of Object.entries({ 'by the form': 'form', 'by REST': 'rest' })) {
      report.ratio({ name: `a lead ${name}`, ours: median(samples[key] ?? []), peer, unit: 'ms' });
    }
  },
};

let sent = 0;

async function medianOf(send: (number: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < leads; count += 1) times.push(await send((sent += 1)));
  return median(times);
}

/** A separate address for each number, because an address may send only a few leads per minute. */
function addressOf(number: number): string {
  return `127.0.3.${1 + (number % 200)}`;
}

async function byForm({ url }: Product, number: number): Promise<number> {
  const { status, ms } = await sendTimedRequest(`${url}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: String(new URLSearchParams({ name: 'Ann', email: `ann${number}@example.com`, message: 'Hello' })),
    from: addressOf(number),
  });
  if (status !== 303) throw new Error(`the form: ${status}`);
  return ms;
}

async function byRest({ url, publishableKey }: Product, number: number): Promise<number> {
  const { status, ms } = await sendTimedRequest(`${url}/rest/v1/leads`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify({ name: 'Ann', email: `ann${number}@example.com`, message: 'Hello' }),
    from: addressOf(number),
  });
  if (status !== 201) throw new Error(`REST: ${status}`);
  return ms;
}

async function bare(pool: ReturnType<typeof createPool>, number: number): Promise<number> {
  const began = performance.now();
  await pool.query('insert into bare_leads (name, email, message) values ($1, $2, $3)', [
    'Ann',
    `ann${number}@example.com`,
    'Hello',
  ]);
  return performance.now() - began;
}
