import { holdRequests } from '../product/hold-requests.ts';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { signUpAccount, openAs } from '../product/staff.ts';

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

test('A-8 a client navigation changes the title and is announced once: the focus goes to the h1 once, and no live region speaks', async ({
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
    if (link === 'SERVICES') await expect(page).toHaveTitle('Our Services · Fairlead Digital');
    await expect.poll(said).toEqual(Array(i + 1).fill('focus H1'));
  }
});

test('P-13 the link Admin Login is also shown to users who are signed in', async ({
  product,
  newContext,
}) => {
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

test('a category that is chosen before any script has run is no new page @audit', async ({ page }) => {
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
