// `npm test`: every suite, the time of each, and one line of counts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite } from '../setup/build-site.mjs';
import { checkPlatform } from '../setup/check-platform.mjs';
import { installPackages } from '../setup/install-packages.mjs';
import { pinnedEnvironment, pinnedNode } from '../setup/pinned-node.mjs';
import { installationRoot } from '../../server/commands/project-root.mjs';
import { runChild } from '../setup/run-child.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { runStaticChecks } from './static-checks.mjs';
import { browserFailures, vitestFailures } from './test-failures.mjs';
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

function tool(path, args, extra = {}) {
  return runChild(pinnedNode(), [join(installationRoot, 'node_modules', path), ...args], {
    env: { ...env, ...extra },
  });
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** A suite without a test is counted as failed. */
function count(name, result, { passed = 0, failed = 0, skipped = 0 } = {}) {
  if (passed + failed === 0) process.stderr.write(`${name}: no test ran.\n`);
  const broken = result.code !== 0 || passed + failed === 0;
  return { passed, failed: Math.max(failed, broken ? 1 : 0), skipped };
}

/** Without the tests that `npm run check` runs, because they are among the unit tests. */
async function check() {
  const failed = await runStaticChecks(env);
  return { ...none, passed: failed === 0 ? 1 : 0, failed };
}

/** Without the tests that `npm run audit -- tests` runs (`@audit`). */
function countSkipped(report) {
  const results = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  return results.filter(
    ({ status, title }) => /^(skipped|pending|todo)$/.test(status) && !title.includes('@audit'),
  ).length;
}

/** The three suites in one run: while one waits for its database, another uses the processor. */
async function vitest() {
  return runVitest('vitest', []);
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
  return runVitest('stock', ['--project', 'wire', '--project', 'policy', ...stockSample], {
    before: ['backend/wire-tests/with-stock-postgres.ts'],
  });
}

/** `before`: a program that runs node with the next arguments, and ends with 3 if the machine lacks what it needs. */
async function runVitest(name, args, { before = [] } = {}) {
  const file = join(sandbox.folder, `${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const vitestFile = join(installationRoot, 'node_modules/vitest/vitest.mjs');
  const result = await runChild(pinnedNode(), [...before, vitestFile, 'run', ...reporters, ...args], { env });
  if (before.length > 0 && result.code === 3) {
    process.stderr.write(
      `${name}: skipped, no PostgreSQL 15 or newer of the system was found (Debian: apt-get install postgresql).\n`,
    );
    return { ...none, skipped: 1 };
  }
  const report = read(file);
  failures.push(...vitestFailures(report));
  return count(name, result, {
    passed: report?.numPassedTests,
    failed: report?.numFailedTests,
    skipped: countSkipped(report),
  });
}

async function browser() {
  const chrome = findHeadlessBrowser();
  if (!chrome) {
    process.stderr.write(
      'No browser: the whole browser suite (e2e/) did not run. Install Chromium, or set CHROME_PATH to one.\n',
    );
    return { ...none, failed: 1 };
  }
  const file = join(sandbox.folder, 'browser.json');
  const result = await tool('@playwright/test/cli.js', ['test'], { CHROME_PATH: chrome, REPORT_FILE: file });
  const report = read(file);
  failures.push(...browserFailures(report));
  const stats = report?.stats;
  return count('browser', result, {
    passed: stats?.expected,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped,
  });
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

// Printed again at the end, because a CI log may have lost its beginning.
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
