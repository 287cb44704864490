import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { toast, toasts } from '../product/toasts.ts';
import { expect, sessionStorageKey, signUpAccount, openAs, test } from '../product/staff.ts';
import { giveRole, makeOwner, openTeam } from './team.ts';

/** Elements that a toast must not cover, on screens that have them. */
const keptClear = [
  'main h1',
  'main aside',
  'main [role=alert]',
  'main [role=search] :is(input, select, button)',
  'main search :is(input, select, button)',
  // Not the reply forms of leads: they scroll, so that a toast over one can be avoided.
  'main form:not(article form) [type=submit]',
].join(', ');

/** The texts of elements that a toast covers. */
function coveredBy(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const toasts = [...document.querySelectorAll('.toast')].map((each) => each.getBoundingClientRect());
    return [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return toasts.some(
          (toast) =>
            box.width > 0 &&
            box.left < toast.right &&
            box.right > toast.left &&
            box.top < toast.bottom &&
            box.bottom > toast.top,
        );
      })
      .map((element) => element.innerText || element.outerHTML);
  }, keptClear);
}

test('B-150 two toasts cover neither title, warning, search, filters nor the bar that saves, on a phone and a wide screen', async ({
  product,
  newContext,
}) => {
  const page = await openAs(newContext, product, await makeOwner(product));
  await page.route(/\/auth\/v1\/logout/, (route) => route.abort());
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of sampleMatrix(['/messages', '/agency'], ['/services/new', '/team'])) {
      await page.goto(`/dashboard${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator(keptClear).nth(1)).toBeVisible();
      for (const count of [1, 2]) {
        await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
        await expect(toasts(page)).toHaveCount(count);
      }
      // well before toasts disappear on their own
      await expect.poll(() => coveredBy(page), { timeout: 5_000 }).toEqual([]);
    }
  }
});

test('P-92 a failed sign-out shows an error and offers to sign out on this device; no toast remains after the session', async ({
  page,
  product,
}) => {
  await page.route(/\/auth\/v1\/logout/, (route) => route.abort());
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  const toast = page.locator('.toast[data-variant="destructive"]');
  await expect(toast).toContainText('Error');
  await expect(toast).toContainText('Failed to sign out');
  await expect(page).toHaveURL(/\/dashboard$/);
  // shown only to this account, and removed with its session
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(toast).toHaveCount(2);
  await toast.last().getByRole('button', { name: 'Sign out on this device' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.locator('.toast')).toHaveCount(0);
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionStorageKey(product))).toBeNull();
});

test('A-17 an error is removed when the same form succeeds: the factor rule, a removal, an editor @audit', async ({
  newContext,
  product,
}) => {
  const colleague = await signUpAccount(product, 'Rémi Côté');
  await giveRole(product, colleague, 'viewer');
  const { page } = await openTeam(product, newContext);
  const error = toast(page, 'Error');
  const refuse = { status: 400, json: { message: 'Not now.' } };

  // nothing is stored: other tests of this product sign in with a password
  const rule = /\/rpc\/require_second_factor/;
  await page.route(rule, (route) => route.fulfill(refuse));
  await page.getByRole('switch').click();
  await expect(error).toContainText('Not now.');
  await page.unroute(rule);
  await page.route(rule, (route) => route.fulfill({ status: 204 }));
  // a press before the failed attempt has ended is ignored
  await expect(page.getByRole('switch')).not.toBeChecked();
  await page.getByRole('switch').click();
  await expect(error).toHaveCount(0);

  const removal = /\/rpc\/remove_from_team/;
  await page.route(removal, (route) => route.fulfill(refuse));
  await page.getByRole('button', { name: /^Remove.* Rémi Côté/ }).click();
  const yes = page.getByRole('button', { name: 'Remove from team' });
  await yes.click();
  await expect(error).toContainText('Not now.');
  await page.unroute(removal);
  await yes.click();
  await expect(toast(page, 'Removed')).toBeVisible();
  await expect(error).toHaveCount(0);

  const title = `Kept apart ${process.pid}`;
  const { data: service } = await product.admin
    .from('services')
    .insert({ name: title, slug: `kept-apart-${process.pid}` })
    .select('id')
    .single()
    .throwOnError();
  await page.goto(`/dashboard/services/${service.id}`);
  await page.getByLabel('Short pitch').fill('Another sentence.');
  const services = /\/rest\/v1\/services/;
  await page.route(services, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(refuse) : route.continue(),
  );
  await page.keyboard.press('Control+s');
  await expect(error).toContainText('Not now.');
  await page.unroute(services);
  // while a save is in progress, the shortcut saves nothing
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Saved')).toBeVisible();
  await expect(error).toHaveCount(0);
  await product.admin.from('services').delete().eq('id', service.id).throwOnError();
});
