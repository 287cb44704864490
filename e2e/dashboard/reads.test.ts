import { expect, test } from '../product/staff.ts';

const categories = /\/rest\/v1\/categories\?/;

test('P-179 the numbers of the overview are counts: services, leads by status, categories, and no rows of them', async ({
  page,
}) => {
  const asked: { method: string; path: string; query: URLSearchParams }[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/rest/v1/'))
      asked.push({ method: request.method(), path: pathname.slice(9), query: searchParams });
  });
  await page.goto('/dashboard');
  await expect(page.locator('main > dl dd:nth-of-type(1)', { hasText: /\d/ })).toHaveCount(4);
  const reads = (path: string) => asked.filter((one) => one.path === path);
  await page.waitForLoadState('networkidle');
  // once for the gate and everything behind it
  expect(reads('rpc/my_roles')).toHaveLength(1);
  expect(reads('services').map(({ method }) => method)).toEqual(['HEAD']);
  expect(reads('categories').map(({ method }) => method)).toEqual(['HEAD']);
  expect(reads('lead_totals').some(({ query }) => query.get('select') === 'status,total')).toBe(true);
  // only leads that need a reply are read, never all leads
  expect(reads('leads')).toEqual([]);
  expect(reads('leads_needing_reply').length).toBeGreaterThan(0);
  for (const { query } of reads('leads_needing_reply'))
    expect(Number(query.get('limit'))).toBeLessThanOrEqual(51);
});

test('P-176 G-6 what was read is kept five minutes after its screen is left, and stays visible when reading it again fails @audit', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/dashboard/categories');
  const names = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(names.first()).toBeVisible();
  const shown = await names.count();
  const leave = () => page.getByRole('link', { name: 'Settings', exact: true }).click();
  const back = () => page.getByRole('link', { name: 'Categories', exact: true }).click();

  await page.route(categories, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await leave();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.clock.fastForward('04:50');
  await back();
  await expect(names).toHaveCount(shown);
  const alert = page.getByRole('alert').filter({ hasText: "We couldn't load this list." });
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(alert).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(names).toHaveCount(shown);

  await leave();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.clock.fastForward('05:10');
  await back();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories Management' })).toBeVisible();
  await expect(page.getByText('Loading categories...')).toBeVisible();
  await expect(names).toHaveCount(0);
});
