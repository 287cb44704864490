import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fillByLabel, leadFormValues } from './lead-forms.ts';
import { readLeadsByEmail } from '../product/read-leads.ts';
import { toast } from '../product/toasts.ts';

/** Blocks the script that contains the rules of the forms. */
async function cutRules(page: Page): Promise<void> {
  await page.route(/\/assets\/check-lead-[^/]*\.js$/, (route) => route.abort('internetdisconnected'));
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' });

test('G-49 a form that is sent before its validation is loaded does not wait: the server has them too', async ({
  page,
  product,
}) => {
  const email = 'early@roy.example';
  await cutRules(page);
  await openHydrated(page, '/contact');
  await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: email });
  await send(page).click();
  await expect(toast(page, 'Message Sent!')).toBeVisible();
  expect(await readLeadsByEmail(product, email)).toHaveLength(1);
  // a problem that only the server detects is shown like one of the browser
  await fillByLabel(page.locator('main form'), { ...leadFormValues, Name: 'A', Email: email });
  await send(page).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(toast(page, 'Validation Error')).toContainText('Name must be at least 2 characters');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('without its rules an empty form is held by the browser itself, and a full one is kept offline', async ({
  page,
  context,
}) => {
  await cutRules(page);
  await openHydrated(page, '/contact');
  await context.setOffline(true);
  await send(page).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await fillByLabel(page.locator('main form'), leadFormValues);
  await send(page).click();
  await expect(page.getByText('Saved on this device.')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue(leadFormValues.Message);
});
