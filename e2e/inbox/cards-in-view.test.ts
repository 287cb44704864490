import { sampleMatrix } from '@fairlead/backend/testing/target';
import type { Locator, Page } from '@playwright/test';
import { makeOrdinaryLeads } from './make-ordinary-leads.ts';
import { startProduct, type Product } from '../product/product.ts';
import { expect, signUpAccount, storedSession, test as base } from '../product/staff.ts';

const toolbarOf = (page: Page) => page.locator('main div:has(> div > search)');
const searchOf = (page: Page) => page.getByPlaceholder('Search by name, email, or company...');

/** A month of work: 200 leads with realistic lengths of names, companies and services. */
const test = base.extend<object, { busy: Product }>({
  busy: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, provide) => {
      const product = await startProduct();
      await makeOrdinaryLeads(product);
      await provide(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ busy }, provide) => provide(busy.url),
  storageState: async ({ busy }, provide) => provide(storedSession(busy, await signUpAccount(busy))),
});

async function openInbox(page: Page, width: number, height: number): Promise<Locator> {
  await page.setViewportSize({ width, height });
  await page.goto('/dashboard/messages');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(50);
  await expect(page.getByRole('list', { name: 'Leads' })).toHaveAttribute('aria-busy', 'false');
  return cards;
}

/** Cards that are completely visible: below the toolbar if it covers the list. */
function countWhole(cards: Locator): Promise<number> {
  return cards.evaluateAll((all) => {
    const stuck = [...document.querySelectorAll('main div:has(> div > search), main div:has(> search)')];
    const from = Math.max(0, ...stuck.map((bar) => bar.getBoundingClientRect().bottom));
    return all.filter((card) => {
      const { top, bottom, left, right } = card.getBoundingClientRect();
      return top >= from && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    }).length;
  });
}

for (const { width, height, most } of sampleMatrix(
  [
    { width: 1440, height: 900, most: 5 },
    { width: 390, height: 844, most: 2 },
  ],
  // two columns from this width on
  [{ width: 1800, height: 1080, most: 7 }],
)) {
  test(`P-109 P-110 P-111 P-113 P-118 P-120 G-12 ${most} whole closed cards of ordinary leads at ${width} × ${height}, with all that a card has @audit`, async ({
    page,
  }) => {
    const cards = await openInbox(page, width, height);
    expect(await countWhole(cards)).toBeGreaterThanOrEqual(most);
    const last = cards.nth(most - 1);
    for (const part of [
      last.getByRole('heading', { level: 2 }),
      last.locator('.badge').first(),
      last.getByText(/^\d messages?$/),
      last.getByText(/^\d repl(y|ies)$/),
      last.getByText('Interested in:'),
      last.locator('header time'),
      last.locator('a[href^="mailto:"]'),
      last.locator('a[href^="tel:"]'),
      last.getByRole('listitem').nth(2),
      last.getByRole('button', { name: /^Conversation Thread/ }),
      last.getByPlaceholder('Type your reply here...'),
      last.getByRole('button', { name: 'Send Reply' }),
      last.getByRole('combobox'),
      last.getByRole('button', { name: /^Send to Stripe/ }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    // no word is cut, and a button has only one line
    const faults = await cards.evaluateAll((all) =>
      all
        .slice(0, 10)
        .flatMap((card) => [
          ...[...card.querySelectorAll('.badge, p:has(> strong), li, time')]
            .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
            .map((part) => `cut: ${part.textContent}`),
          ...[...card.querySelectorAll('fieldset .button')]
            .filter((button) => button.getBoundingClientRect().height > 45)
            .map((button) => `two lines: ${button.textContent}`),
        ]),
    );
    expect(faults).toEqual([]);

    // also further down, where the toolbar covers the list
    for (const index of [10, 20, 30, 40]) {
      const whole = async () => {
        await cards.nth(index).evaluate((card) => {
          const bar = document.querySelector('main div:has(> div > search)');
          const find = document.querySelector('main div:has(> search)');
          const stuck = Math.max(bar?.clientHeight ?? 0, find?.clientHeight ?? 0);
          scrollTo(0, card.getBoundingClientRect().top + scrollY - stuck - 8);
        });
        return countWhole(cards);
      };
      // cards above are laid out when they come near, which moves those below
      await expect.poll(whole, `from card ${index}`).toBeGreaterThanOrEqual(most);
    }
    await expect(searchOf(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Filter by status')).toBeInViewport({ ratio: 1 });
    // what is focused by key is never under the toolbar
    await cards.nth(44).getByRole('combobox').focus();
    for (let steps = 0; steps < 12; steps += 1) {
      await page.keyboard.press('Shift+Tab');
      const isCovered = await page.evaluate(() => {
        const focused = document.activeElement;
        const toolbar = document.querySelector('main div:has(> div > search)');
        if (!focused || !toolbar || toolbar.contains(focused)) return false;
        return focused.getBoundingClientRect().top < toolbar.getBoundingClientRect().bottom - 1;
      });
      expect(isCovered).toBe(false);
    }
  });
}

test('G-12 a phone’s toolbar is two rows, and a search says what it is by @audit', async ({ page }) => {
  for (const width of [390, 375, 360]) {
    await openInbox(page, width, 740);
    const tops = await toolbarOf(page)
      .locator('.input:visible, .button:visible')
      .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))]);
    expect(tops, `${width} px`).toHaveLength(2);
    const words = await searchOf(page).evaluate((input) => {
      const { paddingLeft, paddingRight } = getComputedStyle(input);
      return input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    });
    // "Search by name, e"
    expect(words, `${width} px`).toBeGreaterThan(125);
    // a chosen status is shown completely
    const status = page.getByLabel('Filter by status');
    await status.selectOption('in_conversation');
    const spareWidth = await status.evaluate((select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('no canvas');
      context.font = font;
      const { width: needed } = context.measureText(select.selectedOptions[0]?.label ?? '');
      return select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - needed;
    });
    expect(spareWidth, `${width} px`).toBeGreaterThanOrEqual(-0.5);
  }
});

test('A-23 with doubled text on a phone no word of the heading lies on another @audit', async ({ page }) => {
  await openInbox(page, 390, 844);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const box = async (part: Locator) => {
    const found = await part.boundingBox();
    if (!found) throw new Error('not there');
    return found;
  };
  const title = await box(page.getByRole('heading', { level: 1 }));
  const count = await box(page.locator('div:has(> h1) div p').last());
  expect(count.y >= title.y + title.height || count.x >= title.x + title.width).toBe(true);
  const badge = await box(page.locator('#practice-note .badge'));
  expect(badge.width, 'its words stand side by side').toBeGreaterThan(badge.height);
});
