import { defineConfig } from 'vitest/config';
import { projectOptions, runOptions } from '@fairlead/backend/testing/vitest';

/** Three suites, each a project: `vitest run --project unit|wire|policy`. The browser suite is Playwright's. */
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
    ],
  },
});
