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
  stored: async ({ busy }, provide) => provide(storedSession(busy, await signUpAccount(busy))),
});

async function openInbox(page: Page, width: number, height: number): Promise<Locator> {
  await page.setViewportSize({ width, height });
  await page.goto('/dashboard/messages');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(50);
  await expect(page.getByRole('list', { name: 'Leads' })).toHaveAttribute('aria-busy', 'false');
  return cards;
}

/**
 * The number of visible cards; a partly visible one counts as its share. If the toolbar covers the list, only the part
 * below it is visible.
 */
function countVisible(cards: Locator): Promise<number> {
  return cards.evaluateAll((all) => {
    const stuck = [...document.querySelectorAll('main div:has(> div > search), main div:has(> search)')];
    const from = Math.max(0, ...stuck.map((bar) => bar.getBoundingClientRect().bottom));
    return all.reduce((sum, card) => {
      const { top, bottom, height } = card.getBoundingClientRect();
      return sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, from)) / height;
    }, 0);
  });
}

const latestOf = (card: Locator) => card.locator('p:has(> strong + time) + p');
const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('not there');
  return box;
};

for (const { width, height, most } of sampleMatrix(
  [
    { width: 1440, height: 900, most: 3 },
    { width: 390, height: 844, most: 1.5 },
  ],
  // from this width on, the message is beside the person
  [{ width: 1800, height: 1080, most: 4 }],
)) {
  test(`P-109 P-110 P-111 P-113 P-118 P-120 G-12 ${most} closed cards fit into ${width} × ${height}, with a message of 300 characters and every part of a card @audit`, async ({
    page,
  }) => {
    const cards = await openInbox(page, width, height);
    expect(await countVisible(cards)).toBeGreaterThanOrEqual(most);
    const whole = cards.nth(Math.floor(most) - 1);
    for (const part of [
      whole.getByRole('heading', { level: 2 }),
      whole.locator('.badge').first(),
      whole.getByText(/^\d messages?$/),
      whole.getByText(/^\d repl(y|ies)$/),
      whole.getByText('Interested in:'),
      whole.locator('header time'),
      whole.locator('a[href^="mailto:"]'),
      whole.locator('a[href^="tel:"]'),
      whole.getByRole('listitem').nth(2),
      whole.getByRole('button', { name: /^Conversation Thread/ }),
      whole.getByRole('button', { name: /^More/ }),
      latestOf(whole),
      whole.getByPlaceholder('Type your reply here...'),
      whole.getByRole('button', { name: 'Send Reply' }),
      whole.getByRole('combobox'),
      whole.getByRole('button', { name: /^Send to Stripe/ }),
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
      const visible = async () => {
        await cards.nth(index).evaluate((card) => {
          const bar = document.querySelector('main div:has(> div > search)');
          const find = document.querySelector('main div:has(> search)');
          const stuck = Math.max(bar?.clientHeight ?? 0, find?.clientHeight ?? 0);
          scrollTo(0, card.getBoundingClientRect().top + scrollY - stuck - 8);
        });
        return countVisible(cards);
      };
      // cards above are laid out when they come near, which moves those below
      await expect.poll(visible, `from card ${index}`).toBeGreaterThanOrEqual(most);
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

test('P-113 G-12 the latest message is shown with its author and time in three lines, and the reply in three rows beside it from 1024 px on, else below @audit', async ({
  page,
}) => {
  for (const width of [390, 768, 1024, 1280, 1440, 2560]) {
    const card = (await openInbox(page, width, 900)).first();
    const latest = latestOf(card);
    await expect(card.locator('p:has(> strong + time)')).toContainText(
      /^\S.+ [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [ap]\.m\.$/,
    );
    const words = (await latest.textContent()) ?? '';
    expect(words).toHaveLength(300);
    const lines = await latest.evaluate(
      (part) => part.clientHeight / parseFloat(getComputedStyle(part).lineHeight),
    );
    expect(lines, `${width} px`).toBeLessThanOrEqual(3.01);
    const reply = card.getByPlaceholder('Type your reply here...');
    const rows = await reply.evaluate((box) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(box);
      return (box.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight);
    });
    expect(rows, `${width} px`).toBeGreaterThanOrEqual(2.99);
    const [message, box] = [await boxOf(latest), await boxOf(reply)];
    if (width >= 1024) expect(box.x, `${width} px`).toBeGreaterThan(message.x + message.width);
    else expect(box.y, `${width} px`).toBeGreaterThanOrEqual(message.y + message.height);
    // a message of 300 characters is not cut on usual screens
    if (width >= 1440)
      expect(await latest.evaluate((part) => part.scrollHeight - part.clientHeight)).toBeLessThan(4);
  }
});

test('status and billing stay at the top right of a card, also with its tools and its thread open @audit', async ({
  page,
}) => {
  for (const width of [1024, 1440]) {
    const card = (await openInbox(page, width, 900)).first();
    for (const button of [/^More/, /^Conversation Thread/]) {
      await card.getByRole('button', { name: button }).click();
      await expect(card.getByRole('button', { name: button })).toHaveAttribute('aria-expanded', 'true');
      const { x, y, width: cardWidth } = await boxOf(card);
      for (const part of [
        card.locator('select[name=status]'),
        card.getByRole('button', { name: /^Send to Stripe/ }),
      ]) {
        const box = await boxOf(part);
        expect(box.y - y).toBeLessThan(64);
        expect(box.x - x).toBeGreaterThan(cardWidth / 2);
      }
    }
    const tools = card.locator('[id^=tools-]');
    await expect(tools.getByRole('combobox', { name: /^Assign / })).toBeVisible();
    const { height } = await boxOf(tools);
    // in two columns
    expect(height, `${width} px`).toBeLessThan(width < 1440 ? 540 : 400);
  }
});

/** The width in pixels that the search field has in addition to its placeholder. */
function spareOfPlaceholder(page: Page): Promise<number> {
  return searchOf(page).evaluate((input: HTMLInputElement) => {
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas');
    context.font = getComputedStyle(input, '::placeholder').font;
    const space = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return space - context.measureText(input.placeholder).width;
  });
}

test('P-106 G-12 the toolbar shows what a search is by, and leaves no icon alone on a row @audit', async ({
  page,
}) => {
  for (const width of [390, 1024, 1280, 1440]) {
    for (const isOpen of width < 768 ? [true] : [true, false]) {
      await openInbox(page, width, 900);
      if (!isOpen) await page.keyboard.press('Control+b');
      const name = `${width} px, sidebar ${isOpen ? 'open' : 'collapsed'}`;
      await expect.poll(() => spareOfPlaceholder(page), name).toBeGreaterThanOrEqual(0);
      const tops = await toolbarOf(page)
        .locator('.input:visible, .button:visible')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      const rows = [...Map.groupBy(tops, (top) => top).values()].map((row) => row.length);
      expect(rows.length, name).toBeLessThanOrEqual(2);
      for (const row of rows) expect(row, name).toBeGreaterThan(1);
      if (!isOpen) await page.keyboard.press('Control+b');
    }
  }
});

test('the chevron of a select lies in its box, in the toolbar and in its dialogs @audit', async ({
  page,
}) => {
  for (const width of [390, 1440]) {
    await openInbox(page, width, 900);
    await page.getByRole('button', { name: 'List options' }).click();
    await expect(page.getByRole('dialog', { name: 'List options' })).toBeVisible();
    const apart = await page.locator('.select:visible').evaluateAll((all) =>
      all.map((select) => {
        const [box, icon] = [select.querySelector('select'), select.querySelector('.icon')];
        return Number(box?.getBoundingClientRect().right) - Number(icon?.getBoundingClientRect().right);
      }),
    );
    expect(apart.length).toBeGreaterThan(2);
    for (const distance of apart) {
      expect(distance).toBeGreaterThan(0);
      expect(distance).toBeLessThan(24);
    }
  }
});

test('G-12 a phone’s toolbar is two rows, and a status chosen is whole @audit', async ({ page }) => {
  for (const width of [390, 375, 360]) {
    await openInbox(page, width, 740);
    const tops = await toolbarOf(page)
      .locator('.input:visible, .button:visible')
      .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))]);
    expect(tops, `${width} px`).toHaveLength(2);
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

test('A-23 with doubled text on a phone no words of the heading overlap @audit', async ({ page }) => {
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
