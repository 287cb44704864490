import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/fixture.ts';
import { movePointer } from '../product/hydrated.ts';
import {
  holdScripts,
  maxBytesToHydrate,
  recordScripts,
  prepareHydrationWait,
  measurePageBytes,
} from './watch-page.ts';

const publicPaths = sampleMatrix(
  [
    '/',
    '/services/accessibility-audit',
    '/apps/ringcheck',
    '/resources/what-pay-per-results-really-measures',
    '/contact',
    '/nowhere',
  ],
  ['/services', '/apps', '/resources', '/privacy', '/terms', '/accessibility'],
);

// The viewport of a common phone. A kilobyte is 1,000 bytes here.
const phone = { width: 412, height: 823 };
const maxBytesBeforeTouch = 95_000;

test('a pointer that rests on the page is no touch; one that moves is', async ({ page }) => {
  const scripts = recordScripts(page);
  const dispatchMove = (movementX: number) =>
    page.evaluate((x) => dispatchEvent(new PointerEvent('pointermove', { movementX: x })), movementX);
  await page.goto('/', { waitUntil: 'networkidle' });
  await dispatchMove(0);
  await page.waitForLoadState('networkidle');
  expect(scripts.map((script) => script.url())).toEqual([]);
  await dispatchMove(1);
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
});

test('S-17 an untouched page has one inline script, fetches none and weighs at most 95 KB; the first touch brings at most 130 KB and hydrates without a difference', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  const hydrated = await prepareHydrationWait(page);
  const scripts = recordScripts(page);
  const weights = await measurePageBytes(page);
  for (const path of publicPaths) {
    await weights.restart();
    const response = await page.goto(path, { waitUntil: 'networkidle' });
    expect(
      scripts.map((script) => script.url()),
      path,
    ).toEqual([]);
    expect(weights.page(), `${path} before a touch`).toBeLessThanOrEqual(maxBytesBeforeTouch);
    const html = (await response?.text()) ?? '';
    const inline = [
      ...html.matchAll(/<script(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g),
    ];
    expect(inline.length, path).toBe(1);
    expect(Buffer.byteLength(inline[0]?.[1] ?? ''), path).toBeLessThanOrEqual(3_072);
    expect(html, path).not.toMatch(/<[^>]+\sstyle=/);
    expect(html, path).not.toMatch(/<style/);

    await movePointer(page);
    await hydrated();
    // The fixture fails on any recoverable hydration error or policy violation.
    await expect(page.locator('h1').first(), path).toBeVisible();
    expect(weights.scripts(), `${path} scripts`).toBeGreaterThan(0);
    expect(weights.scripts(), `${path} scripts`).toBeLessThanOrEqual(maxBytesToHydrate);
    test.info().annotations.push({ type: 'bytes', description: `${path} ${weights.page()}` });
    scripts.length = 0;
  }
});

test('a tap before hydration is not lost on a slow network', async ({ page }) => {
  const hydrated = await prepareHydrationWait(page);
  const release = await holdScripts(page);
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Ana Roy');
  await page
    .getByRole('radio', { name: 'Dark' })
    .or(page.getByRole('button', { name: 'Dark' }))
    .first()
    .click();
  await expect(page.locator('html[data-test-hydrated]')).toHaveCount(0);
  release();
  await hydrated();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByLabel('Name')).toHaveValue('Ana Roy');
});

test("a reader's place, focus and typed text survive hydration", async ({ page }) => {
  const hydrated = await prepareHydrationWait(page);
  // Without smooth scrolling, so that the position after the focus is final.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/contact');
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('main input[name=name]');
    if (field) field.value = 'typed early';
    scrollTo(0, 200);
  });
  // In one step, because the focus starts hydration.
  const scrollTop = await page.locator('main input[name=email]').evaluate((field: HTMLInputElement) => {
    field.focus();
    return scrollY;
  });
  expect(scrollTop).toBeGreaterThan(0);
  await hydrated();
  await expect(page.locator('main input[name=name]')).toHaveValue('typed early');
  await expect(page.locator('main input[name=email]')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrollTop);
});

// The dashboard redirects to /auth in the same document, so the URL at hydration is compared.
test('/dashboard, a fragment and an error in the address start at once', async ({ page }) => {
  await prepareHydrationWait(page);
  for (const path of ['/dashboard', '/auth?error=access_denied', '/auth#access_token=x']) {
    await page.goto(path);
    const started = page.locator('html');
    await expect(started, path).toHaveAttribute('data-test-hydrated', path.replace(/[?#].*/, ''));
  }
});
