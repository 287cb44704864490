import { sampleMatrix } from '@fairlead/backend/testing/target';
import type { Locator, Page } from '@playwright/test';
import { resize } from '../product/resize.ts';
import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

async function openInbox(page: Page): Promise<void> {
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** The position of its text, which may be narrower than its box. */
function textRects(target: Locator): Promise<DOMRect> {
  return target.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().toJSON() as DOMRect;
  });
}

test('A-20 P-105 the button that adds new leads covers no text and no control of the heading @audit', async ({
  page,
  product,
}) => {
  await openInbox(page);
  await makeLead(product, { name: uniqueLeadName('Alexandrine-Wilhelmina Featherstonehaugh') });
  const pill = page.getByRole('button', { name: /^1 new lead: Alexandrine/ });
  await expect(pill).toBeVisible();
  for (const width of sampleMatrix([1440, 768, 320], [1920, 1280, 1024, 390])) {
    await resize(page, width, 844);
    const box = await pill.boundingBox();
    if (!box) throw new Error('not there');
    const others = page.locator(
      'main h1, #practice-note .badge, #practice-note > :last-child, div:has(> h1) div p:last-child, search .input',
    );
    for (const other of await others.all()) {
      const { left, right, top, bottom } = await textRects(other);
      const isApart =
        left >= box.x + box.width || right <= box.x || top >= box.y + box.height - 1 || bottom - 4 <= box.y;
      expect(isApart, `${width} px: ${await other.textContent()}`).toBe(true);
    }
  }
});

test('P-121 "Synced on" and its date are one line beside the card @audit', async ({ page, product }) => {
  const lead = await makeLead(product, {
    name: uniqueLeadName('Synced'),
    stripe_customer_id: 'practice_cus_heading',
    stripe_synced_at: '2026-03-30T12:00:00Z',
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openInbox(page);
  const badge = page.getByRole('article', { name: lead.name }).getByText('Synced on Mar 30, 2026');
  for (const width of [1440, 1280, 1920]) {
    await resize(page, width, 900);
    expect((await textRects(badge)).height, `${width} px`).toBeLessThan(24);
    const cut = await badge.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(cut, `${width} px`).toBeLessThanOrEqual(0);
  }
});

test('A-21 A-22 A-25 at every width, and on paper, the heading, the toolbar and a card keep their lines', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product, { name: uniqueLeadName('Geneviève-Alexandrine') });
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => void socket.close({ code: 1011 }));
  await openInbox(page);
  const card = page.getByRole('article', { name });
  await test.step('the heading keeps its width beside everything that can be shown there', async () => {
    await expect(page.getByText('Live updates paused')).toBeVisible();
    for (const width of [1440, 1190, 1024, 768]) {
      await resize(page, width, 900);
      for (const text of ['Messages', 'Manage conversations and qualify leads']) {
        const { height } = await textRects(page.locator('main').getByText(text, { exact: true }).first());
        expect(height, `${text} at ${width} px`).toBeLessThan(48);
      }
    }
  });
  await test.step('on a phone the badges are on one line, and the date beside the first line of a long name', async () => {
    await resize(page, 360, 740);
    const head = card.locator('header');
    const tops = await head
      .locator('.badge')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    const [title, time] = await Promise.all([
      head.locator('h2').boundingBox(),
      head.locator('time').boundingBox(),
    ]);
    if (!title || !time) throw new Error('not there');
    expect(title.height, 'the name has two lines').toBeGreaterThan(40);
    expect(time.y + time.height).toBeLessThan(title.y + title.height / 2 + 4);
  });
  await test.step('at 320 px the two switches are one row, the export and the list options the next', async () => {
    await resize(page, 320, 740);
    const rows = await page.locator('main div:has(> search) + div button').evaluateAll((all) => {
      const middles = all
        .map((one) => one.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ top, bottom }) => Math.round((top + bottom) / 2));
      return [...new Set(middles)].map((middle) => middles.filter((one) => one === middle).length);
    });
    expect(rows).toEqual([2, 2]);
  });
  await test.step('on paper there is no empty column, and the words use the width', async () => {
    await resize(page, 1280, 720);
    await page.emulateMedia({ media: 'print' });
    await expect(card.locator(':scope > :last-child')).toBeHidden();
    const [whole, words] = await Promise.all([
      card.boundingBox(),
      card.locator(':scope > :first-child').boundingBox(),
    ]);
    expect((whole?.width ?? 0) - (words?.width ?? 0)).toBeLessThan(12);
  });
});

test('P-174 without a network the inbox shows that it is not live, long before a heartbeat fails, and joins again once it is back @audit', async ({
  page,
  product,
  context,
}) => {
  const { id, name } = await makeLead(product, { name: uniqueLeadName('Offline') });
  await openInbox(page);
  await context.setOffline(true);
  // A heartbeat fails after up to 35 s, so this takes longer than usual.
  await expect(page.getByText('Live updates paused')).toBeVisible();
  await product.admin.from('leads').update({ status: 'qualified' }).eq('id', id).throwOnError();
  await context.setOffline(false);
  await expect(page.getByRole('article', { name }).locator('.badge').first()).toHaveText('Qualified');
  await expect(page.getByText('Live updates paused')).toHaveCount(0);
});
