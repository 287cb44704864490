// `npm test`: every suite, the time of each, and one line of counts. A failed test is repeated once, alone; not with
// `npm test -- --no-repeat`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite } from '../setup/build-site.mjs';
import { checkPlatform } from '../setup/check-platform.mjs';
import { installPackages } from '../setup/install-packages.mjs';
import { pinnedEnvironment } from '../setup/pinned-node.mjs';
import { installationRoot } from '../../server/commands/project-root.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { runStaticChecks } from './static-checks.mjs';
import { runBrowserTests, runVitest } from './suite-runs.mjs';
import { openSandbox } from './test-sandbox.mjs';
import { findHeadlessBrowser } from '../../e2e/product/find-chromium.mjs';

checkPlatform();
const sandbox = openSandbox();
process.on('exit', sandbox.clear);
const env = {
  ...pinnedEnvironment(),
  NO_COLOR: '1',
  TMPDIR: sandbox.folder,
  PRISTINE_DATA: join(sandbox.folder, 'pristine'),
  // Compiling the browser tests takes 6 s of processor time; beside their packages, the result outlives the sandbox.
  PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(installationRoot, 'node_modules/.cache/playwright'),
};
const none = { passed: 0, failed: 0, skipped: 0 };
const rows = [];
const failures = [];
const unstable = [];
const repeats = !process.argv.includes('--no-repeat');

async function timed(name, work) {
  const start = { time: performance.now(), processor: processorSeconds() };
  const counts = await work();
  const seconds = (performance.now() - start.time) / 1000;
  rows.push({ name, seconds, processor: processorSeconds() - start.processor, ...counts });
}

/** Processor time of the programs run so far (Linux). */
function processorSeconds() {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Without the tests that `npm run check` runs, because they are among the unit tests. */
async function check() {
  const failed = await runStaticChecks(env);
  return { ...none, passed: failed === 0 ? 1 : 0, failed };
}

/** Keeps what failed for the end, because a CI log may have lost its beginning. */
function keep(result) {
  failures.push(...result.failures);
  unstable.push(...result.unstable);
  return result.counts;
}

/** The three suites in one run: while one waits for its database, another uses the processor. */
async function vitest() {
  return keep(await runVitest({ name: 'vitest', folder: sandbox.folder, env, repeats }));
}

/** Tests of what a system's PostgreSQL with default settings could do differently (JIT, time zone, version). */
const stockSample = [
  'backend/wire-tests/rest/call.test.ts',
  'backend/wire-tests/rest/read.test.ts',
  'backend/wire-tests/auth/sign-in.test.ts',
  'backend/wire-tests/database/session-settings.test.ts',
  'supabase/tests/declared-schema.test.ts',
  'supabase/tests/lead-content.test.ts',
  'supabase/tests/plan-costs.test.ts',
  'supabase/tests/business-hours.test.ts',
];

async function stock() {
  const result = await runVitest({
    name: 'stock',
    folder: sandbox.folder,
    env,
    repeats,
    args: ['--project', 'wire', '--project', 'policy', ...stockSample],
    before: ['backend/wire-tests/with-stock-postgres.ts'],
  });
  if (result.isMissing)
    process.stderr.write(
      'stock: skipped, no PostgreSQL 15 or newer of the system was found (Debian: apt-get install postgresql).\n',
    );
  return keep(result);
}

async function browser() {
  const chrome = findHeadlessBrowser();
  if (!chrome) {
    process.stderr.write(
      'No browser: the whole browser suite (e2e/) did not run. Install Chromium, or set CHROME_PATH to one.\n',
    );
    return { ...none, failed: 1 };
  }
  return keep(
    await runBrowserTests({ folder: sandbox.folder, env: { ...env, CHROME_PATH: chrome }, repeats }),
  );
}

await timed('prepare', () =>
  withSetupLock(async () => {
    await installPackages();
    await buildSite();
    return none;
  }),
);
await timed('check', check);
await timed('vitest', vitest);
await timed('stock', stock);
await timed('browser', browser);

for (const { name, message } of unstable)
  process.stdout.write(`\nunstable, failed and passed when repeated alone: ${name}\n${message}\n`);
for (const { name, message } of failures) process.stdout.write(`\nfailed: ${name}\n${message}\n`);

const total = { ...none };
process.stdout.write('\nsuite      seconds  processor\n');
for (const { name, seconds, processor, ...counts } of rows) {
  for (const kind of Object.keys(total)) total[kind] += counts[kind];
  const times = `${seconds.toFixed(1).padStart(7)}  ${processor.toFixed(1).padStart(9)}`;
  process.stdout.write(
    `${name.padEnd(10)} ${times}   ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
  );
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed > 0 ? 1 : 0);
