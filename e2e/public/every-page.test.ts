import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { resize } from '../product/resize.ts';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { findBareDates, findClippedBySpacing, findSmallTargets, readPageFacts } from './page-facts.ts';
import { sampledPublicPaths } from './public-paths.ts';

// Loading the pages takes most of the time, so each is opened once for all of these checks.

async function expectLinksToSpeak(page: Page, path: string): Promise<void> {
  for (const link of await page.locator('a[target=_blank], a[href^="http"]').all()) {
    await expect.soft(link, path).toHaveAccessibleName(/opens in a new tab/);
    await expect.soft(link, path).toHaveAttribute('rel', /noreferrer|noopener/);
  }
  for (const link of await page.locator('a[href^="tel:"]:visible').all())
    await expect.soft(link, path).toHaveAccessibleName(/1-800-555-0199/);
  for (const link of await page.locator('a[href^="mailto:"]').all())
    await expect.soft(link, path).toHaveAccessibleName(/hello@fairlead\.example/);
}

function expectOneOutline(levels: readonly number[], path: string): void {
  const titles = levels.filter((level) => level === 1);
  expect.soft(titles, path).toHaveLength(1);
  levels.forEach((level, i) =>
    expect.soft(level - (levels[i - 1] ?? 1), `${path} heading ${i}`).toBeLessThanOrEqual(1),
  );
}

const sidewaysLooks = sampleMatrix<[width: number, size: string]>(
  [
    [320, '100%'],
    [390, '200%'],
  ],
  [
    [640, '200%'],
    [1280, '200%'],
  ],
);

async function expectNoSidewaysScroll(page: Page, path: string): Promise<void> {
  for (const [width, size] of sidewaysLooks) {
    await resize(page, width, 640);
    await page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
    const scroll = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.soft.poll(scroll, `${path} at ${width} px and ${size}`).toBeLessThanOrEqual(width);
  }
}

function expectLanguage(facts: ReturnType<typeof readPageFacts>, path: string): void {
  expect.soft(facts.language, path).toBe('en-CA');
  for (const one of facts.languagesOfParts) expect.soft(Intl.getCanonicalLocales(one)).toEqual([one]);
}

test('A-4 A-6 A-7 A-21 A-22 A-26 A-27 A-28 A-29 every page: one h1 and no skipped level; its language, once; targets of 24 and 44 px; no sideways scrolling at 320 px nor with text of 200 %; WCAG text spacing hides nothing; pictures have alternative texts or are hidden; help has one position; external links are marked; no titles', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const footers = new Set<string>();
  for (const path of sampledPublicPaths) {
    await resize(page, 1280, 720);
    await page.goto(path);
    const facts = await page.evaluate(readPageFacts);
    expectLanguage(facts, path);
    expectOneOutline(facts.headingLevels, path);
    for (const role of ['banner', 'main', 'contentinfo'] as const)
      await expect.soft(page.getByRole(role), path).toHaveCount(1);
    expect.soft(facts.silentPictures, path).toEqual([]);
    expect.soft(facts.titled, path).toEqual([]);
    expect.soft(await page.evaluate(findBareDates), path).toEqual([]);
    for (const time of facts.times) expect.soft(Date.parse(time), `${path} ${time}`).not.toBeNaN();
    footers.add(facts.footerLinks.join('\n'));
    await expectLinksToSpeak(page, path);

    await resize(page, 390, 800);
    expect.soft(await page.evaluate(findSmallTargets), path).toEqual([]);
    const { width, clipped } = await page.evaluate(findClippedBySpacing);
    expect.soft(width, `${path} with text spacing`).toBeLessThanOrEqual(390);
    expect.soft(clipped, path).toEqual([]);
    await expectNoSidewaysScroll(page, path);
  }
  for (const path of ['/auth', '/dashboard']) {
    await page.goto(path);
    expectLanguage(await page.evaluate(readPageFacts), path);
  }
  expect(footers.size).toBe(1);
  const [footer = ''] = footers;
  for (const help of ['tel:+18005550199', 'mailto:hello@fairlead.example', '/contact'])
    expect(footer).toContain(help);
});
