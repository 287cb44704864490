import type { Locator, Page } from '@playwright/test';
import { makeOrdinaryLeads } from './make-ordinary-leads.ts';
import { expect, makeLead, signUpAccount, openAs, test } from '../product/staff.ts';
import { formerTaskCosts, ActionCounter, type InboxTask } from './task-costs.ts';

const placeholder = 'Type your reply here...';

async function openInbox(page: Page): Promise<void> {
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article')).toHaveCount(50);
}

async function readThread(hand: ActionCounter, card: Locator): Promise<void> {
  await hand.click(card.getByRole('button', { name: 'Conversation Thread' }));
  await expect(card.getByRole('listitem').getByText('Do you take on one-page sites?').first()).toBeVisible();
}

/** Counts the actions of a hand for each task. */
function countTasks(page: Page) {
  const costs = new Map<InboxTask, number>();
  async function countTask(task: InboxTask, way: (hand: ActionCounter) => Promise<void>): Promise<void> {
    const hand = new ActionCounter(page);
    await way(hand);
    costs.set(task, hand.actions.length);
  }
  return { costs, countTask };
}

/** The steps of commit 25969476, which must still be possible at the same cost. */
async function goFormerWays(page: Page, name: string): Promise<Map<InboxTask, number>> {
  const { costs, countTask } = countTasks(page);
  const cards = page.getByRole('article');
  const card = page.getByRole('article', { name });
  await openInbox(page);

  await countTask('find a lead by name', async (hand) => {
    await hand.click(page.getByLabel('Search leads'));
    await hand.write(name);
    await expect(cards).toHaveCount(1);
  });
  await countTask('read its thread', (hand) => readThread(hand, card));
  await countTask('answer it', async (hand) => {
    await hand.click(card.getByPlaceholder(placeholder));
    await hand.write('Thursday works.');
    await hand.press('Control+Enter');
    await expect(card.getByText('1 reply')).toBeVisible();
  });
  await countTask('change a status', async (hand) => {
    await hand.choose(card.getByRole('combobox'), 'Qualified');
    await expect(card.locator('.badge').first()).toHaveText('Qualified');
  });

  await openInbox(page);
  await countTask('answer the oldest waiting one', async (hand) => {
    await hand.click(page.getByRole('button', { name: 'Needs a reply' }));
    await expect(page).toHaveURL(/needs=reply/);
    await expect(page.locator('[data-leads][aria-busy=false]')).toBeAttached();
    const more = page.getByRole('button', { name: 'Load more leads' });
    await hand.press('End');
    await hand.click(more);
    await expect.poll(() => cards.count()).toBeGreaterThan(50);
    await expect(page.locator('[data-leads][aria-busy=false]')).toBeAttached();
    await expect(more).toHaveCount(0);
    await hand.press('End');
    await hand.click(cards.last().getByPlaceholder(placeholder));
    await hand.write('Sorry for the wait.');
    await hand.press('Control+Enter');
    await expect(cards.last().locator('.badge').first()).toHaveText('Contacted');
  });
  await countTask('go to the next waiting one', async (hand) => {
    const next = cards.nth(-2).getByPlaceholder(placeholder);
    await hand.click(next);
    await expect(next).toBeFocused();
  });

  await openInbox(page);
  await countTask('show only new ones', async (hand) => {
    await hand.choose(page.getByLabel('Filter by status'), 'New');
    await expect(page).toHaveURL(/status=new/);
  });
  return costs;
}

/** The cheapest steps that are possible now. */
async function goPresentWays(page: Page, name: string): Promise<Map<InboxTask, number>> {
  const { costs, countTask } = countTasks(page);
  const cards = page.getByRole('article');
  const card = page.getByRole('article', { name });
  await openInbox(page);

  await countTask('find a lead by name', async (hand) => {
    await hand.press('/');
    await expect(page.getByLabel('Search leads')).toBeFocused();
    await hand.write(name);
    await expect(cards).toHaveCount(1);
  });
  await countTask('read its thread', (hand) => readThread(hand, card));
  await countTask('answer it', async (hand) => {
    await hand.press('r');
    await expect(card.getByPlaceholder(placeholder)).toBeFocused();
    await hand.write('Thursday works.');
    await hand.press('Control+Enter');
    await expect(card.getByText('1 reply')).toBeVisible();
  });
  await card.getByRole('heading', { level: 2 }).focus();
  await countTask('change a status', async (hand) => {
    await hand.press('s');
    await expect(card.locator('select[name=status]')).toBeFocused();
    await hand.press('q');
    await expect(card.locator('.badge').first()).toHaveText('Qualified');
  });

  await openInbox(page);
  const box = page.locator('textarea:focus');
  await countTask('answer the oldest waiting one', async (hand) => {
    await hand.press('w');
    await expect(cards.first().locator('textarea:focus')).toBeAttached();
    await hand.write('Sorry for the wait.');
    // this also goes to the next one
    await hand.press('Control+Shift+Enter');
    await expect(cards.nth(1).locator('textarea:focus')).toBeAttached();
  });
  await countTask('go to the next waiting one', async () => {
    await expect(box).toHaveValue('');
  });

  const view = 'Only new';
  await page.goto('/dashboard/messages?status=new');
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByLabel('View name').fill(view);
  await page.getByRole('button', { name: 'Save this view' }).click();
  await expect(page.getByRole('button', { name: `Rename ${view}` })).toBeVisible();
  await openInbox(page);
  await countTask('show only new ones', async (hand) => {
    await hand.click(page.getByRole('link', { name: view }));
    await expect(page).toHaveURL(/status=new/);
  });
  return costs;
}

test('B-101 the frequent tasks need at most two thirds of the former steps, and none needs more @audit', async ({
  ownProduct,
  newContext,
}) => {
  await makeOrdinaryLeads(ownProduct, 120);
  const { name } = await makeLead(ownProduct);
  const page = await openAs(newContext, ownProduct, await signUpAccount(ownProduct));
  const costs = await goFormerWays(page, name);
  const counted = Object.entries(formerTaskCosts).filter(([, cost]) => cost !== null);
  expect(Object.fromEntries(costs)).toEqual(Object.fromEntries(counted));

  const other = await makeLead(ownProduct);
  const present = await goPresentWays(page, other.name);
  for (const [task, cost] of present) expect(cost, task).toBeLessThanOrEqual(costs.get(task) ?? 0);
  const [before, now] = [costs, present].map((all) => [...all.values()].reduce((sum, cost) => sum + cost, 0));
  expect(present.size).toBe(costs.size);
  test.info().annotations.push({ type: 'sum', description: `${before} before, ${now} now` });
  expect(now).toBeLessThanOrEqual(((before ?? 0) * 2) / 3);
});
