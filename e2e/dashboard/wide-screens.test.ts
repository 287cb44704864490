import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/fixture.ts';
import type { Product } from '../product/product.ts';
import { resize } from '../product/resize.ts';
import { uniqueLeadName, makeLead, openAs } from '../product/staff.ts';
import { makeOwner } from './team.ts';

const width = 2560;

/**
 * How much of the width beside the sidebar a screen has inside its margins, and the share of that which it uses below
 * its heading, measured in columns of 40 px: one is used if it contains text, a drawing or a border.
 */
function readUse(): { inside: number; used: number } {
  const main = document.querySelector('main')!;
  const { width: available } = main.parentElement!.getBoundingClientRect();
  const heading = main.querySelector('h1')!.parentElement!;
  const { left: start, right: end } = heading.getBoundingClientRect();
  const column = 40;
  const columns = Math.floor((end - start) / column);
  const used = new Set<number>();
  for (const element of main.querySelectorAll('*')) {
    if (heading.contains(element) || !element.checkVisibility()) continue;
    const { borderTopWidth, borderLeftWidth } = getComputedStyle(element);
    const hasEdge = borderTopWidth !== '0px' && borderLeftWidth !== '0px';
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim());
    const boxes = texts.flatMap((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    });
    // clipped parts are not visible
    const own = element.getBoundingClientRect();
    if (hasEdge || element.matches('svg, img')) boxes.push(own);
    for (const { left, right } of boxes) {
      const from = Math.max(left, own.left, start) - start;
      const to = Math.min(right, own.right, end) - start;
      for (let at = Math.floor(from / column); at * column < to && at < columns; at += 1) used.add(at);
    }
  }
  return { inside: (end - start) / available, used: used.size / columns };
}

/** The number of columns in which the rows of a screen are laid out, by their left edges. */
function countColumns(page: Page, rows: string): Promise<number> {
  return page
    .locator(rows)
    .evaluateAll((all) => new Set(all.map((row) => Math.round(row.getBoundingClientRect().left))).size);
}

/** Adds content to the screens that are empty in the sample. */
async function addContent(product: Product): Promise<void> {
  const admin = product.admin;
  const mark = `${process.pid}-${Date.now()}`;
  await makeLead(product);
  await admin
    .from('redirects')
    .insert([1, 2].map((i) => ({ from_path: `/old-${mark}-${i}`, target: '/services', status: 301 })))
    .throwOnError();
  await admin
    .from('accessibility_feedback')
    .insert([1, 2, 3].map(() => ({ message: 'The menu has no name.', name: uniqueLeadName('Kim') })))
    .throwOnError();
}

type Screen = [path: string, rows: string, columns: number];

const screens = sampleMatrix<Screen>(
  [
    ['/services', 'main article', 2],
    ['/bookings', 'main h3', 7],
    ['/services/50000000-0000-4000-8000-000000000001', 'main section', 3],
  ],
  [
    ['/media', 'main ul[aria-busy] > li', 3],
    ['/privacy', 'main section', 3],
    ['/apps', 'main article', 2],
    ['/resources', 'main article', 2],
    ['/case-studies', 'main article', 2],
    ['/categories', 'main ul[aria-busy] > li', 3],
    ['/redirects', 'main :is(article, section)', 2],
    ['/feedback', 'main article', 3],
    ['/settings', 'main section', 3],
    ['/audit', 'main li p', 2],
    ['/team', 'main :is(article, section)', 2],
  ],
);

