// How the cards and the toolbar of the inbox are laid out.
import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/staff.ts';

async function openAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Leads' })).toHaveAttribute('aria-busy', 'false');
}

test('B-444 every card has 12 px around its contents, and from 640 px on its badges are beside the name', async ({
  page,
}) => {
  for (const width of sampleMatrix([390, 1024], [640, 768, 1440])) {
    await openAt(page, width);
    const faults = await page.getByRole('article').evaluateAll(
      (cards, isPhone) =>
        cards.slice(0, 6).flatMap((card) => {
          card.scrollIntoView();
          const box = card.getBoundingClientRect();
          const { borderLeftWidth, borderRightWidth } = getComputedStyle(card);
          const name = card.querySelector('h2')!;
          const parts = [...card.querySelectorAll('h2, .badge, time, p, li, .input, .button, button')];
          const boxes = parts
            .filter((part) => part.checkVisibility())
            .map((part) => part.getBoundingClientRect());
          const space = {
            left: Math.min(...boxes.map(({ left }) => left)) - box.left - Number.parseFloat(borderLeftWidth),
            right:
              box.right - Number.parseFloat(borderRightWidth) - Math.max(...boxes.map(({ right }) => right)),
            top: Math.min(...boxes.map(({ top }) => top)) - box.top,
            bottom: box.bottom - Math.max(...boxes.map(({ bottom }) => bottom)),
          };
          const tight = Object.entries(space).filter(([, px]) => px < 11);
          const below = [...card.querySelectorAll('header .badge')].filter(
            (badge) => badge.getBoundingClientRect().top > name.getBoundingClientRect().bottom - 4,
          );
          return [
            ...tight.map(([side, px]) => `${name.textContent}: ${px} px ${side}`),
            ...(isPhone ? [] : below.map((badge) => `below ${name.textContent}: ${badge.textContent}`)),
          ];
        }),
      width < 640,
    );
    expect(faults, `at ${width} px`).toEqual([]);
  }
});

test('B-444 the three tools of the toolbar are in one row, with words where there is room', async ({
  page,
  context,
  baseURL,
}) => {
  const tools = ['Export CSV', 'List options', 'Select leads'].map((name) =>
    page.locator('main div:has(> div > search)').getByRole('button', { name }),
  );
  const cookie = { name: 'sidebar_state', value: 'false', url: `${baseURL}/dashboard` };
  await context.addCookies([cookie]);
  for (const [width, hasWords] of sampleMatrix<[width: number, hasWords: boolean]>(
    [
      [640, false],
      [1440, true],
    ],
    [
      [768, false],
      [1024, false],
      [1920, true],
    ],
  )) {
    await openAt(page, width);
    const boxes = await Promise.all(tools.map((tool) => tool.boundingBox()));
    expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size, `at ${width} px`).toBe(1);
    const needsReply = await page.getByRole('button', { name: 'Needs a reply' }).boundingBox();
    expect(Math.abs((boxes[0]?.y ?? 0) - (needsReply?.y ?? 0)), `at ${width} px`).toBeLessThan(4);
    for (const [i, word] of ['Export CSV', 'Options', 'Select'].entries()) {
      const box = await tools[i]?.getByText(word, { exact: true }).boundingBox();
      expect((box?.width ?? 0) > 20, `${word} at ${width} px`).toBe(hasWords);
    }
  }
});
