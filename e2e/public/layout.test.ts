import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/fixture.ts';
import { resize } from '../product/resize.ts';
import { sampledPublicPaths } from './public-paths.ts';

test('P-23 grids have one, two or three columns, by the width of the window', async ({ page }) => {
  for (const [path, list] of [
    ['/services', '.tiles'],
    ['/apps', 'ul:has(> [data-app-card])'],
    ['/resources', '.tiles'],
  ] as const) {
    await page.goto(path);
    for (const [width, columns] of [
      [390, 1],
      [800, 2],
      [1280, 3],
    ] as const) {
      await resize(page, width, 800);
      // the tiles of the first row: a grid whose last row has two of three tiles has six tracks
      const found = () =>
        page.locator(list).evaluate(({ children }) => {
          const tops = [...children].map((child) => child.getBoundingClientRect().top);
          return tops.filter((top) => top === tops[0]).length;
        });
      await expect.poll(found, `${path} at ${width}`).toBe(columns);
    }
  }
});

test('A-22 with doubled text on a phone no title and no fact is split within a word, and the number to call has two lines at most', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    '/',
    '/book',
    '/apps',
    '/services/accessible-remediation',
    '/accessibility',
    '/contact',
  ]) {
    await page.goto(path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const split = await page.locator('main :is(h1, #about b)').evaluateAll((all) =>
      all.flatMap((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        while (texts.nextNode()) {
          const node = texts.currentNode as Text;
          for (const { 0: word, index } of node.data.matchAll(/[\p{L}\d]+/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
              found.push(word);
          }
        }
        return found;
      }),
    );
    expect([path, ...split]).toEqual([path]);
  }
  // two lines of 2.25rem × 1.25
  const call = page.locator('main').getByRole('link', { name: /^Call / });
  expect((await call.first().boundingBox())?.height).toBeLessThan(3 * 45);
});

const wide = { width: 2560, height: 1440 };
/** The page's maximum width, as in ui/tokens.css. */
const widestPage = 1440;

/** Texts outside of the page's area in the middle of a wide window. */
const textsBesidePage = (page: Page) =>
  page.evaluate((most) => {
    const edge = (innerWidth - most) / 2;
    return [...document.querySelectorAll('main :is(h1, h2, h3, p, li, dt, dd, label, a, span)')].flatMap(
      (element) => {
        const isText = [...element.childNodes].some(
          (node) => node instanceof Text && node.data.trim() !== '',
        );
        if (
          !isText ||
          !element.checkVisibility({ visibilityProperty: true }) ||
          element.closest('dialog, .sr-only')
        )
          return [];
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right, width } = range.getBoundingClientRect();
        const isInside = left >= edge && right <= innerWidth - edge && width <= most;
        return isInside
          ? []
          : [`${Math.round(left)} to ${Math.round(right)}: ${element.textContent.trim().slice(0, 40)}`];
      },
    );
  }, widestPage);

test("at 2560 px the words of every kind of page stay in it, and a short page reaches down to the window's end", async ({
  page,
}) => {
  await page.setViewportSize(wide);
  for (const path of sampledPublicPaths) {
    await page.goto(path);
    expect.soft(await textsBesidePage(page), path).toEqual([]);
    // measured at once, because fonts may arrive between two measurements
    const { end, space } = await page.evaluate(() => {
      const footer = document.querySelector('footer')!.getBoundingClientRect();
      const last = document.querySelector('main > :last-child')!.getBoundingClientRect();
      return { end: footer.bottom, space: Math.abs(last.bottom - footer.top) };
    });
    expect.soft(end, path).toBeGreaterThanOrEqual(wide.height - 1);
    // no space between the last section and the footer
    expect.soft(space, path).toBeLessThan(2);
  }
});

