import { expect, makeLead, test } from '../product/staff.ts';

async function countOf(page: import('@playwright/test').Page, title: string): Promise<string> {
  const value = page.locator('main > dl > div').filter({ hasText: title }).locator('dd').first();
  await expect(value).toHaveText(/^[\d,]+$/);
  return (await value.textContent()) ?? '';
}

test('P-98 P-99 P-100 P-179 G-1 the overview counts services, leads, new leads and categories without reading them, and links to their screens', async ({
  page,
  product,
}) => {
  // a lead without a status is new
  await makeLead(product, { status: '' });
  const asked: { method: string; path: string; query: URLSearchParams }[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/rest/v1/'))
      asked.push({ method: request.method(), path: pathname.slice(9), query: searchParams });
  });
  await page.goto('/dashboard');
  for (const text of [
    'Published and draft services',
    'All time lead submissions',
    'Awaiting follow-up',
    'Service categories',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  const counted = { count: 'exact', head: true } as const;
  const admin = product.admin;
  const [services, leads, fresh, categories] = await Promise.all([
    admin.from('services').select('*', counted),
    admin.from('leads').select('*', counted),
    admin.from('leads').select('*', counted).in('status', ['new', '']),
    admin.from('categories').select('*', counted),
  ]);
  expect(await countOf(page, 'Total Services')).toBe(String(services.count));
  expect(await countOf(page, 'Total Leads')).toBe(String(leads.count));
  expect(await countOf(page, 'New Leads')).toBe(String(fresh.count));
  expect(await countOf(page, 'Categories')).toBe(String(categories.count));

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

  const links = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link');
  await expect(links).toHaveCount(3);
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/dashboard/services',
    '/dashboard/leads',
    '/dashboard/categories',
  ]);
  await links.nth(1).click();
  await expect(page).toHaveURL(/\/dashboard\/messages$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await page.goto('/dashboard/leads?status=qualified');
  await expect(page).toHaveURL(/\/dashboard\/messages\?status=qualified$/);
  await expect(page.getByLabel('Filter by status')).toHaveValue('qualified');
});

test('P-101 P-102 P-179 all services, newest first, with badges and a view link in a new tab', async ({
  page,
  product,
}) => {
  const [request] = await Promise.all([
    page.waitForRequest(/\/rest\/v1\/services\?(?!.*head)/),
    page.goto('/dashboard/services'),
  ]);
  const asked = new URL(request.url()).searchParams;
  expect(asked.get('select')).toMatch(/,categories\(name\)$/);
  expect(asked.get('order')).toBe('created_at.desc,id.desc');
  const { data: services } = await product.admin
    .from('services')
    .select('id, name, slug, short_pitch, is_published, feature_chips, categories(name)')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false });
  const { data: drafts } = await product.admin
    .from('content_heads')
    .select('record_id')
    .not('draft', 'is', null);
  const rows = page.getByRole('article');
  await expect(rows).toHaveCount(services?.length ?? 0);
  expect(services?.some((service) => !service.is_published)).toBe(true);
  for (const [index, service] of (services ?? []).entries()) {
    const row = rows.nth(index);
    await expect(row.getByRole('heading', { level: 2 })).toHaveText(service.name);
    // one without a category has the first badge alone
    const hasDraft = drafts?.some((draft) => draft.record_id === service.id);
    const badges = [
      service.is_published ? 'Published' : 'Draft',
      hasDraft ? 'Unpublished changes' : [],
      service.categories?.name ?? [],
    ].flat();
    await expect(row.locator('.badge')).toHaveText(badges);
    await expect(row).toContainText(service.short_pitch);
    await expect(row.locator('.buoy')).toHaveText(service.feature_chips);
    const view = row.getByRole('link', { name: `View ${service.name} (opens in a new tab)` });
    await expect(view).toHaveAttribute(
      'href',
      service.is_published ? `/services/${service.slug}` : `/dashboard/preview/services/${service.id}`,
    );
    await expect(view).toHaveAttribute('target', '_blank');
  }
});

