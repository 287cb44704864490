import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { type Product, startProduct } from '../../e2e/product/product.ts';
import type { Bench } from './bench.ts';
import { fullOrTrialAmount, runInterleaved, median } from './rounds.ts';
import { sendTimedRequest } from './timed-request.ts';

const rounds = fullOrTrialAmount(5);
const requests = fullOrTrialAmount(20);
const guessers = 8;
const email = 'bench@example.com';
const password = 'correct horse battery 7';

/** Responses that are compressed for each request: a page that is not cached, and rows. */
const responses = [
  { name: 'page that is not cached', path: '/services', headers: { cookie: 'a=1' } },
  { name: 'rows', path: '/rest/v1/services?select=*', headers: {} },
];

export const bench: Bench = {
  title: `sign-ins, and compressed responses while ${guessers} clients send wrong passwords`,
  needs: [],
  async run(report) {
    await using product = await startProduct();
    await product.admin.auth.admin.createUser({ email, password, email_confirm: true });
    const signIns = await runInterleaved(rounds, {
      ours: () => medianOf(() => signIn(product, email, password, '127.0.1.1')),
      hash: () => medianOf(hash),
    });
    report.ratio({
      name: 'sign-in, against its hash alone',
      ours: median(signIns['ours'] ?? []),
      peer: median(signIns['hash'] ?? []),
      unit: 'ms',
    });
    for (const { name, path, headers } of responses) {
      const read = (): Promise<number> => timeResponse(product, path, headers);
      const samples = await runInterleaved(rounds, {
        quiet: () => medianOf(read),
        guessed: () => whileGuessing(product, () => medianOf(read)),
      });
      report.ratio({
        name: `${name}, wrong passwords against none`,
        ours: median(samples['guessed'] ?? []),
        peer: median(samples['quiet'] ?? []),
        unit: 'ms',
        atMost: 5,
      });
    }
  },
};

async function medianOf(work: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < requests; count += 1) times.push(await work());
  return median(times);
}

async function timeResponse(
  { url, publishableKey }: Product,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const sent = { ...headers, apikey: publishableKey, 'accept-encoding': 'gzip, deflate, br' };
  const { status, ms } = await sendTimedRequest(url + path, { headers: sent, from: '127.0.1.2' });
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return ms;
}

async function signIn({ url, publishableKey }: Product, name: string, guess: string, from: string) {
  const { status, ms } = await sendTimedRequest(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: name, password: guess }),
    from,
  });
  const expected = guess === password ? [200] : [400, 429];
  if (!expected.includes(status)) throw new Error(`sign-in: ${status}`);
  return ms;
}

/** Each guess has its own address and another account, to stay within the limits. */
async function whileGuessing<T>(product: Product, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  async function guess(index: number): Promise<void> {
    while (!over.signal.aborted) {
      const address = `127.0.2.${index + 1 + guessers * Math.floor(Math.random() * 20)}`;
      await signIn(product, `${randomBytes(6).toString('hex')}@example.com`, 'wrong', address);
    }
  }
  const guesses = Array.from({ length: guessers }, (_each, index) => guess(index));
  try {
    return await work();
  } finally {
    over.abort();
    await Promise.all(guesses);
  }
}

const derive = promisify(argon2);

async function hash(): Promise<number> {
  const began = performance.now();
  await derive('argon2id', {
    message: Buffer.from(password),
    nonce: randomBytes(16),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  return performance.now() - began;
}
