// Tests of the backend: `npm test -w backend`. The configuration of the whole project takes its options from here.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isWholeMatrix } from './wire-tests/target.ts';

const here = (file: string): string => join(import.meta.dirname, file);

/** Options of a run. */
export const runOptions = {
  // By default one worker fewer than cores. These suites wait for databases and answers half of their time.
  maxWorkers: 3,
  // The default of 16 MB takes a tenth of the processor's time for garbage collection.
  execArgv: ['--max-semi-space-size=64'],
  // The files of a worker share modules and the database cluster: starting them for each took half of the time.
  isolate: false,
  globalSetup: here('wire-tests/create-run-folder.ts'),
  ...(isWholeMatrix ? {} : { testNamePattern: /^(?!.*@audit)/ }),
  // Generous, because a busy machine is slow, not wrong.
  expect: { poll: { timeout: 10_000 } },
};

/** Options of each project. */
export const projectOptions = {
  // A warning of pg fails the run.
  setupFiles: [here('wire-tests/fail-on-warnings.ts')],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    ...runOptions,
    projects: [
      { test: { name: 'unit', ...projectOptions, include: ['src/**/*.test.ts'] } },
      { test: { name: 'wire', ...projectOptions, include: ['wire-tests/**/*.test.ts'] } },
    ],
  },
});
