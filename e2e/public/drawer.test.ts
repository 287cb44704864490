import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';

test.use({ viewport: { width: 390, height: 844 } });

const menu = (page: Page) => page.locator('dialog#menu');
const button = (page: Page) => page.locator('header button');

async function openDrawer(page: Page): Promise<void> {
  await button(page).click();
  await expect(menu(page)).toHaveJSProperty('open', true);
  await settled(page);
}

/** Waits until the drawer has stopped moving. */
async function settled(page: Page): Promise<void> {
  await menu(page).evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
}

/** Waits until React has hydrated the drawer, which the button's expanded state shows. */
async function adopted(page: Page): Promise<void> {
  await expect(button(page)).toHaveAttribute('aria-expanded', 'true');
}

/** Drags from the handle down by a share of the drawer's height; the events are `timeMs` apart from first to last. */
async function drag(page: Page, share: number, timeMs: number): Promise<void> {
  const box = await menu(page).boundingBox();
  if (!box) throw new Error('the drawer is not there');
  const x = box.x + box.width / 2;
  const y = box.y + 18;
  await menu(page).evaluate(
    async (element, { x, y, distance, timeMs }) => {
      const start = performance.now();
      const common = { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, button: 0 };
      // Each event states its time, because a busy machine takes longer.
      const fire = (type: string, part: number) => {
        const position = { clientX: x, clientY: y + distance * part, buttons: type === 'pointerup' ? 0 : 1 };
        const event = new PointerEvent(type, { ...common, ...position });
        Object.defineProperty(event, 'timeStamp', { value: start + timeMs * part });
        element.dispatchEvent(event);
      };
      element.setPointerCapture = () => {};
      fire('pointerdown', 0);
      for (let step = 1; step <= 5; step += 1) {
        await new Promise(requestAnimationFrame);
        fire('pointermove', step / 5);
      }
      fire('pointerup', 1);
    },
    { x, y, distance: box.height * share, timeMs },
  );
}

test('P-5 P-7 the drawer is at the bottom with the five links; the icon becomes a cross', async ({
  page,
}) => {
  await page.goto('/');
  await expect(button(page).locator('[data-icon="menu"]')).toBeVisible();
  await openDrawer(page);
  const box = await menu(page).boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
  await expect(menu(page).getByRole('navigation').getByRole('link')).toHaveText([
    'HOME',
    'ABOUT US',
    'SERVICES',
    'APPS',
    'CONTACT US',
  ]);
  await expect(button(page).locator('[data-icon="close"]')).toBeVisible();
  await expect(button(page).locator('[data-icon="menu"]')).toBeHidden();
  expect(await menu(page).evaluate((element) => getComputedStyle(element).transitionDuration)).toContain(
    '0.5s',
  );
});

test('P-5 A-27 one tap calls the agency, in the drawer and, without scrolling, under the title of the contact page', async ({
  page,
}) => {
  await page.goto('/');
  await openDrawer(page);
  const call = page.getByRole('link', { name: 'Call 1-800-555-0199' });
  await expect(call).toHaveCount(1);
  await expect(call).toBeInViewport({ ratio: 1 });
  await expect(call).toHaveAttribute('href', 'tel:+18005550199');
  await page.goto('/contact');
  const under = page.locator('h1 + a');
  await expect(under).toHaveAccessibleName('Call 1-800-555-0199');
  await expect(under).toHaveAttribute('href', 'tel:+18005550199');
  await expect(under).toBeInViewport({ ratio: 1 });
});

test('P-5 P-6 P-7 A-11 the drawer closes by its cross, by its handle, by a flick of 10 % in 50 ms, and by a link, whose page opens', async ({
  page,
}) => {
  await page.goto('/');
  await openDrawer(page);
  await adopted(page);
  const box = await button(page).boundingBox();
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await expect(menu(page)).toHaveJSProperty('open', false);
  await openDrawer(page);
  await menu(page).getByRole('button', { name: 'Close menu' }).click();
  await expect(menu(page)).toHaveJSProperty('open', false);
  await openDrawer(page);
  await adopted(page);
  await drag(page, 0.1, 50);
  await expect(menu(page)).toHaveJSProperty('open', false);
  await openDrawer(page);
  await menu(page).getByRole('link', { name: 'SERVICES' }).click();
  await expect(page).toHaveURL(/\/services$/);
  await expect(menu(page)).toBeHidden();
});

test('P-7 a slow drag of 20 % springs back, one of 30 % closes @audit', async ({ page }) => {
  await page.goto('/');
  await openDrawer(page);
  await adopted(page);
  await drag(page, 0.2, 700);
  await settled(page);
  await expect(menu(page)).toHaveJSProperty('open', true);
  expect(await menu(page).evaluate((element) => element.getBoundingClientRect().bottom)).toBeCloseTo(844, 0);
  await drag(page, 0.3, 900);
  await expect(menu(page)).toHaveJSProperty('open', false);
});

test('A-11 with the keyboard, Enter opens the drawer, the focus stays inside, and Escape closes it and returns the focus', async ({
  page,
}) => {
  await page.goto('/');
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toHaveJSProperty('open', true);
  await adopted(page);
  for (let i = 0; i < 9; i += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('#menu') !== null,
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveJSProperty('open', false);
  await expect(button(page)).toBeFocused();
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('G-52 the drawer opens, and its links are links', async ({ page }) => {
    await page.goto('/');
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await menu(page).getByRole('link', { name: 'CONTACT US' }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });
});
