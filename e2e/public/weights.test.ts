import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { expectHydrated, movePointer, watchHydration } from '../product/hydrated.ts';

// A kilobyte is 1,000 bytes here. The first view of a common phone.
const phone = { width: 412, height: 823 };
const mostBeforeTouch = 100_000;
const mostToHydrate = 112_000;
const mostWhenWanted = 30_000;

const paths = [
  '/',
  '/services',
  '/services/accessibility-audit',
  '/apps',
  '/apps/ringcheck',
  '/resources',
  '/resources/what-pay-per-results-really-measures',
  '/contact',
  '/privacy',
  '/nope',
];

/** What scripts have come so far, compressed, in bytes. */
function weighScripts(page: Page): () => number {
  let bytes = 0;
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      bytes += Number(response.headers()['content-length']);
  });
  return () => bytes;
}

test('S-17 a page without its pictures weighs at most 100 KB before anybody touches it, and 112 KB of scripts after', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await watchHydration(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  // Pictures are what an editor uploads: their number and weight are the record's, not the page's. Drawn ones count.
  const pictures = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/^image\/(?!svg)/.test(response.mimeType)) pictures.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength;
  });
  const scripts = weighScripts(page);
  for (const path of paths) {
    bytes = 0;
    await session.send('Network.clearBrowserCache');
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(bytes, `${path} before a touch`).toBeLessThanOrEqual(mostBeforeTouch);
    const before = scripts();
    await movePointer(page);
    await expectHydrated(page);
    const hydration = scripts() - before;
    expect(hydration, `${path} scripts`).toBeGreaterThan(0);
    expect(hydration, `${path} scripts`).toBeLessThanOrEqual(mostToHydrate);
    test.info().annotations.push({ type: 'bytes', description: `${path} ${bytes} ${hydration}` });
  }
});

test('the rules of the forms come when somebody writes, and weigh little', async ({ page }) => {
  await watchHydration(page);
  await page.goto('/contact');
  await movePointer(page);
  await expectHydrated(page);
  const scripts = weighScripts(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.locator('[data-form-summary]')).toBeFocused();
  await expect(page.locator('.toast')).toContainText('Name must be at least 2 characters');
  expect(scripts()).toBeGreaterThan(0);
  expect(scripts()).toBeLessThanOrEqual(mostWhenWanted);
});
