import { expect, test } from './staff.ts';

// A kilobyte is 1,000 bytes here, as in public-weights.test.ts.
const mostScript = 210_000;
const mostInAll = 320_000;

test('S-18 a cold load of the inbox weighs at most 210 KB of scripts and 320 KB in all', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const scripts = new Set<string>();
  let [script, all] = [0, 0];
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.endsWith('.js')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    all += encodedDataLength;
    if (scripts.has(requestId)) script += encodedDataLength;
  });
  await page.goto('/dashboard/messages', { waitUntil: 'networkidle' });
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  test.info().annotations.push({ type: 'bytes', description: `${script} of scripts, ${all} in all` });
  expect(script, 'scripts').toBeGreaterThan(50_000);
  expect(script, 'scripts').toBeLessThanOrEqual(mostScript);
  expect(all, 'in all').toBeLessThanOrEqual(mostInAll);
});
