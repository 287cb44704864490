import type { Page } from '@playwright/test';

/** Holds the requests to a URL, all or those of one method, until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp, method?: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await held;
    await route.continue();
  });
  return release;
}
