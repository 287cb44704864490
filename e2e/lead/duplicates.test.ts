import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fillByLabel, readLeadsByEmail, leadFormValues } from './lead-forms.ts';
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

test('G-50 G-49 the answer gets lost, the row is stored: sending again makes no second lead', async ({
  page,
  product,
}) => {
  const email = 'lost-answer@roy.example';
  await openHydrated(page, '/contact');
  const mend = await dropResponses(page);
  await fillByLabel(form(page), { ...leadFormValues, Email: email });
  await send(page);
  await expect(toast(page, 'Error')).toBeVisible();
  expect(await readLeadsByEmail(product, email)).toHaveLength(1);
  await mend();
  await send(page);
  await expect(toast(page, 'Message Sent!')).toBeVisible();
  const stored = await readLeadsByEmail(product, email);
  expect(stored).toMatchObject([
    { origin: 'site', source_path: '/contact', message: leadFormValues.Message },
  ]);
  expect(stored[0]?.submission_key).toMatch(/^[\da-f-]{36}$/);
  expect(stored[0]?.address_hash).toMatch(/^[\da-f]{32}$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('G-50 text changed after a lost answer is a lead of its own', async ({ page, product }) => {
  const email = 'changed@roy.example';
  await openHydrated(page, '/contact');
  const mend = await dropResponses(page);
  await fillByLabel(form(page), { ...leadFormValues, Email: email });
  await send(page);
  await expect(toast(page, 'Error')).toBeVisible();
  await mend();
  await fillByLabel(form(page), { Message: 'And our menu, too.' });
  await send(page);
  await expect(toast(page, 'Message Sent!')).toBeVisible();
  const messages = (await readLeadsByEmail(product, email)).map(({ message }) => message);
  expect(messages.sort()).toEqual(['And our menu, too.', leadFormValues.Message]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('G-50 a form sent twice at once is one lead', async ({ page, product }) => {
  const email = 'double@roy.example';
  await openHydrated(page, '/contact');
  await fillByLabel(form(page), { ...leadFormValues, Email: email });
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  const submit = () => form(page).evaluate((element: HTMLFormElement) => element.requestSubmit());
  // the second form is sent while the first still waits for its response
  await page.route('**/contact.data*', async (route) => {
    const response = await route.fetch();
    if (posts.length === 1) await submit();
    await route.fulfill({ response }).catch(() => {});
  });
  await submit();
  await expect(toast(page, 'Message Sent!').first()).toBeVisible();
  expect(posts).toHaveLength(2);
  expect(await readLeadsByEmail(product, email)).toHaveLength(1);
});

test('G-50 two visitors are served the same page and write the same: two leads; the page holds no key', async ({
  newContext,
  product,
}) => {
  const email = 'same@roy.example';
  const html: string[] = [];
  for (let visitor = 0; visitor < 2; visitor += 1) {
    const context = await newContext({ baseURL: product.url });
    const page = await context.newPage();
    html.push(await (await context.request.get('/contact')).text());
    await openHydrated(page, '/contact');
    await fillByLabel(form(page), { ...leadFormValues, Email: email });
    await send(page);
    await expect(toast(page, 'Message Sent!')).toBeVisible();
    await context.close();
  }
  const keys = (await readLeadsByEmail(product, email)).map(({ submission_key }) => submission_key);
  expect(new Set(keys).size).toBe(2);
  expect(html[0]).toBe(html[1]);
  expect(html[0]).not.toContain('name="submission"');
});

test('G-50 without scripts the same content sent twice is one lead, another content is another', async ({
  browser,
  product,
}) => {
  const email = 'plain-twice@roy.example';
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const Message of ['One', 'One', 'Two']) {
    await page.goto('/contact');
    await fillByLabel(form(page), { ...leadFormValues, Email: email, Message });
    await send(page);
    await expect(page.locator('#sent')).toContainText('Message Sent!');
  }
  const stored = await readLeadsByEmail(product, email);
  expect(stored.map(({ message, submission_key }) => [message, submission_key]).sort()).toEqual([
    ['One', null],
    ['Two', null],
  ]);
  await context.close();
});
