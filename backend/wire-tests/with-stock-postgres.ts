// node with-stock-postgres.ts ARGUMENT …: runs node with these arguments and TEST_DATABASE_URL of a stock PostgreSQL.
// Ends with 3 if this machine has none.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findStockPostgres, startStockPostgres } from './stock-postgres.ts';

const binaries = findStockPostgres();
if (binaries === undefined) process.exit(3);
const { url, version, stop } = await startStockPostgres(binaries);
process.stdout.write(`PostgreSQL ${version} with its default settings (${binaries})\n`);
const child = spawn(process.execPath, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, 'exit')) as [number | null];
await stop();
process.exit(code ?? 1);
