import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/fixture.ts';
import { movePointer } from '../product/hydrated.ts';

test('S-9 S-15 the sitemap and the feed are well-formed XML', async ({ page, request }) => {
  await page.goto('/robots.txt');
  for (const [path, root] of [
    ['/sitemap.xml', 'urlset'],
    ['/resources/feed.xml', 'rss'],
  ] as const) {
    const xml = await (await request.get(path)).text();
    const parsed = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, 'application/xml');
      return document.querySelector('parsererror')?.textContent ?? document.documentElement.nodeName;
    }, xml);
    expect(parsed).toBe(root);
  }
});

test('S-13 pages have the same words with scripts and without', async ({ browser, page, product }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const still = await plain.newPage();
  for (const path of sampleMatrix(['/services/accessibility-audit'], ['/', '/resources/casl-without-fear'])) {
    await page.addInitScript(() => {
      addEventListener('hydrated', () => document.documentElement.setAttribute('data-test-hydrated', ''));
    });
    await page.goto(path);
    await movePointer(page);
    await page.waitForSelector('html[data-test-hydrated]', { state: 'attached' });
    await still.goto(path);
    const [moved, unmoved] = await Promise.all([page, still].map((one) => one.locator('main').innerText()));
    // For browsers that cannot open the dialog without scripts, there is a link to the form.
    expect(moved).toBe(unmoved?.replaceAll(/\n?Open the form on this page/g, ''));
    const heads = [page, still].map((one) =>
      one.locator('head > link[rel=canonical], head > script[type="application/ld+json"]').count(),
    );
    expect(await Promise.all(heads)).toEqual([2, 2]);
  }
  await plain.close();
});

test('S-2 after a navigation inside the site, the head is that of the page shown, with one canonical link', async ({
  page,
  product,
}) => {
  await page.goto('/services');
  for (const [link, path] of [
    ['Accessibility Audit', '/services/accessibility-audit'],
    ['Services', '/services'],
  ] as const) {
    await page.locator('main').getByRole('link', { name: link }).first().click();
    await expect(page).toHaveURL(product.url + path);
    const canonical = page.locator('head > link[rel=canonical]');
    await expect(canonical).toHaveAttribute('href', product.url + path);
    await expect(canonical).toHaveCount(1);
    await expect(page.locator('head > meta[property="og:url"]')).toHaveAttribute(
      'content',
      product.url + path,
    );
    await expect(page.locator('head > script[type="application/ld+json"]')).toHaveCount(1);
  }
});
