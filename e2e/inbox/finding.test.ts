import { sampleMatrix } from '@fairlead/backend/testing/target';
import { leadCard, expect, uniqueLeadName, makeLead, signUpAccount, openAs, test } from '../product/staff.ts';

test('P-106 G-8 A-20 the search finds name, e-mail and company in any letter case, never the phone, and announces the result @audit', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName('Zoë');
  const token = name.split(' ').at(-1) ?? '';
  await makeLead(product, {
    name,
    email: `${token}@mail.example`,
    company: `Harbour 50% ${token}`,
    phone: '604-555-0199',
    // not an option of the filter, but included in All
    status: 'not_interested',
  });
  await page.goto('/dashboard/messages');
  const search = page.getByPlaceholder('Search by name, email, or company...');
  for (const term of [name.toUpperCase(), `${token}@MAIL`, `harbour 50% ${token}`]) {
    await search.fill(term);
    await expect(page).toHaveURL(new RegExp(`search=`));
    await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeAttached();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(search).toBeFocused();
  }
  await search.fill('604-555-0199');
  await expect(page.getByText('No messages match your filters.')).toBeVisible();
  await search.fill(`harbour 5_% ${token}`);
  await expect(page).toHaveURL(/search=harbour\+5_/);
  await expect(page.getByText('No messages match your filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/messages$/);
  await expect(leadCard(page, name)).toBeVisible();
});

test('P-124 the list has a text of its own while it loads, if nothing is found, and if there is no lead', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/rest\/v1\/leads\?/, async (route) => {
    await held;
    await route.fulfill({ json: [] });
  });
  await page.goto('/dashboard/messages');
  await expect(page.getByText('Loading messages...')).toBeVisible();
  release();
  await expect(
    page.getByText('No messages yet. They will appear here when someone submits a contact form.'),
  ).toBeVisible();
  await page.getByLabel('Filter by status').selectOption({ label: 'Contacted' });
  await expect(page.getByText('No messages match your filters.')).toBeVisible();
});

test('G-9 leads are listed in pages of fifty; the next ones load on request, without duplicates or gaps @audit', async ({
  ownProduct,
  newContext,
}) => {
  const began = Date.parse('2026-01-01T00:00:00Z');
  const rows = Array.from({ length: 120 }, (_, index) => ({
    name: `Paged Person ${String(index).padStart(3, '0')}`,
    email: `paged-${index}@example.com`,
    // Three leads each have the same time, so that the id has to decide their order.
    created_at: new Date(began + Math.floor(index / 3) * 60_000).toISOString(),
  }));
  const { error } = await ownProduct.admin.from('leads').insert(rows);
  expect(error).toBeNull();
  const page = await openAs(newContext, ownProduct, await signUpAccount(ownProduct));
  for (const search of sampleMatrix(['?search=paged'], [''])) {
    await page.goto(`/dashboard/messages${search}`);
    await expect(page.getByRole('article')).toHaveCount(50);
    const more = page.getByRole('button', { name: 'Load more leads' });
    await more.press('Enter');
    await expect(page.getByRole('article')).toHaveCount(100);
    await expect(page.getByRole('article').nth(50).getByRole('heading')).toBeFocused();
    await expect(page).toHaveURL(/[?&]page=2$/);
    const topOf = () => page.evaluate(() => Math.round(scrollY));
    await page.getByRole('article').nth(80).scrollIntoViewIfNeeded();
    const top = await topOf();
    await page.reload();
    await expect(page.getByRole('article')).toHaveCount(100);
    await expect.poll(topOf).toBe(top);
    await more.click();
    const paged = page.getByRole('article').getByRole('heading', { level: 2, name: /^Paged Person/ });
    await expect(paged).toHaveCount(120);
    expect(new Set(await paged.allTextContents()).size).toBe(120);
    await expect(page.getByRole('button', { name: /more/ })).toHaveCount(0);
  }
});

test('Back undoes one filter at a time; neither typing on in a search nor loading more adds a step @audit', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product, { name: uniqueLeadName('Back') });
  await page.goto('/dashboard/messages');
  await page.getByLabel('Filter by status').selectOption({ label: 'New' });
  await expect(page).toHaveURL(/\?status=new$/);
  const search = page.getByPlaceholder('Search by name, email, or company...');
  await search.fill('Back');
  await expect(page).toHaveURL(/search=Back&status=new$/);
  await search.fill(name);
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === name);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goBack();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\?status=new$/);
  await page.goBack();
  await expect(page.getByLabel('Filter by status')).toHaveValue('');
  await expect(page).toHaveURL(/\/messages$/);
  await page.goForward();
  await expect(page.getByLabel('Filter by status')).toHaveValue('new');
});