test('P-90 B-181 at 2560 px the bar goes to the edge, and screens use as much of the width as Messages, in columns', async ({
  product,
  newContext,
}) => {
  await addContent(product);
  const page = await openAs(newContext, product, await makeOwner(product), {
    viewport: { width, height: 1440 },
  });
  async function open(path: string): Promise<void> {
    await page.goto(`/dashboard${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
  }

  await open('/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  const messages = await page.evaluate(readUse);
  expect(messages.inside).toBeGreaterThan(0.9);
  const signOut = await page.getByRole('button', { name: 'Sign Out' }).boundingBox();
  expect((signOut?.x ?? 0) + (signOut?.width ?? 0)).toBeGreaterThan(2500);
  for (const [path, rows, columns] of screens) {
    await open(path);
    await expect(page.locator(rows).first()).toBeVisible();
    await expect.poll(() => countColumns(page, rows), path).toBeGreaterThanOrEqual(columns);
    const { inside, used } = await page.evaluate(readUse);
    expect(inside, path).toBeGreaterThan(messages.inside - 0.01);
    // to one column of 40 px
    expect(used, path).toBeGreaterThan(messages.used - 0.02);
  }

  // fields beside a long preview are not spread over its height
  await open('/resources');
  await page.getByRole('link', { name: /^Edit/ }).first().click();
  const [slug, excerpt] = [page.getByLabel('Web address'), page.getByLabel('Excerpt')];
  const top = (await excerpt.boundingBox())!.y;
  expect(top - (await slug.boundingBox())!.y).toBeLessThan(200);
});

test('B-150 B-462 the list of sections opens over the form; on a phone the bar that saves leaves three quarters of the window to the fields, and nothing is cut off', async ({
  product,
  newContext,
}) => {
  const page = await openAs(newContext, product, await makeOwner(product), {
    viewport: { width: 768, height: 900 },
  });
  await page.goto('/dashboard/agency/contact');
  const field = page.locator('main form input').first();
  await expect(field).toBeVisible();
  const before = await field.boundingBox();
  await page.getByRole('button', { name: 'All sections' }).click();
  await expect(page.getByRole('link', { name: 'Colours' })).toBeVisible();
  expect(await field.boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Colours' })).toBeHidden();

  await resize(page, 390, 844);
  await page.getByLabel('Agency name').fill('');
  await page.getByLabel('Email').fill('x');
  await page.getByLabel('City').fill('x'.repeat(61));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const problems = page.getByRole('alert').filter({ hasText: '3 things to fix' });
  await expect(problems.getByRole('link')).toHaveText('Fill in “Agency name”');
  expect((await problems.locator('..').boundingBox())!.height).toBeLessThan(844 / 4);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  // two buttons in one row while there is nothing to discard
  const rows = await page
    .getByRole('button', { name: /^Save/ })
    .evaluateAll((all) => new Set(all.map((button) => button.getBoundingClientRect().top)).size);
  expect(rows).toBe(1);

  await page.goto('/dashboard/agency/hours');
  const time = page.getByLabel('Monday, opens at');
  await time.fill('09:00');
  expect((await time.boundingBox())!.width).toBeGreaterThan(135);
  await page.goto('/dashboard/audit');
  const filters = page.getByRole('form').locator('select');
  const tops = await filters.evaluateAll((all) => all.map((select) => select.getBoundingClientRect().top));
  expect(tops[0]).toBe(tops[1]);
  await page.goto('/dashboard/resources/b0000000-0000-4000-8000-000000000001');
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
  await expect(page.locator('.prose')).toBeHidden();
  await page.getByRole('heading', { name: 'Preview' }).click();
  await expect(page.locator('.prose')).toBeVisible();
});

test('B-181 a category lists its services, and the few cards of Categories and Media are on a chart that fills the screen', async ({
  product,
  newContext,
}) => {
  const page = await openAs(newContext, product, await makeOwner(product), {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto('/dashboard/categories');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Accessibility' }) });
  await expect(card.getByRole('link')).toHaveText(['Accessibility Audit', 'Accessible Remediation']);
  await page.route('**/rest/v1/app_media?**', (route) => route.fulfill({ json: [] }));
  for (const path of ['/dashboard/categories', '/dashboard/media']) {
    await page.goto(path);
    const chart = page.locator('main svg.chart');
    await expect(chart.locator('path').first()).toBeAttached();
    expect((await chart.boundingBox())?.height).toBeGreaterThan(400);
  }
});
