import type { Product } from '../product/product.ts';
import { toast } from '../product/toasts.ts';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, uniqueLeadName, signUpAccount, storedSession, test } from '../product/staff.ts';
import { resize } from '../product/resize.ts';

/** Inserts rows like the trigger's, newest first. */
async function hold(product: Product, names: string[]): Promise<void> {
  const now = Date.now();
  const { error } = await product.admin.from('quarantined_leads').insert(
    names.map((name, index) => ({
      name,
      email: `held-${index}@roy.example`,
      message: `First line ${index}\n${'unbroken'.repeat(30)}`,
      origin: 'site',
      score: 5,
      score_reasons: ['a link in the name', 'too many messages in a short time'],
      created_at: new Date(now - index * 60_000).toISOString(),
    })),
  );
  expect(error).toBeNull();
}

test('G-51 staff see quarantined leads with the reason, and move them to the inbox @audit', async ({
  ownProduct,
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: ownProduct.url,
    storageState: storedSession(ownProduct, await signUpAccount(ownProduct)),
  });
  const page = await context.newPage();
  const line = page.locator('summary');
  const totals = page.getByText(/^[\d,]+ leads/);
  const [first, second] = [uniqueLeadName(), uniqueLeadName('Zoë')];

  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(line).toHaveCount(0);
  const before = await totals.textContent();

  await hold(ownProduct, [first, second]);
  await page.reload();
  await expect(line).toHaveText('2 possible spam messages');
  await expect(page.getByText('First line 0')).toBeHidden();
  await line.click();
  const entry = page.locator('details li').filter({ hasText: first });
  await expect(entry).toContainText('held-0@roy.example');
  await expect(entry).toContainText('First line 0');
  await expect(entry).toContainText('Why: a link in the name, too many messages in a short time');
  expect(await findAxeProblems(page, [390, 1280], 'details')).toEqual([]);
  await resize(page, 320, 640);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  const move = page.getByRole('button', { name: `Move to inbox: ${first}` });
  const call = /\/rpc\/restore_quarantined_lead/;
  await page.route(call, (route) => route.fulfill({ status: 400, json: { message: 'Not now.' } }));
  await move.click();
  await expect(toast(page, 'Error')).toContainText('Not now.');
  await expect(move).toBeFocused();
  await page.unroute(call);
  // A press while the failed attempt is still ending is not a second attempt, so it is repeated.
  await expect(async () => {
    if (await move.isVisible()) await move.press('Enter', { timeout: 2_000 });
    await expect(toast(page, 'Moved to the inbox')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(toast(page, 'Error')).toHaveCount(0);
  await expect(page.getByRole('article', { name: first })).toBeVisible();
  await expect(line).toHaveText('1 possible spam message');
  await expect(line).toBeFocused();
  await expect(totals).not.toHaveText(before ?? '');

  await page.getByRole('button', { name: `Move to inbox: ${second}` }).press('Enter');
  await expect(page.getByRole('article', { name: second })).toBeVisible();
  await expect(line).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await hold(
    ownProduct,
    Array.from({ length: 51 }, () => uniqueLeadName()),
  );
  await page.reload();
  await expect(line).toHaveText('More than 50 possible spam messages');
  await line.click();
  await expect(page.locator('details li')).toHaveCount(50);
  await page.getByRole('button', { name: 'Load more possible spam messages' }).press('Enter');
  await expect(page.locator('details li')).toHaveCount(51);
  await expect(line).toHaveText('51 possible spam messages');
  await expect(page.getByText('All possible spam messages are shown')).toBeFocused();
  await context.close();
});
