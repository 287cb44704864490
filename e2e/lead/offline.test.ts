import type { Page, Route } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fillByLabel, openProposalDialog, leadFormValues } from './lead-forms.ts';
import { readLeadsByEmail } from '../product/read-leads.ts';
import { toast } from '../product/toasts.ts';

const words = 'Saved on this device. We will send it when you are back online.';
const note = (page: Page) => page.getByText(words);
const form = (page: Page) => page.locator('main form');
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).length);

/** Makes posts fail as without a network; pages can still be loaded. */
async function cutPosts(page: Page): Promise<() => Promise<void>> {
  const all = () => true;
  await page.route(all, (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback(),
  );
  return () => page.unroute(all);
}

async function failToSend(page: Page, email: string): Promise<void> {
  await fillByLabel(form(page), { ...leadFormValues, Email: email });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(note(page)).toBeVisible();
}

/** Another attempt that fails: its error replaces the one before, so that errors never pile up. */
async function failOnceMore(page: Page, button: string): Promise<void> {
  const before = await toast(page, 'Error').elementHandle();
  await page.getByRole('button', { name: button }).click();
  await before?.waitForElementState('hidden');
  await expect(toast(page, 'Error')).toHaveCount(1);
}

test('P-61 G-49 B-20 offline: the literal toast, the notice, the text is kept; once online it is sent automatically, once', async ({
  page,
  context,
  product,
}) => {
  const email = 'offline@roy.example';
  await openHydrated(page, '/contact');
  await context.setOffline(true);
  await fillByLabel(form(page), { ...leadFormValues, Email: email });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page, 'Error')).toContainText('Failed to send message. Please try again.');
  await expect(note(page)).toBeVisible();
  await expect(page.locator('[data-form-summary]')).toBeFocused();
  await expect(page.locator('[data-form-summary]')).toBeInViewport();
  await expect(page.getByLabel('Message')).toHaveValue(leadFormValues.Message);
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
  await failOnceMore(page, 'Send now');
  // sending again by hand keeps only one copy
  await failOnceMore(page, 'Send Message');
  expect(await kept(page)).toBe(1);
  await context.setOffline(false);
  await expect(toast(page, 'Message Sent!')).toContainText("We'll respond shortly.");
  await expect(note(page)).toHaveCount(0);
  await expect(page.getByLabel('Message')).toHaveValue('');
  await expect(page.locator('[data-form-summary]')).toHaveCount(0);
  expect(await kept(page)).toBe(0);
  expect(await readLeadsByEmail(product, email)).toMatchObject([
    { origin: 'site', message: leadFormValues.Message },
  ]);
});

test('G-49 the copy is there after a reload: Send now sends it once, Discard deletes it, and so do 7 days', async ({
  page,
  product,
}) => {
  let reconnect = async () => {};
  const fail = async (email: string) => {
    await openHydrated(page, '/contact');
    reconnect = await cutPosts(page);
    await failToSend(page, email);
  };
  const readCount = async (email: string) => (await readLeadsByEmail(product, email)).length;

  await test.step('Send now', async () => {
    await fail('reload@roy.example');
    await openHydrated(page, '/contact');
    await expect(note(page)).toBeVisible();
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(toast(page, 'Error')).toBeVisible();
    await expect(note(page)).toBeVisible();
    await reconnect();
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(toast(page, 'Message Sent!')).toBeVisible();
    await expect(note(page)).toHaveCount(0);
    await expect(page.locator('[data-form-status]')).toBeFocused();
    expect(await readCount('reload@roy.example')).toBe(1);
  });
  await test.step('Discard', async () => {
    await fail('discard@roy.example');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(note(page)).toHaveCount(0);
    await expect(page.locator('[data-form-status]')).toBeFocused();
    await reconnect();
    await openHydrated(page, '/contact');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    expect(await kept(page)).toBe(0);
    expect(await readCount('discard@roy.example')).toBe(0);
  });
  await test.step('after 7 days, and an entry of another program', async () => {
    await fail('old@roy.example');
    await page.evaluate(() => {
      const [name = ''] = Object.keys(localStorage);
      const lead = JSON.parse(localStorage[name]);
      localStorage[name] = JSON.stringify({ ...lead, since: lead.since - 7 * 86_400_000 });
      localStorage['unsent-lead:x'] = 'noise';
    });
    await reconnect();
    await openHydrated(page, '/contact');
    await expect.poll(() => kept(page)).toBe(0);
    await expect(note(page)).toHaveCount(0);
    expect(await readCount('old@roy.example')).toBe(0);
  });
});

