import { expect, test } from '../product/fixture.ts';
import { startProduct, type Product } from '../product/product.ts';
import { resize } from '../product/resize.ts';
import { makeOwner } from '../dashboard/team.ts';

test('P-24 P-25 P-26 P-31 the buttons of the home page', async ({ page }) => {
  await page.goto('/');
  const main = page.locator('main');
  await expect(main.getByRole('link', { name: '1-800-555-0199' })).toHaveAttribute('href', '/contact');
  await expect(main.getByRole('link', { name: 'Our Services' })).toHaveAttribute('href', '/services');
  await expect(page.locator('#about').getByRole('link', { name: /^Learn More/ })).toHaveAttribute(
    'href',
    '/contact',
  );
  await expect(main.getByRole('link', { name: 'Request a free proposal' })).toHaveAttribute(
    'href',
    '/contact',
  );
});

test('P-27 P-29 P-155 at most six services and three apps on the home page', async ({ page, product }) => {
  const { data: services } = await product
    .visitor()
    .from('services')
    .select('name')
    .eq('is_published', true)
    .order('created_at', { ascending: false });
  await page.goto('/');
  await expect(page.locator('[aria-labelledby=services-title] h3')).toHaveText(
    (services ?? []).slice(0, 6).map(({ name }) => name),
  );
  await expect(page.getByRole('link', { name: 'View All Services' })).toHaveAttribute('href', '/services');
  await expect(page.locator('[aria-labelledby=apps-title] h3')).toHaveCount(3);
});