test('P-127 P-128 G-33 P-179 media of services and apps, newest first, with badges, pictures and their words', async ({
  page,
  product,
}) => {
  await page.route(/ringcheck-trap/, (route) => route.abort());
  const [mediaRead, appMediaRead] = await Promise.all([
    page.waitForRequest(/\/rest\/v1\/media\?/),
    page.waitForRequest(/\/rest\/v1\/app_media\?/),
    page.goto('/dashboard/media'),
  ]);
  for (const [read, select] of [
    [mediaRead, '*,services(name,slug)'],
    [appMediaRead, '*,apps(name,slug)'],
  ] as const) {
    const { searchParams } = new URL(read.url());
    expect([searchParams.get('select'), searchParams.get('order')]).toEqual([
      select,
      'created_at.desc,id.desc',
    ]);
  }
  await expect(page.getByText('Manage images and media for services and apps')).toBeVisible();
  const admin = product.admin;
  const [ofServices, ofApps] = await Promise.all([
    admin.from('media').select('alt, kind, created_at, services(name)'),
    admin.from('app_media').select('alt, kind, created_at, apps(name)'),
  ]);
  const all = [
    ...(ofServices.data ?? []).map((row) => ({
      ...row,
      of: `Service: ${row.services?.name}`,
      source: 'service',
    })),
    ...(ofApps.data ?? []).map((row) => ({ ...row, of: `App: ${row.apps?.name}`, source: 'app' })),
  ];
  expect(all.length).toBeGreaterThan(2);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(all.length);
  for (const item of all) {
    const card = cards.filter({ hasText: item.alt }).first();
    await expect(card.getByRole('heading', { level: 2 })).toHaveText(item.of);
    await expect(card.locator('.badge')).toHaveText([item.kind, item.source]);
    await expect(card.getByText(item.alt, { exact: true })).toBeVisible();
    if (!item.alt.startsWith('A trap found'))
      await expect(card.getByRole('img')).toHaveAccessibleName(item.alt);
  }
  const dates = new Map(all.map((item) => [item.alt, Date.parse(item.created_at)]));
  const shown = await cards.locator('h2 + p + p').allTextContents();
  const times = shown.map((alt) => dates.get(alt) ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const pictures = cards.getByRole('img');
  expect(await pictures.count()).toBeGreaterThan(0);
  await pictures.first().scrollIntoViewIfNeeded();
  await expect
    .poll(() => pictures.first().evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const broken = cards.filter({ hasText: 'A trap found' });
  await broken.scrollIntoViewIfNeeded();
  await expect(broken.getByText("This image couldn't be loaded.")).toBeAttached();
  await expect(broken.locator('> div:first-child svg')).toBeVisible();
});

test('P-104 P-126 P-129 empty lists show their specified texts', async ({ page }) => {
  await page.route(/\/rest\/v1\/(services|categories|media|app_media)\?/, (route) =>
    route.fulfill({ json: [] }),
  );
  for (const [path, text] of [
    ['services', 'No services found. Create your first service to get started.'],
    ['categories', 'No categories found.'],
    ['media', 'No media found. Upload your first media file to get started.'],
  ]) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByText(text ?? '')).toBeVisible();
  }
});

test('P-176 G-6 a list that fails is fetched four times, then shows an error and can be retried', async ({
  page,
}) => {
  await page.clock.install();
  let calls = 0;
  let broken = true;
  await page.route(/\/rest\/v1\/categories/, (route) => {
    calls += 1;
    return broken ? route.fulfill({ status: 500, json: { message: 'down' } }) : route.continue();
  });
  await page.goto('/dashboard/categories');
  for (const [wait, after] of [
    [1000, 2],
    [2000, 3],
    [4000, 4],
  ] as const) {
    await expect.poll(() => calls).toBe(after - 1);
    await page.clock.runFor(wait + 50);
  }
  const alert = page.getByRole('alert').filter({ hasText: "We couldn't load this list." });
  await expect(alert).toBeVisible();
  expect(calls).toBe(4);
  await expect(page.getByText('No categories found.')).toHaveCount(0);
  broken = false;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(alert).toHaveCount(0);
});