test('G-49 G-50 two tabs and two later pages send the same copy: one lead', async ({
  page,
  context,
  product,
}) => {
  const email = 'tabs@roy.example';
  await openHydrated(page, '/contact');
  await cutPosts(page);
  await failToSend(page, email);
  const later = [await context.newPage(), await context.newPage()];
  await Promise.all(later.map((tab) => openHydrated(tab, '/services')));
  await expect(note(page)).toHaveCount(0);
  await expect.poll(() => kept(page)).toBe(0);
  expect(await readLeadsByEmail(product, email)).toHaveLength(1);
});

test('G-49 a network that responds instead of the site takes no lead: with its own page, another page of the site, or an error', async ({
  page,
  product,
}) => {
  const email = 'portal@roy.example';
  await openHydrated(page, '/contact');
  let response: Parameters<Route['fulfill']>[0] = {
    contentType: 'text/html',
    body: '<h1>Sign in to Wi-Fi</h1>',
  };
  await page.route(
    () => true,
    (route) => (route.request().method() === 'POST' ? route.fulfill(response) : route.fallback()),
  );
  await failToSend(page, email);
  for (const next of [
    { status: 302, headers: { location: '/services?sent=1' } },
    { status: 503, body: '' },
  ]) {
    response = next;
    await failOnceMore(page, 'Send now');
    await failOnceMore(page, 'Send Message');
  }
  expect(await kept(page)).toBe(1);
  expect(await readLeadsByEmail(product, email)).toEqual([]);
});

test('P-71 A-12 G-49 offline the proposal dialog stays open with its text, and keeps a copy with the service it is for', async ({
  page,
  context,
  product,
}) => {
  const email = 'offline-proposal@roy.example';
  const dialog = await openProposalDialog(page);
  await context.setOffline(true);
  await fillByLabel(dialog, { ...leadFormValues, Email: email });
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(toast(page, 'Error')).toContainText('Something went wrong. Please try again.');
  await expect(dialog.getByText(words)).toBeVisible();
  await expect(dialog.getByLabel('Message')).toHaveValue(leadFormValues.Message);
  await context.setOffline(false);
  await expect(toast(page, 'Success!')).toBeVisible();
  await expect(dialog).toBeHidden();
  const [lead] = await readLeadsByEmail(product, email);
  expect(lead).toMatchObject({
    source_path: '/services/accessibility-audit',
    service_name: 'Accessibility Audit',
  });
});

test('G-49 where the browser keeps nothing, the text stays in the form and nothing is claimed', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openHydrated(page, '/contact');
  await cutPosts(page);
  await fillByLabel(form(page), leadFormValues);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page, 'Error')).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await expect(page.getByLabel('Message')).toHaveValue(leadFormValues.Message);
});

const leave = {
  'goes to another page': (page: Page) => page.getByRole('link', { name: 'Home' }).first().click(),
  'closes the tab': (page: Page) => page.close(),
};

for (const { what, isStored } of sampleMatrix<{ what: keyof typeof leave; isStored: boolean }>(
  [
    { what: 'goes to another page', isStored: true },
    { what: 'closes the tab', isStored: false },
  ],
  [
    { what: 'goes to another page', isStored: false },
    { what: 'closes the tab', isStored: true },
  ],
))
  test(`G-49 G-50 the visitor sends and ${what} before the answer comes: one lead, ${isStored ? '' : 'not '}stored before`, async ({
    page,
    context,
    product,
  }) => {
    const email = `left-${isStored}-${what.length}@roy.example`;
    const { promise: responded, resolve: ended } = Promise.withResolvers<void>();
    await openHydrated(page, '/contact');
    await page.route(/contact\.data/, async (route) => {
      if (isStored) await route.fetch();
      await leave[what](page);
      await route.abort().catch(() => {});
      ended();
    });
    await fillByLabel(form(page), { ...leadFormValues, Email: email });
    await page.getByRole('button', { name: 'Send Message' }).click();
    await responded;
    // A browser that closes a tab may still send the request that was held here: then it is stored as well.
    expect((await readLeadsByEmail(product, email)).length).toBeGreaterThanOrEqual(isStored ? 1 : 0);
    const later = await context.newPage();
    await openHydrated(later, '/apps');
    await expect(toast(later, 'Message Sent!')).toBeVisible();
    expect(await kept(later)).toBe(0);
    expect(await readLeadsByEmail(product, email)).toHaveLength(1);
  });
