import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlainHttp } from '@fairlead/backend/testing';
import { startProduct, type Product } from '../../e2e/product/product.ts';
import type { Bench } from './bench.ts';
import { fullOrTrialAmount, median } from './rounds.ts';

const rounds = fullOrTrialAmount(5);
const roundMs = fullOrTrialAmount(6_000, 1_000);
const bodyBytes = 19_000_000;

/** One long text, and many short rows. */
const bodies = [
  [{ name: 'x'.repeat(bodyBytes - 50) }],
  Array.from({ length: bodyBytes / 200 }, () => ({ name: 'x'.repeat(188) })),
];

export const bench: Bench = {
  title: 'the longest wait for a kept page while two clients post 19 MB of JSON, again and again',
  needs: [],
  async run(report) {
    await using ends = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'bench-bodies-'));
    ends.defer(() => rm(folder, { recursive: true, force: true }));
    const files = await Promise.all(
      bodies.map(async (body, index) => {
        const file = join(folder, String(index));
        await writeFile(file, JSON.stringify(body));
        return file;
      }),
    );
    const product = ends.use(await startProduct());
    const waits: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { longest, posted } = await measureLongestWait(product, files);
      report.say(`longest wait ${Math.round(longest)} ms, ${posted} bodies`);
      waits.push(longest);
    }
    report.figure({
      name: 'longest wait, median of the runs',
      value: median(waits),
      unit: 'ms',
      atMost: 250,
    });
  },
};

async function measureLongestWait(
  product: Product,
  files: readonly string[],
): Promise<{ longest: number; posted: number }> {
  const http = openPlainHttp(product.url, 1);
  const page = { path: '/', method: 'GET', headers: {}, body: undefined };
  const until = performance.now() + roundMs;
  let longest = 0;
  let posted = 0;
  async function post(file: string): Promise<void> {
    while (performance.now() < until) {
      const headers = ['content-type: application/json', `apikey: ${product.publishableKey}`, 'expect:'];
      const options = ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '--data-binary', `@${file}`];
      // Another process sends it, as a client does.
      const sender = spawn('curl', [
        ...options,
        ...headers.flatMap((header) => ['-H', header]),
        `${product.url}/rest/v1/leads`,
      ]);
      sender.stdout.on('data', (status: Buffer) => {
        // Refused by the database: it has received and parsed the body.
        if (/^[24]0[013]$/.test(status.toString())) posted += 1;
      });
      await once(sender, 'close');
    }
  }
  async function visit(): Promise<void> {
    while (performance.now() < until) {
      const since = performance.now();
      await http.send(page);
      longest = Math.max(longest, performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  await Promise.all([visit(), ...files.map(post)]);
  http.close();
  return { longest, posted };
}
