import { expect, test } from '../product/fixture.ts';
import { fillByLabel, leadFormValues } from '../lead/lead-forms.ts';
import { openHydrated } from '../product/hydrated.ts';
import { sampledPublicPaths } from '../public/public-paths.ts';
import { makeLead, accountPassword, signUpAccount } from '../product/staff.ts';

/** Behaves as a browser that blocks cookies and site data: each access to a storage throws. */
function blockStorage(): void {
  const deny = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { configurable: true, get: deny });
  Object.defineProperty(Document.prototype, 'cookie', { configurable: true, get: deny, set: deny });
  navigator.locks.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
}

test('B-142 where storage is blocked, signing in works until the page is left, and every screen opens', async ({
  page,
  product,
}) => {
  const { email } = await signUpAccount(product);
  const { name } = await makeLead(product);
  await page.addInitScript(blockStorage);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto('/dashboard/settings');
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(accountPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  // the requested screen, which this page remembers
  await page.getByRole('link', { name: 'Continue to Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page
    .getByRole('radio', { name: 'Dark' })
    .or(page.getByRole('button', { name: 'Dark' }))
    .first()
    .click();
  await page.keyboard.press('Control+b');
  await page
    .getByRole('link', { name: /^Messages/ })
    .first()
    .click();
  const box = page.getByRole('article', { name }).getByPlaceholder('Type your reply here...');
  await box.fill('Kept while the page is open');
  await page.getByRole('link', { name: 'Services', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('Kept while the page is open');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  expect(errors).toEqual([]);
});

test('B-142 where storage is blocked, a set-up link and the contact form work', async ({ page }) => {
  await page.addInitScript(blockStorage);
  await page.goto('/auth?owner#owner=0123456789abcdef0123456789abcdef&email=odile@fairlead.example');
  await expect(page.getByText('Use this link to become the owner')).toBeVisible();
  await openHydrated(page, '/contact');
  const form = page.locator('main form');
  await fillByLabel(form, { ...leadFormValues, Email: 'blocked@roy.example' });
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.locator('.toast[data-variant=success]')).toBeVisible();
});

test('B-142 where storage is blocked, every kind of public page works without an error', async ({ page }) => {
  await page.addInitScript(blockStorage);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(`${page.url()}: ${message}`));
  for (const path of sampledPublicPaths) {
    await openHydrated(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
  expect(errors).toEqual([]);
});
