import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startProduct } from '../../e2e/product/product.ts';
import { sendTimedRequest } from '../bench/timed-request.ts';
import { median } from '../bench/rounds.ts';
import { findStockPostgres, startStockPostgres } from '@fairlead/backend/testing';
import { projectRoot } from '../../server/project-root.ts';

export const title =
  'The wire and policy suites, and forms under load, on a PostgreSQL of the system with its default settings (-- FILE …)';

export default async function drill(files: readonly string[]): Promise<void> {
  const binaries = findStockPostgres();
  if (binaries === undefined)
    throw new Error('no PostgreSQL 15 or newer was found; Debian: apt-get install postgresql');
  const { url, version, stop } = await startStockPostgres(binaries);
  process.stdout.write(`  PostgreSQL ${version}, ${binaries}\n`);
  try {
    if (files.length === 0) await measureForms(url);
    // One worker, because the server allows 100 sessions.
    await runTests(url, ['--project', 'wire', '--project', 'policy', '--maxWorkers=1', ...files]);
  } finally {
    await stop();
  }
}

async function runTests(url: string, args: readonly string[]): Promise<void> {
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--reporter=dot', ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('tests failed');
}

const together = 40;

async function measureForms(url: string): Promise<void> {
  await using product = await startProduct({ DATABASE_URL: url });
  let sent = 0;
  const from = (): string => `127.0.3.${1 + (sent++ % 200)}`;
  const form = () =>
    sendTimedRequest(`${product.url}/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: product.url },
      body: String(new URLSearchParams({ name: 'Ann', email: `ann${sent}@example.com`, message: 'Hello' })),
      from: from(),
    });
  const page = () => sendTimedRequest(`${product.url}/book?x=${sent}`, { from: from() });
  const times = { form: [] as number[], page: [] as number[] };
  for (let round = 0; round < 20; round += 1) {
    times.form.push((await form()).ms);
    times.page.push((await page()).ms);
  }
  const results = await Promise.all(Array.from({ length: together }, form));
  const kept = results.filter(({ status }) => status === 303).length;
  process.stdout.write(
    `  contact form ${median(times.form).toFixed(0)} ms, /book ${median(times.page).toFixed(0)} ms, ${kept} of ${together} forms at once kept\n`,
  );
  if (kept < together) throw new Error(`${together - kept} of ${together} forms at once were not kept`);
}
