// `npm test`: installs what is missing, builds, runs every suite, says where the time went, ends with one line of counts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './run/find-chromium.mjs';
import {
  buildOnce,
  checkPlatform,
  installOnce,
  pinnedEnvironment,
  pinnedNode,
  root,
} from './run/prepare.mjs';

checkPlatform();
installOnce();

const reports = mkdtempSync(join(tmpdir(), 'fairlead-test-'));
const env = { ...pinnedEnvironment(), FORCE_COLOR: '0' };
const rows = [];

function timed(name, work) {
  const began = performance.now();
  const result = work();
  rows.push({ name, seconds: (performance.now() - began) / 1000, ...result });
}

function tool(path, args, extra = {}) {
  return spawnSync(pinnedNode(), [join(root, 'node_modules', path), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, ...extra },
  }).status;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function check() {
  const status = spawnSync('npm', ['run', '-s', 'check'], { cwd: root, stdio: 'inherit', env }).status;
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

function vitest(project) {
  const file = join(reports, `${project}.json`);
  const args = [
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const status = tool('vitest/vitest.mjs', args);
  const report = read(file);
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const failed = Math.max(report?.numFailedTests ?? 0, status === 0 && report ? 0 : 1);
  return { passed, failed, skipped };
}

function browser() {
  const chrome = findChromium();
  if (!chrome) {
    process.stderr.write(
      'No browser: the whole browser suite (e2e/) did not run. Install Chromium, or set CHROME_PATH to one.\n',
    );
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const file = join(reports, 'browser.json');
  const status = tool('@playwright/test/cli.js', ['test'], { CHROME_PATH: chrome, REPORT_FILE: file });
  const stats = read(file)?.stats;
  const failed = Math.max((stats?.unexpected ?? 0) + (stats?.flaky ?? 0), status === 0 && stats ? 0 : 1);
  return { passed: stats?.expected ?? 0, failed, skipped: stats?.skipped ?? 0 };
}

timed('build', () => (buildOnce(), { passed: 0, failed: 0, skipped: 0 }));
timed('check', check);
for (const project of ['unit', 'wire', 'policy']) timed(project, () => vitest(project));
timed('browser', browser);
rmSync(reports, { recursive: true, force: true });

const total = { passed: 0, failed: 0, skipped: 0 };
process.stdout.write('\n');
for (const { name, seconds, passed, failed, skipped } of rows) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  process.stdout.write(
    `${name.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s   ${passed} ok, ${failed} failed\n`,
  );
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed > 0 ? 1 : 0);
