import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';

/** scrollY in every frame until it has not changed for a while. */
function sampleScroll(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const samples: number[] = [];
        let still = 0;
        function frame() {
          still = samples.at(-1) === scrollY ? still + 1 : 0;
          samples.push(scrollY);
          if (still > 20 && (samples.length > 60 || scrollY > 0)) resolve(samples);
          else requestAnimationFrame(frame);
        }
        requestAnimationFrame(frame);
      }),
  );
}

function between(samples: readonly number[]): number {
  const end = samples.at(-1) ?? 0;
  return new Set(samples.filter((y) => y > (samples[0] ?? 0) && y < end)).size;
}

async function expectAboutInView(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => Math.round(document.getElementById('about')?.getBoundingClientRect().top ?? 9_999)),
    )
    .toBeLessThanOrEqual(110);
  expect(
    await page.evaluate(() => document.getElementById('about')?.getBoundingClientRect().top),
  ).toBeGreaterThanOrEqual(79);
}

for (const state of ['before', 'after'] as const) {
  test(`P-9 a hash link on the same page glides, ${state} hydration @audit`, async ({ page }) => {
    await (state === 'after' ? openHydrated(page, '/') : page.goto('/'));
    const samples = sampleScroll(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'ABOUT US' }).click();
    expect(between(await samples)).toBeGreaterThanOrEqual(3);
    await expectAboutInView(page);
    await expect(page).toHaveURL(/\/#about$/);
  });
}

test('P-9 A-24 nothing glides when less motion is asked for', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openHydrated(page, '/');
  const samples = sampleScroll(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'ABOUT US' }).click();
  expect(between(await samples)).toBe(0);
  await expectAboutInView(page);
});

test('P-10 a hash link to another page opens that page, then scrolls smoothly', async ({ page }) => {
  await openHydrated(page, '/terms');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'ABOUT US' }).click();
  await expect(page).toHaveURL(/\/#about$/);
  await expectAboutInView(page);
});

test('P-11 a page loaded with a hash glides to it @audit', async ({ page }) => {
  // From the first frame on, because on a busy machine the glide may have passed before a test could ask.
  await page.addInitScript(() => {
    const samples: number[] = [];
    Object.assign(self, { scrollSamples: samples });
    function frame() {
      samples.push(scrollY);
      requestAnimationFrame(frame);
    }
    requestAnimationFrame(frame);
  });
  await page.goto('/#about');
  await expectAboutInView(page);
  const samples = await page.evaluate(() => (self as unknown as { scrollSamples: number[] }).scrollSamples);
  expect(between(samples)).toBeGreaterThanOrEqual(3);
});