test('P-28 all eight partner names are there, also at 320 px', async ({ page }) => {
  await resize(page, 320, 640);
  await page.goto('/');
  await expect(page.locator('[aria-labelledby=partners-title] li')).toHaveCount(8);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('P-23 grids of one, two and three columns', async ({ page }) => {
  for (const [path, list] of [
    ['/services', '.tiles'],
    ['/apps', 'ul:has(> [data-app-card])'],
    ['/resources', '.tiles'],
  ] as const) {
    await page.goto(path);
    for (const [width, columns] of [
      [390, 1],
      [800, 2],
      [1280, 3],
    ] as const) {
      await resize(page, width, 800);
      const found = () =>
        page
          .locator(list)
          .evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
      await expect.poll(found, `${path} at ${width}`).toBe(columns);
    }
  }
});

test('P-32 P-34 P-37 P-155 the services page lists every published service, newest first, and no draft', async ({
  page,
  product,
}) => {
  const { data } = await product.admin
    .from('services')
    .select('name, is_published')
    .order('created_at', { ascending: false });
  const published = (data ?? []).filter(({ is_published: is }) => is).map(({ name }) => name);
  await page.goto('/services');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Services');
  await expect(page.locator('.tile:has(.tile-link) h2')).toHaveText(published);
  for (const { name } of (data ?? []).filter(({ is_published: is }) => !is)) {
    await expect(page.locator('main')).not.toContainText(name);
  }
  const tile = page.locator('.tile', { hasText: 'Pay Per Results SEO' });
  await expect(tile.locator('.badge')).toHaveText('Search');
  await expect(tile.locator('.chips li')).toHaveText(['Keyword plan', 'Local map pack', 'Monthly proof']);
  await expect(tile.getByRole('link', { name: /^Learn more/ })).toHaveAttribute(
    'href',
    '/services/pay-per-results-seo',
  );
  await expect(page.locator('.tile', { hasText: 'Paid Search & Social' }).locator('img')).toHaveAttribute(
    'src',
    /\/samples\//,
  );
});

test('P-33 the reputation promo: three benefits and a way to the contact page', async ({ page }) => {
  await page.goto('/services');
  const promo = page.getByRole('region', { name: 'More honest reviews, answered on time' });
  await expect(promo).toContainText('Reputation Management');
  await expect(promo.getByRole('listitem')).toHaveCount(3);
  await expect(promo.getByRole('link', { name: /^Learn More/ })).toHaveAttribute('href', '/contact');
});

test('categories filter by address alone', async ({ page }) => {
  await page.goto('/services');
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Email 1' }).click();
  await expect(page).toHaveURL(/\?category=email$/);
  await expect(page.locator('.tile:has(.tile-link)')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Email 1' })).toHaveAttribute('aria-current', 'true');
});

test('P-43 P-44 P-45 the apps page', async ({ page }) => {
  await page.goto('/apps');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Custom Applications');
  await expect(page.locator('[data-app-card] h2')).toHaveText([
    'Ringcheck',
    'Leadline',
    'Harbour Reviews',
    'Plainform',
  ]);
  const leadline = page.locator('[data-app-card]', { hasText: 'Leadline' });
  await expect(leadline.locator('.chips li')).toHaveCount(4);
  await expect(leadline.getByRole('img', { name: 'Leadline logo' })).toBeVisible();
  await expect(leadline.locator('.badge')).toHaveText(['Sales', 'Web', 'iOS', 'Android']);
  await expect(leadline.getByRole('link', { name: /^Learn More/ })).toHaveAttribute('href', '/apps/leadline');
  await expect(leadline.getByRole('link', { name: /Try demo/ })).toHaveAttribute(
    'href',
    'https://leadline.example/demo',
  );
  await expect(
    page.locator('[data-app-card]', { hasText: 'Harbour Reviews' }).getByRole('link', { name: /Try demo/ }),
  ).toHaveCount(0);
});

test('P-53 P-54 P-155 G-22 the resources page, newest first', async ({ page, product }) => {
  const { data } = await product
    .visitor()
    .from('posts')
    .select('title')
    .order('published_at', { ascending: false });
  await page.goto('/resources');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resources & Insights');
  await expect(page.locator('.tile h2')).toHaveText(data?.map(({ title }) => title) ?? []);
  const card = page.locator('.tile', { hasText: 'The 10-minute keyboard test' });
  await expect(card.getByRole('img')).toHaveAttribute('src', '/samples/keyboard-test-cover.webp');
  await expect(card.locator('time')).toHaveText('Nov 12, 2026');
  await expect(card.getByRole('link')).toHaveAttribute('href', '/resources/ten-minute-keyboard-test');
});

test.describe('without content', () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct();
  });
  test.afterAll(() => product.stop());

  test('P-28 P-30 P-36 P-46 P-55 P-181 empty lists show their text at once; the strip of names and the apps section are absent', async ({
    page,
  }) => {
    await page.goto(product.url);
    await expect(page.getByRole('heading', { name: 'Technology & Apps' })).toBeVisible();
    const strip = page.getByRole('region', { name: /^Who we work with/ });
    await expect(strip).toHaveAccessibleName('Who we work with (sample names)');
    const admin = product.admin;
    for (const table of ['services', 'apps', 'posts'] as const) {
      await admin.from(table).update({ is_published: false }).eq('is_published', true);
    }
    // as `./fairlead remove-samples` does; the agency's own partner stays, under a title without "sample"
    await admin.from('partners').insert({ name: 'Real & Co.' }).throwOnError();
    await admin.from('partners').delete().eq('is_sample', true).throwOnError();
    await page.reload();
    await expect(strip).toHaveAccessibleName('Who we work with');
    await expect(strip.getByRole('listitem')).toHaveText(['Real & Co.']);
    await admin.from('partners').delete().eq('name', 'Real & Co.').throwOnError();
    await page.reload();
    await expect(strip).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Technology & Apps' })).toHaveCount(0);
    for (const [path, text] of [
      ['/services', 'No services available at the moment.'],
      ['/apps', 'No applications available at the moment.'],
      ['/resources', 'No resources available at the moment.'],
    ] as const) {
      await page.goto(product.url + path);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByText('prices up front')).toHaveCount(0);
    }
  });

  test('P-33 the reputation promo is there without any such service, and gone where an owner switches it off', async ({
    newContext,
  }) => {
    await product.admin.from('services').delete().neq('slug', '').throwOnError();
    const page = await (await newContext({ baseURL: product.url })).newPage();
    const promo = page.getByRole('region', { name: 'More honest reviews, answered on time' });
    await page.goto('/services');
    await expect(promo).toBeVisible();
    const owner = await makeOwner(product);
    const settings = { facts: { reputationPromo: 'hidden' }, texts: {}, basedOn: null, restoredFrom: null };
    await owner.client.rpc('save_agency', { settings, partners: null }).throwOnError();
    await page.goto('/services');
    await expect(page.getByRole('heading', { level: 1, name: 'Our Services' })).toBeVisible();
    await expect(promo).toHaveCount(0);
  });
});
