import { readSitemapPaths } from './crawl.ts';
import { holdRequests } from '../product/hold-requests.ts';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { startProduct, type Product } from '../product/product.ts';
import { signUpAccount, openAs } from '../product/staff.ts';

test('every sentence of a public page is whole in its HTML', async ({ request, product }) => {
  const paths = await readSitemapPaths(product.url);
  expect(paths.length).toBeGreaterThan(20);
  const more = [
    '/nope',
    '/services/nope',
    '/services?category=e-mail',
    '/contact?sent=1',
    '/apps/leadline?proposal=',
  ];
  for (const path of [...paths, ...more, '/auth']) {
    const html = await (await request.get(path)).text();
    expect([path, html.match(/.{0,40}<!--.{0,40}/s)?.[0] ?? 'whole']).toEqual([path, 'whole']);
  }
});

test.describe('with content of its own', () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct();
  });
  test.afterAll(() => product.stop());

  test('P-40 a price of 0 is shown as Pay for Results on every page, first or last, with a picture or without @audit', async ({
    page,
  }) => {
    const admin = product.admin;
    const prices = [
      { name: 'Won', price: 0 },
      { name: 'Managed', price: 850, unit: 'month' },
      { name: 'Set-up', price: '1500' },
    ];
    const bare = { pricing_json: prices, hero_image_url: null };
    await admin.from('services').update(bare).eq('slug', 'winning-websites').throwOnError();
    const won = { pricing_json: [{ name: 'Won', price: '0' }], hero_image_url: null };
    await admin.from('services').update(won).eq('slug', 'email-marketing').throwOnError();
    for (const path of ['/services/winning-websites', '/services/email-marketing', '/services', '/']) {
      await page.goto(product.url + path);
      await expect(page.locator('main'), path).not.toContainText(/\$0(?![.,\d])/);
    }
    const price = (name: string) => page.locator('.tile', { hasText: name }).locator('.tile-foot > span');
    await expect(price('Winning Websites')).toHaveText('from $850 a month + Pay for Results');
    await expect(price('Email Marketing')).toHaveText('Pay for Results');
    await page.goto(`${product.url}/services/winning-websites`);
    await expect(page.locator('[data-detail-header] .chart-facts > div').first()).toHaveText(
      'WonPay for Results',
    );
  });

  test('P-34 P-43 P-53 S-9 more than a thousand published records are all there', async ({ request }) => {
    const admin = product.admin;
    const many = Array.from({ length: 1_100 }, (_, i) => ({
      name: `Many ${i}`,
      slug: `many-${i}`,
      is_published: true,
    }));
    await admin.from('services').insert(many).throwOnError();
    await admin.from('apps').insert(many).throwOnError();
    const posts = many.map(({ name, ...post }) => ({
      ...post,
      title: name,
      published_at: '2026-01-01T12:00:00Z',
    }));
    await admin.from('posts').insert(posts).throwOnError();
    const linked = async (path: string, prefix: string) => {
      const html = await (await request.get(product.url + path)).text();
      return new Set(html.match(new RegExp(`${prefix}/many-\\d+(?=["<])`, 'g'))).size;
    };
    for (const path of ['/services', '/apps', '/resources']) {
      expect(await linked(path, path), path).toBe(1_100);
      expect(await linked('/sitemap.xml', path), path).toBe(1_100);
    }
  });
});

test('P-17 the served year is that of the server’s clock at the request @audit', async ({ request }) => {
  const ahead = Date.parse('2031-06-01T12:00:00Z') - Date.now();
  const clock = `
    const now = () => Math.floor(performance.timeOrigin + performance.now() + ${ahead});
    globalThis.Date = class extends Date {
      constructor(...given) { given.length ? super(...given) : super(now()); }
      static now() { return now(); }
    };
    const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get() { const format = get.call(this); return (date = now()) => format(date); },
    });`;
  const product = await startProduct({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
  });
  const html = await (await request.get(`${product.url}/terms`)).text();
  expect(html).toMatch(/©[^<]*(?:<\/span>)?<span data-clock="year">2031<\/span>/);
  expect(html).toContain('June 1, 2031');
  await product.stop();
});

