import { defineConfig } from 'vitest/config';
import { projectOptions, runOptions } from '@fairlead/backend/testing/vitest';

/**
 * Four suites, each a project: `vitest run --project unit|wire|policy|product`. The browser suite is Playwright's.
 */
export default defineConfig({
  test: {
    ...runOptions,
    projects: [
      {
        test: {
          name: 'unit',
          ...projectOptions,
          include: [
            'tools/**/*.test.ts',
            'server/**/*.test.ts',
            'site/**/*.test.{ts,tsx}',
            'backend/src/**/*.test.ts',
            'mail-reader/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/build/**'],
        },
      },
      { test: { name: 'wire', ...projectOptions, include: ['backend/wire-tests/**/*.test.ts'] } },
      { test: { name: 'policy', ...projectOptions, include: ['supabase/tests/**/*.test.ts'] } },
      {
        test: {
          name: 'product',
          ...projectOptions,
          include: ['product-tests/**/*.test.ts'],
          // Some start and stop several products, also on a busy machine.
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
