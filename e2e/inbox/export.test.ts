import { readFile } from 'node:fs/promises';
import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

/** The requests of an export, page by page. */
const rows = /\/rest\/v1\/leads\?select=id/;

test('B-22 the export is what the filter finds, under a name with the day, and no cell is a formula', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName('Exported');
  await makeLead(product, { name: `${name} one`, company: '=HYPERLINK("https://x.example")' });
  await makeLead(product, {
    name: `${name} two`,
    message: 'Bonjour à tous,\nsecond line',
    status: 'qualified',
  });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('article')).toHaveCount(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).press('Enter'),
  ]);
  expect(file.suggestedFilename()).toMatch(/^leads-search-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\ufeff"Name","Email"')).toBe(true);
  expect(text.split('\r\n')).toHaveLength(4);
  expect(text).toContain(`"${name} two"`);
  expect(text).toContain('"Bonjour à tous,\nsecond line"');
  expect(text).toContain(`"'=HYPERLINK(""https://x.example"")"`);
  await expect(page.locator('.toast')).toContainText('2 leads exported to leads-search-');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeFocused();
});

test('B-22 a search that finds several pages is exported whole, in requests that every proxy accepts', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName('Many');
  const leads = Array.from({ length: 205 }, (_, index) => ({
    name: `${name} ${index}`,
    email: 'export@roy.example',
    created_at: new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString(),
  }));
  await product.admin.from('leads').insert(leads).throwOnError();
  const urls: string[] = [];
  page.on('request', (request) => {
    if (rows.test(request.url())) urls.push(request.url());
  });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).press('Enter'),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  const exported = text.split('\r\n').slice(1, -1);
  expect(exported.map((line) => line.split(',')[0])).toEqual(
    leads.map((lead) => `"${lead.name}"`).toReversed(),
  );
  expect(urls.length).toBeGreaterThan(1);
  // nginx and Apache limit a request line to 8 KB
  expect(Math.max(...urls.map((url) => url.length))).toBeLessThan(8000);
  await product.admin.from('leads').delete().like('name', `${name}%`).throwOnError();
});

test('B-22 an export shows its progress, can be cancelled, and shows a failure @audit', async ({ page }) => {
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  const gate = Promise.withResolvers<void>();
  await page.route(rows, async (route) => {
    await gate.promise;
    await route.continue().catch(() => undefined);
  });
  const button = page.getByRole('button', { name: 'Export CSV' });
  await button.press('Enter');
  await expect(page.getByRole('progressbar', { name: 'Export' })).toBeVisible();
  const cancel = page.getByRole('button', { name: 'Cancel export' });
  await expect(cancel).toBeFocused();
  await expect(page.getByText(/^0 of \d+$/)).toBeVisible();
  await cancel.press('Enter');
  await expect(button).toBeFocused();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.locator('.toast')).toHaveCount(0);

  // sent before the first page is requested
  const record = /rpc\/record_leads_export/;
  await page.route(record, () => undefined, { times: 1 });
  const asked = page.waitForRequest(record);
  await button.press('Enter');
  await asked;
  await cancel.press('Enter');
  await expect(button).toBeFocused();
  await expect(page.locator('.toast')).toHaveCount(0);

  await button.press('Enter');
  await expect(cancel).toBeFocused();
  await page.getByRole('link', { name: 'Media' }).click();
  await expect(page.locator('.toast')).toContainText(
    'The export stopped because you left Messages. No file was saved.',
  );
  await page.goBack();
  await expect(page.getByRole('article').first()).toBeVisible();
  gate.resolve();

  await page.unroute(rows);
  await page.clock.install();
  await page.route(rows, (route) => route.fulfill({ status: 403, json: { message: 'Not for you.' } }));
  await button.press('Enter');
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(page.locator('.toast[data-variant=destructive]')).toContainText('Not for you.', {
      timeout: 500,
    });
  }).toPass();
  await expect(button).toBeVisible();
  // the next one succeeds, so the message about this one disappears
  await page.unroute(rows);
  await button.press('Enter');
  await expect(page.locator('.toast[data-variant=success]')).toContainText('exported to leads-');
  await expect(page.locator('.toast[data-variant=destructive]')).toHaveCount(0);
});

test('B-22 an export that is cancelled while the account is checked last saves no file @audit', async ({
  page,
}) => {
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  let files = 0;
  page.on('download', () => (files += 1));
  const gate = Promise.withResolvers<void>();
  const check = /rpc\/my_roles/;
  await page.route(check, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Export CSV' });
  const asked = page.waitForRequest(check);
  await button.press('Enter');
  await asked;
  await page.getByRole('button', { name: 'Cancel export' }).press('Enter');
  gate.resolve();
  await expect(button).toBeFocused();
  await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  expect(files).toBe(1);
});

test('B-22 an export whose session ends before its end saves no partial file @audit', async ({
  page,
  account,
}) => {
  // This tab gets no live events: it must detect on its own that an empty page is not the end of the list.
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, () => undefined);
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.route(rows, async (route) => {
    await account.client.auth.signOut({ scope: 'global' });
    await route.continue();
  });
  let files = 0;
  page.on('download', () => (files += 1));
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter');
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText('You were signed out in another tab or on another device.')).toBeVisible();
  expect(files).toBe(0);
});
