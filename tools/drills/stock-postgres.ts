import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findStockPostgres, startStockPostgres } from '@fairlead/backend/testing';
import { projectRoot } from '../../server/project-root.ts';

export const title =
  'The wire and policy suites on a PostgreSQL of the system with its default settings (-- FILE …)';

export default async function drill(files: readonly string[]): Promise<void> {
  const binaries = findStockPostgres();
  if (binaries === undefined)
    throw new Error('no PostgreSQL 15 or newer was found; Debian: apt-get install postgresql');
  const { url, version, stop } = await startStockPostgres(binaries);
  process.stdout.write(`  PostgreSQL ${version}, ${binaries}\n`);
  try {
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