test('an app of which little is known has its title beside its text, with no count of nothing; much is listed below its text, over the whole page @audit', async ({
  page,
  ownProduct: product,
}) => {
  const app = { short_pitch: 'Tells a marina when the tide turns.', platforms: [], is_published: true };
  await product.admin
    .from('apps')
    .insert({ name: 'Tidewatch', slug: 'tidewatch', description: '', ...app })
    .throwOnError();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.url}/apps/tidewatch`);
  const about = page.locator('[data-detail-text]');
  const title = await about.getByRole('heading', { name: 'About This App' }).boundingBox();
  const text = await about.getByText('Tells a marina').boundingBox();
  expect(text?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0));
  expect(Math.abs((text?.y ?? 0) - (title?.y ?? 0))).toBeLessThan(30);
  await expect(page.locator('.chart-facts')).toHaveCount(0);

  const feature_chips = Array.from({ length: 12 }, (_, i) => `Feature ${i + 1}`);
  const known = { short_pitch: 'Tells a marina everything.', platforms: ['Web'], feature_chips };
  await product.admin.from('apps').update(known).eq('slug', 'tidewatch').throwOnError();
  await page.reload();
  const longText = await about.boundingBox();
  const features = await page.locator('[data-features]').boundingBox();
  expect(features?.y).toBeGreaterThan((longText?.y ?? 0) + (longText?.height ?? 0));
  expect(features?.width).toBeGreaterThan(1200);
  expect(features?.height).toBeLessThan(400);
});

test('at 1024, 1440 and 2560 px the links of the tiles in a row are level, and no price is below them', async ({
  page,
}) => {
  for (const width of [1024, 1440, 2560]) {
    await resize(page, width, 900);
    await page.goto('/services');
    const feet = await page.locator('.tile-foot').evaluateAll((all) =>
      all.map((foot) => {
        const [link, price] = [...foot.children].map((child) => {
          const range = document.createRange();
          range.selectNodeContents(child);
          // the last line of the text
          return [...range.getClientRects()].findLast(({ width: room }) => room > 20);
        });
        const row = foot.closest('.tile')?.getBoundingClientRect().top ?? 0;
        return { row, link: link?.bottom ?? 0, price: price?.bottom ?? 0 };
      }),
    );
    expect(feet).toHaveLength(7);
    for (const { row, link, price } of feet) {
      // beside the link, or above it where it does not fit
      expect(Math.abs(link - price) < 6 || price < link - 12).toBe(true);
      for (const other of feet.filter((foot) => foot.row === row))
        expect(Math.abs(link - other.link), `${width} px`).toBeLessThan(1);
    }
  }
});

test('no page splits a phone number', async ({ page }) => {
  for (const path of ['/contact', '/book', '/privacy', '/accessibility']) {
    await page.goto(path);
    for (const width of [390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await page.locator('main').evaluate((main) => {
        const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        const found: number[] = [];
        while (texts.nextNode()) {
          const node = texts.currentNode as Text;
          const start = node.data.indexOf('1-800-555-0199');
          if (start < 0 || !node.parentElement?.checkVisibility()) continue;
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + 14);
          found.push(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size);
        }
        return found;
      });
      expect(lines.length).toBeGreaterThan(0);
      expect([path, width, ...new Set(lines)]).toEqual([path, width, 1]);
    }
  }
});

test('services of one category are not filtered by it, and fill their rows @audit', async ({
  page,
  ownProduct: product,
}) => {
  await product.admin
    .from('services')
    .update({ is_published: false })
    .neq('slug', 'accessibility-audit')
    .throwOnError();
  await page.goto(`${product.url}/services`);
  await expect(page.getByRole('navigation', { name: 'Categories' })).toHaveCount(0);
  for (const width of [390, 800, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const hole = await page.locator('.tiles').evaluate((list) => {
      const last = [...list.children].findLast((tile) => tile.checkVisibility());
      const right =
        list.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(list).paddingRight);
      return right - (last?.getBoundingClientRect().right ?? 0);
    });
    expect(Math.round(hole), `at ${width} px`).toBe(0);
  }
});

/** The left edges and widths of the tiles of each row, relative to the window's middle. */
function readTileRows(page: Page): Promise<{ left: number; width: number }[][]> {
  return page.locator('main .tiles').evaluateAll((lists) =>
    lists.flatMap((list) => {
      const tiles = [...list.children].filter((tile) => tile.checkVisibility());
      const boxes = tiles.map((tile) => tile.getBoundingClientRect());
      return [...Map.groupBy(boxes, ({ top }) => Math.round(top)).values()].map((row) =>
        row.map(({ left, width }) => ({
          left: Math.round(left - document.documentElement.clientWidth / 2),
          width: Math.round(width),
        })),
      );
    }),
  );
}

test('B-440 three tiles of a row are equally wide, also at 2560 px, where they stay in the page; two are halves', async ({
  page,
  ownProduct: product,
}) => {
  const { data: posts } = await product.admin.from('posts').select('id').eq('is_published', true);
  for (const [count, url] of sampleMatrix<[count: number, url: string]>(
    [
      [3, '/services'],
      [2, '/resources'],
    ],
    [
      [3, '/'],
      [5, '/resources'],
    ],
  )) {
    const hidden = (posts ?? []).slice(count).map(({ id }) => id);
    await product.admin.from('posts').update({ is_published: true }).neq('title', '').throwOnError();
    await product.admin.from('posts').update({ is_published: false }).in('id', hidden).throwOnError();
    for (const width of [1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(product.url + url);
      const rows = await readTileRows(page);
      expect(rows.length, url).toBeGreaterThan(0);
      for (const row of rows) {
        const widths = row.map((tile) => tile.width);
        expect(Math.max(...widths) - Math.min(...widths), `${url} at ${width}`).toBeLessThanOrEqual(2);
        const right = Math.max(...row.map((tile) => tile.left + tile.width));
        expect(Math.abs(right + Math.min(...row.map(({ left }) => left))), 'centred').toBeLessThanOrEqual(2);
        expect(right, 'whole rows').toBeGreaterThanOrEqual(Math.min(width, 1440) / 2 - 2);
        expect(right, 'in the page').toBeLessThanOrEqual(722);
      }
      if (count !== 3) expect(rows.at(-1), url).toHaveLength(2);
    }
  }
});
