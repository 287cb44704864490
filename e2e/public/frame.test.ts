import { expect, test } from '../product/fixture.ts';
import { holdRequests } from '../product/hold-requests.ts';
import { openHydrated } from '../product/hydrated.ts';

test('P-1 the header stays at the top of every page, 5rem high', async ({ page }) => {
  for (const path of ['/', '/services', '/privacy']) {
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, 1500));
    expect(await page.locator('header').boundingBox(), path).toMatchObject({ y: 0, height: 80 });
  }
});

test('P-4 links inline on wide screens, a menu button on small ones', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  const nav = page.getByRole('navigation', { name: 'Main' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await expect(nav).toBeVisible();
  await expect(button).toBeHidden();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(nav).toBeHidden();
  await expect(button).toBeVisible();
});

test('P-17 the year is that of the visitor’s clock, and hydration does not change it', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'));
  await page.goto('/');
  await expect(page.locator('footer')).toContainText('© 2031 Fairlead Digital');
});

test('P-19 P-20 G-42 an unknown path has the status 404, its text, a link to the home page and one line in the console', async ({
  page,
}) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()} ${message.text()}`));
  const response = await page.goto('/nope');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await page.mouse.move(4, 4);
  await expect(page).toHaveTitle('Page not found · Fairlead Digital');
  await expect
    .poll(() => lines.filter((line) => line.includes('/nope') && line.startsWith('warning')))
    .toHaveLength(1);
});

test('A-5 the skip link comes first, shows itself and moves the focus to the content', async ({ page }) => {
  await page.goto('/services');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('P-35 G-39 a slow client navigation shows a spinner, the first load does not', async ({ page }) => {
  await openHydrated(page, '/');
  await expect(page.getByRole('status')).toHaveCount(0);
  const open = await holdRequests(page, '**/services.data*');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'SERVICES' }).click();
  await expect(page.getByRole('status')).toContainText('Loading');
  open();
  await expect(page.getByRole('heading', { level: 1, name: 'Our Services' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
});

test('the theme switch keeps dark, and system follows the device again', async ({ page }) => {
  await page.goto('/');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const day = await paper();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');
  const night = await paper();
  expect(night).not.toBe(day);
  await page.reload();
  expect(await paper()).toBe(night);
  await page.getByRole('button', { name: 'System' }).click();
  await expect.poll(paper).toBe(day);
});
