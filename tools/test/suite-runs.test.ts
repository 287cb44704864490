import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { runBrowserTests, runVitest } from './suite-runs.mjs';

/** A project with one test file: one test passes, one fails until its second run, `failing` ones fail always. */
function createProject(tool: 'vitest' | '@playwright/test', failing: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'suite-runs-'));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'tests'));
  writeFileSync(
    join(folder, 'tests/sums.test.ts'),
    `import { appendFileSync, readFileSync } from 'node:fs';
     import { describe, expect, test } from '${tool}';
     /** Returns how often the test of this name has begun. */
     function begin(name) {
       appendFileSync('runs.txt', name + '\\n');
       return readFileSync('runs.txt', 'utf8').split('\\n').filter((line) => line === name).length;
     }
     test('always passes', () => expect(begin('always passes')).toBe(1));
     describe('outer (a+b)', () => test('passes when repeated', () => expect(begin('repeated')).toBe(2)));
     for (let index = 0; index < ${failing}; index += 1)
       test('always fails ' + index, () => expect(begin('fails') + 5).toBe(2));`,
  );
  if (tool === '@playwright/test')
    writeFileSync(
      join(folder, 'playwright.config.ts'),
      `export default { workers: 1, reporter: [['json', { outputFile: process.env['REPORT_FILE'] }]] };`,
    );
  return folder;
}

/** The names of the tests in the order in which they ran. */
function runsIn(folder: string): string[] {
  return readFileSync(join(folder, 'runs.txt'), 'utf8').trim().split('\n');
}

const { VITEST: _vitest, VITEST_POOL_ID: _pool, VITEST_WORKER_ID: _worker, ...environment } = process.env;
const env = { ...environment, NO_COLOR: '1' };

async function run(tool: 'vitest' | '@playwright/test', folder: string, options: { repeats?: boolean } = {}) {
  return tool === 'vitest'
    ? runVitest({ name: 'sums', folder, env, root: folder, ...options })
    : runBrowserTests({ folder, env, root: folder, ...options });
}

test.each(['vitest', '@playwright/test'] as const)(
  '%s: a test that passes when repeated alone is counted as passed and named as unstable; one that fails twice failed',
  async (tool) => {
    const folder = createProject(tool, 1);
    const { counts, failures, unstable } = await run(tool, folder);
    expect(counts).toEqual({ passed: 2, failed: 1, skipped: 0 });
    expect(unstable).toEqual([
      expect.objectContaining({ name: expect.stringMatching(/sums\.test\.ts.* passes when repeated$/) }),
    ]);
    expect(failures).toEqual([
      expect.objectContaining({
        name: expect.stringMatching(/sums\.test\.ts.* › always fails 0$/),
        message: expect.stringMatching(/2[^]*7|7[^]*2/),
      }),
    ]);
    expect(runsIn(folder).toSorted()).toEqual(['always passes', 'fails', 'fails', 'repeated', 'repeated']);
  },
);

test.each(['vitest', '@playwright/test'] as const)(
  '%s: nothing is repeated when many tests fail, nor without repeats @audit',
  async (tool) => {
    const many = createProject(tool, 10);
    expect(await run(tool, many)).toMatchObject({ counts: { passed: 1, failed: 11 }, unstable: [] });
    const without = createProject(tool, 0);
    expect(await run(tool, without, { repeats: false })).toMatchObject({ counts: { passed: 1, failed: 1 } });
    expect(runsIn(without)).toHaveLength(2);
  },
);

test('vitest: an error outside a test is a failure that no repeated test hides, as is a file that cannot run', async () => {
  const folder = createProject('vitest', 0);
  writeFileSync(join(folder, 'tests/broken.test.ts'), `throw new Error('not even loaded');`);
  writeFileSync(
    join(folder, 'tests/rejected.test.ts'),
    `import { test } from 'vitest';
     test('passes', async () => { Promise.reject(new Error('left behind')); await new Promise(setImmediate); });`,
  );
  const { counts, failures, unstable } = await run('vitest', folder);
  expect(counts).toEqual({ passed: 3, failed: 2, skipped: 0 });
  expect(failures.map(({ name, message }) => `${name}: ${message}`)).toEqual([
    expect.stringMatching(/broken\.test\.ts: .*not even loaded/),
    expect.stringMatching(/^outside a test: .*left behind/),
  ]);
  expect(unstable).toHaveLength(1);
  expect(existsSync(join(folder, 'sums-0.json'))).toBe(true);
});
