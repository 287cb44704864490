import type { Page, Request } from '@playwright/test';
import { holdStill } from '../../audit/presentation.ts';
import { expect } from '../../product/fixture.ts';

/** The requests of a page without a response yet, counted from now on. */
export interface OpenRequests {
  /** Resolves once everything has come, and nothing more was asked for; after `timeoutMs` in any case. */
  settle: (timeoutMs: number) => Promise<void>;
}

/** Playwright's own `networkidle` comes once for each document, and a screen of the dashboard asks later too. */
export function watchRequests(page: Page): OpenRequests {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return {
    async settle(timeoutMs) {
      const end = performance.now() + timeoutMs;
      do {
        const left = Math.max(end - performance.now(), 1);
        // Some states leave a request open on purpose.
        await expect
          .poll(() => open.size, { timeout: left, intervals: [50, 100] })
          .toBe(0)
          .catch(() => {});
        // What came is drawn, and may ask for more.
        await holdStill(page);
      } while (open.size > 0 && performance.now() < end);
    },
  };
}
