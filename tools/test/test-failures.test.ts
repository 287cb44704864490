import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { browserFailures, vitestFailures } from './test-failures.mjs';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'failures-'));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  for (const tool of ['@playwright/test', 'vitest']) {
    mkdirSync(join(folder, tool), { recursive: true });
    writeFileSync(
      join(folder, tool, 'sums.test.ts'),
      `import { describe, expect, test } from '${tool}';
       test('one and one', () => expect(1 + 1).toBe(2));
       describe('outer', () => test('two and two', () => expect(2 + 2).toBe(5)));`,
    );
  }
  writeFileSync(join(folder, 'vitest', 'broken.test.ts'), `throw new Error('not even loaded');`);
});

/** The report of the tool about the tests above. */
function run(tool: string, program: string, args: string[]): unknown {
  const file = join(folder, `${tool.replace('/', '-')}.json`);
  try {
    execFileSync(process.execPath, [join(projectRoot, 'node_modules', program), ...args], {
      cwd: join(folder, tool),
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      stdio: 'ignore',
    });
  } catch {
    // the program fails because its tests do
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

test('the failures of a Vitest report have names and reasons, a file that could not run too @audit', () => {
  const file = join(folder, 'vitest.json');
  const args = ['run', '--root=.', '--reporter=json', `--outputFile=${file}`];
  const failures = vitestFailures(run('vitest', 'vitest/vitest.mjs', args));
  expect(failures).toEqual([
    {
      name: expect.stringMatching(/broken\.test\.ts$/),
      message: expect.stringContaining('not even loaded'),
    },
    {
      name: expect.stringMatching(/sums\.test\.ts › outer two and two$/),
      message: expect.stringContaining('expected 4 to be 5'),
    },
  ]);
});

test('the failures of a Playwright report have names and reasons, without colours @audit', () => {
  const args = ['test', '--reporter=json'];
  const failures = browserFailures(run('@playwright/test', '@playwright/test/cli.js', args));
  expect(failures).toEqual([
    {
      name: 'sums.test.ts:3 › two and two',
      message: expect.stringMatching(/^Error: expect\(received\)[^]*Expected: 5\nReceived: 4/),
    },
  ]);
});
