import { expect, test } from '../product/fixture.ts';

test('P-38 P-39 P-40 G-32 a service: words, features, prices', async ({ page }) => {
  await page.goto('/services/winning-websites');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Winning Websites');
  const main = page.locator('main');
  await expect(main).toContainText('Fast, clear websites that turn visits into calls.');
  await expect(main).toContainText('A site can look fine and still lose people.');
  await expect(main.locator('[data-detail-header] .badge')).toHaveText('Websites');
  await expect(main.locator('[data-features] li')).toHaveText([
    'Server-rendered',
    'WCAG 2.2 AA',
    'You own it',
  ]);
  await expect(main.getByRole('region', { name: 'Pricing' }).locator('dd .figure')).toHaveText([
    '$4,800',
    '$11,500',
    '$240',
  ]);
  await expect(main).toContainText('Prices in Canadian dollars, before tax');
  await page.goto('/services/pay-per-results-seo');
  await expect(page.getByRole('region', { name: 'Pricing' }).locator('dd').first()).toHaveText(
    'Pay for Results',
  );
});

for (const slug of ['no-such-service', 'conversion-analytics']) {
  test(`P-42 G-42 /services/${slug}: not found, 404, a way back`, async ({ page }) => {
    const response = await page.goto(`/services/${slug}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Service Not Found');
    await expect(page.locator('main').getByRole('link')).toHaveAttribute('href', '/services');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });
}

test('P-47 P-48 P-49 P-50 A-28 an app: demo, all features, screenshots in order', async ({
  page,
  product,
}) => {
  const { data } = await product
    .visitor()
    .from('app_media')
    .select('alt, apps!inner(slug)')
    .eq('apps.slug', 'leadline')
    .order('sort_order');
  await page.goto('/apps/leadline');
  const main = page.locator('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leadline');
  const demo = main.getByRole('link', { name: 'Try Live Demo of Leadline (opens in a new tab)' });
  await expect(demo).toHaveAttribute('target', '_blank');
  await expect(demo).toHaveAttribute('href', 'https://leadline.example/demo');
  for (const name of ['About This App', 'Key Features', 'Screenshots', 'Need a Custom Application?']) {
    await expect(main.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await expect(main.locator('[data-features] li')).toHaveCount(6);
  const alts = await main
    .locator('figure img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
  expect(alts).toEqual(data?.map(({ alt }) => alt));
  expect(alts).toHaveLength(3);
});

test('P-52 a missing app: not found, 404, a way back', async ({ page }) => {
  const response = await page.goto('/apps/nope');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application Not Found');
  await expect(page.locator('main').getByRole('link')).toHaveAttribute('href', '/apps');
});

test('P-56 G-2 G-54 an article: its text, contents, the next step; markup in it is text', async ({
  page,
  ownProduct: product,
}) => {
  const slug = 'what-pay-per-results-really-measures';
  await product.admin
    .from('posts')
    .update({
      body: 'Hook.\n\n## First <img src=x onerror=alert(1)>\n\n[bad](javascript:alert(1)) and [good](https://good.example)\n\n## First\n\nText',
    })
    .eq('slug', slug);
  const response = await page.goto(`${product.url}/resources/${slug}`);
  expect(response?.status()).toBe(200);
  await expect(page.locator('.prose img')).toHaveCount(0);
  await expect(page.locator('.prose')).toContainText('<img src=x onerror=alert(1)>');
  await expect(page.locator('.prose a')).toHaveCount(1);
  await expect(page.locator('nav[aria-labelledby=contents-title] a')).toHaveCount(2);
  const targets = await page
    .locator('nav[aria-labelledby=contents-title] a')
    .evaluateAll((links) =>
      links.map((link) => document.querySelectorAll(link.getAttribute('href') ?? '').length),
    );
  expect(targets).toEqual([1, 1]);
  await product.admin.from('posts').update({ body: null }).eq('slug', slug);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'What to do next' })).toBeVisible();
  await page.goto(`${product.url}/resources/nope`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resource Not Found');
});

test('G-31 a service with odd data still shows @audit', async ({ page, ownProduct: product }) => {
  const bare = { category_id: null, feature_chips: [], pricing_json: [], hero_image_url: null };
  const { error } = await product.admin.from('services').update(bare).eq('slug', 'accessibility-audit');
  expect(error).toBeNull();
  await page.goto(`${product.url}/services/accessibility-audit`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accessibility Audit');
  await expect(page.locator('[data-detail-header] .badge, #pricing-title, [data-features]')).toHaveCount(0);
});
