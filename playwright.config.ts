import { defineConfig } from '@playwright/test';
import { isWholeMatrix } from '@fairlead/backend/testing/target';
import { browserLaunchOptions } from './e2e/product/find-chromium.mjs';

/** The whole product through a browser. Each worker starts a product of its own (e2e/product/fixture.ts). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  ...(isWholeMatrix ? {} : { grepInvert: /@audit/ }),
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  // long enough for a machine that is busy with something else
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['REPORT_FILE']
    ? [['line'], ['json', { outputFile: process.env['REPORT_FILE'] }]]
    : 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    launchOptions: browserLaunchOptions(),
  },
});
