// Runs Vitest and Playwright for `npm test`; failed tests are repeated once, alone.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationRoot } from '../../server/commands/project-root.mjs';
import { pinnedNode } from '../setup/pinned-node.mjs';
import { runChild } from '../setup/run-child.mjs';
import { browserFailures, vitestFailures } from './test-failures.mjs';

/** More failures than this have another cause than a busy machine, so they are not repeated. */
const maxRepeated = 10;

const none = { passed: 0, failed: 0, skipped: 0 };

/**
 * `folder`: where reports are written; `root`: where the tests are; `args`: of Vitest; `before`: a program that runs
 * node with the next arguments, and ends with 3 if the machine lacks what it needs; `repeats: false`: failed tests are
 * not repeated. Resolves to `{ counts, failures, unstable, isMissing }`: `unstable` are the failures of tests that
 * passed when repeated, which `counts` counts as passed.
 */
export async function runVitest({
  name,
  folder,
  env,
  args = [],
  before = [],
  repeats = true,
  root = installationRoot,
}) {
  let runs = 0;
  async function run(further) {
    const file = join(folder, `${name}-${runs++}.json`);
    const errorsFile = join(folder, `${name}-unhandled-errors.json`);
    const result = await runNode(
      [
        ...before,
        join(installationRoot, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=dot',
        '--reporter=json',
        `--reporter=${join(import.meta.dirname, 'unhandled-errors-reporter.mjs')}`,
        `--outputFile.json=${file}`,
        ...args,
        ...further,
      ],
      { cwd: root, env: { ...env, UNHANDLED_ERRORS_FILE: errorsFile } },
    );
    return { code: result.code, report: read(file), unhandled: read(errorsFile) ?? [] };
  }

  const first = await run([]);
  if (before.length > 0 && first.code === 3)
    return { counts: { ...none, skipped: 1 }, failures: [], unstable: [], isMissing: true };
  const failures = [
    ...vitestFailures(first.report),
    ...first.unhandled.map((message) => ({ name: 'outside a test', message })),
  ];
  const counts = {
    passed: first.report?.numPassedTests ?? 0,
    failed: failures.length,
    skipped: countSkipped(first.report),
  };
  const unstable = [];
  if (repeats && failures.length <= maxRepeated) {
    for (const failure of failures.filter(({ file }) => file)) {
      announce(failure);
      const pattern = failure.title === null ? [] : ['--testNamePattern', `^${escape(failure.title)}$`];
      const { code, report } = await run([failure.file, ...pattern, '--maxWorkers=1']);
      const passed = report?.numPassedTests ?? 0;
      if (code !== 0 || passed === 0) continue;
      unstable.push(failure);
      counts.passed += passed;
      counts.failed -= 1;
    }
  }
  return {
    counts: withBrokenRun(name, first.code, counts, failures),
    failures: failures.filter((failure) => !unstable.includes(failure)),
    unstable,
  };
}

/** As runVitest, for the browser tests of Playwright. */
export async function runBrowserTests({ folder, env, repeats = true, root = installationRoot }) {
  async function run(number, further) {
    const file = join(folder, `browser-${number}.json`);
    const { code } = await runNode(
      [join(installationRoot, 'node_modules/@playwright/test/cli.js'), 'test', ...further],
      { cwd: root, env: { ...env, REPORT_FILE: file } },
    );
    return { code, report: read(file) };
  }

  const first = await run(0, []);
  const failures = browserFailures(first.report);
  const counts = {
    passed: first.report?.stats?.expected ?? 0,
    failed: failures.length,
    skipped: first.report?.stats?.skipped ?? 0,
  };
  let unstable = [];
  const isRepeatable = failures.every(({ file }) => file);
  if (repeats && isRepeatable && failures.length > 0 && failures.length <= maxRepeated) {
    for (const failure of failures) announce(failure);
    const { report } = await run(1, ['--last-failed', '--workers=1']);
    const failedTwice = new Set(browserFailures(report).map(({ name }) => name));
    // Otherwise one of them did not run.
    const ranAll = (report?.stats?.expected ?? 0) + failedTwice.size === failures.length;
    if (ranAll) unstable = failures.filter(({ name }) => !failedTwice.has(name));
    counts.passed += unstable.length;
    counts.failed -= unstable.length;
  }
  return {
    counts: withBrokenRun('browser', first.code, counts, failures),
    failures: failures.filter((failure) => !unstable.includes(failure)),
    unstable,
  };
}

/** A run that failed without a failed test, or in which no test ran, is counted as one failure. */
function withBrokenRun(name, code, counts, failures) {
  const ranNone = counts.passed + counts.failed === 0;
  if (ranNone) process.stderr.write(`${name}: no test ran.\n`);
  const isBroken = ranNone || (code !== 0 && failures.length === 0);
  return { ...counts, failed: Math.max(counts.failed, isBroken ? 1 : 0) };
}

function announce({ name }) {
  process.stdout.write(`\nfailed, repeated alone: ${name}\n`);
}

function runNode(args, options) {
  return runChild(pinnedNode(), args, options);
}

/** Without the tests that `npm run audit -- tests` runs (`@audit`). */
function countSkipped(report) {
  const results = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  return results.filter(
    ({ status, title }) => /^(skipped|pending|todo)$/.test(status) && !title.includes('@audit'),
  ).length;
}

function escape(text) {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
