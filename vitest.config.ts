import { defineConfig } from 'vitest/config';
import { isWholeMatrix } from '@fairlead/backend/testing/target';

/** A warning of pg fails the run. */
const setupFiles = ['backend/wire-tests/fail-on-warnings.ts'];

/** Three suites, each a project: `vitest run --project unit|wire|policy`. The browser suite is Playwright's. */
export default defineConfig({
  test: {
    // By default one worker fewer than cores. These suites wait for databases and answers half of their time.
    maxWorkers: 3,
    // The default of 16 MB takes a tenth of the processor's time for garbage collection.
    execArgv: ['--max-semi-space-size=64'],
    // The files of a worker share modules and the database cluster: starting them for each took half of the time.
    isolate: false,
    globalSetup: 'backend/wire-tests/create-run-folder.ts',
    ...(isWholeMatrix ? {} : { testNamePattern: /^(?!.*@audit)/ }),
    // Generous, because a busy machine is slow, not wrong.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          include: [
            'tools/**/*.test.ts',
            'server/**/*.test.ts',
            'site/**/*.test.{ts,tsx}',
            'backend/src/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/build/**'],
        },
      },
      {
        test: {
          name: 'wire',
          setupFiles,
          include: ['backend/wire-tests/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'policy',
          setupFiles,
          include: ['supabase/tests/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