test('P-11 a page loaded with a hash starts to scroll 50 to 250 ms after its load', async ({ page }) => {
  // Timers in the page itself, so that a busy machine delays all three equally.
  await page.addInitScript(() => {
    const order: string[] = [];
    const record = (step: string) => {
      order.push(step);
      document.documentElement.dataset['order'] = order.join();
    };
    addEventListener('load', () => [50, 250].forEach((ms) => setTimeout(record, ms, `${ms} ms`)));
    const scroll = Element.prototype.scrollIntoView;
    Element.prototype.scrollIntoView = function (options) {
      record('scroll');
      scroll.call(this, options);
    };
  });
  await page.goto('/#about');
  await expect(page.locator('html')).toHaveAttribute('data-order', '50 ms,scroll,250 ms');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('P-11 a reader who has scrolled is never moved: not by the hash, nor by hydration', async ({ page }) => {
  // a late picture delays the load event
  const release = await holdRequests(page, /\/chart\/|\.webp/);
  await page.goto('/#about', { waitUntil: 'domcontentloaded' });
  await page.evaluate(() => scrollTo({ top: 1_500, behavior: 'instant' }));
  release();
  await page.waitForLoadState('load');
  await page.waitForFunction(
    () => performance.now() - performance.timing.loadEventEnd + performance.timeOrigin > 400,
  );
  expect(await page.evaluate(() => scrollY)).toBe(1_500);
  await page.mouse.move(200, 200);
  await page.mouse.move(210, 210);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
  expect(await page.evaluate(() => scrollY)).toBe(1_500);
});

test('A-8 a client navigation is announced once: the focus goes to the h1 once, and no live region speaks', async ({
  page,
}) => {
  await openHydrated(page, '/');
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.closest('main')) said.push(`focus ${target.tagName}`);
    });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[aria-live]:not([aria-live=off]), [role=alert], [role=status]');
        if (region?.textContent) said.push(`said ${region.textContent}`);
      }
    }).observe(document.documentElement, { childList: true, characterData: true, subtree: true });
  });
  const main = page.getByRole('navigation', { name: 'Main' });
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  for (const [i, link] of ['SERVICES', 'APPS', 'CONTACT US'].entries()) {
    await main.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect.poll(said).toEqual(Array(i + 1).fill('focus H1'));
  }
});

test('P-13 Admin Login is there for who is signed in, too', async ({ product, newContext }) => {
  const page = await openAs(newContext, product, await signUpAccount(product));
  for (const path of ['/', '/terms']) {
    await openHydrated(page, product.url + path);
    const login = page.getByRole('link', { name: 'Admin Login' });
    await expect(login).toBeVisible();
    await expect(login).toHaveAttribute('href', '/auth');
    const border = await login.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element).borderTopWidth),
    );
    expect(border).toBeGreaterThanOrEqual(1);
  }
});

test('choosing a category leaves the reader and the focus where they are', async ({ page }) => {
  await openHydrated(page, '/services');
  const choice = page.getByRole('link', { name: 'Search 2' });
  await choice.scrollIntoViewIfNeeded();
  const before = await choice.boundingBox();
  await choice.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?category=search$/);
  await expect(page.locator('.tile:has(.tile-link)')).toHaveCount(2);
  await expect(choice).toBeFocused();
  expect((await choice.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test('a category that is chosen before any script has run is no new page', async ({ page }) => {
  await page.goto('/services');
  const choice = page.getByRole('link', { name: 'Search 2' });
  await choice.scrollIntoViewIfNeeded();
  const before = await choice.boundingBox();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await choice.click();
  await expect(page.locator('.tile:has(.tile-link)')).toHaveCount(2);
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  expect((await choice.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a category that is chosen leads back to the list', async ({ page }) => {
    await page.goto('/services');
    await page.getByRole('link', { name: 'Search 2' }).click();
    await expect(page).toHaveURL(/\?category=search#list$/);
    await expect(page.getByRole('link', { name: 'Search 2' })).toBeInViewport();
    await expect(page.locator('.tile:has(.tile-link)')).toHaveCount(2);
  });
});
