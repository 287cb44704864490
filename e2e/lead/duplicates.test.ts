import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fillByLabel, leadFormValues } from './lead-forms.ts';
import { readLeadsByEmail } from '../product/read-leads.ts';
import { toast } from '../product/toasts.ts';

/** From now on posts reach the server, but their responses are lost. */
async function dropResponses(page: Page): Promise<() => Promise<void>> {
  const lost = (url: URL) => url.pathname.endsWith('.data');
  await page.route(lost, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  return () => page.unroute(lost);
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click();
const form = (page: Page) => page.locator('main form');

test('G-50 G-49 the answer gets lost, the row is stored: sending again makes no second lead; changed text is a lead of its own', async ({
  page,
  product,
}) => {
  const email = 'lost-answer@roy.example';
  await openHydrated(page, '/contact');
  const lose = async (message: string) => {
    const reconnect = await dropResponses(page);
    await fillByLabel(form(page), { ...leadFormValues, Email: email, Message: message });
    await send(page);
    await expect(toast(page, 'Error')).toBeVisible();
    await reconnect();
  };
  const sent = async () => {
    await send(page);
    await expect(toast(page, 'Message Sent!').last()).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('');
  };
  await lose(leadFormValues.Message);
  expect(await readLeadsByEmail(product, email)).toHaveLength(1);
  await sent();
  const stored = await readLeadsByEmail(product, email);
  expect(stored).toMatchObject([
    { origin: 'site', source_path: '/contact', message: leadFormValues.Message },
  ]);
  expect(stored[0]?.submission_key).toMatch(/^[\da-f-]{36}$/);
  expect(stored[0]?.address_hash).toMatch(/^[\da-f]{32}$/);

  await lose('Could you look at our shop?');
  await fillByLabel(form(page), { Message: 'And our menu, too.' });
  await sent();
  const messages = (await readLeadsByEmail(product, email)).map(({ message }) => message);
  expect(messages).toEqual([leadFormValues.Message, 'Could you look at our shop?', 'And our menu, too.']);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
