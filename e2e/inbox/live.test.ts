import type { Locator, Page } from '@playwright/test';
import { holdRequests } from '../product/hold-requests.ts';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import {
  leadCard,
  expect,
  uniqueLeadName,
  makeLead,
  signUpAccount,
  test,
  type Account,
  openLead,
} from '../product/staff.ts';

/** Opens the inbox and waits until it receives live events, after which it reads once more. */
async function openLive(page: Page, search = ''): Promise<void> {
  const joined = page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) =>
        ['realtime:inbox', 'Subscribed to PostgreSQL'].every((word) => String(payload).includes(word)),
    }),
  );
  await page.goto(`/dashboard/messages${search}`);
  await joined;
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** The vertical position in the window, in pixels. */
async function topOf(target: Locator): Promise<number> {
  return (await target.boundingBox())?.y ?? Number.NaN;
}

/** Sends a colleague's reply with the three calls that any client may make. */
async function replyAs({ client }: Account, leadId: string, message: string): Promise<void> {
  await client
    .from('lead_messages')
    .insert({ lead_id: leadId, message, sender_type: 'admin' })
    .throwOnError();
  await client
    .from('leads')
    .update({ reply_count: 1, status: 'contacted', last_reply_at: new Date().toISOString() })
    .eq('id', leadId)
    .throwOnError();
}

test('A-20 a new lead is announced at once and politely; it is added after a press, below the focus, and nothing moves before', async ({
  page,
  product,
}) => {
  const first = await makeLead(product);
  await openLive(page);
  const box = leadCard(page, first.name).getByPlaceholder('Type your reply here...');
  await box.fill('Half a sen');
  const before = await box.boundingBox();
  const name = uniqueLeadName('Noor');
  await product
    .visitor()
    .from('leads')
    .insert({ name, email: 'noor@roy.example', message: 'Is this live?' })
    .throwOnError();
  const show = page.getByRole('button', { name: `1 new lead: ${name}` });
  await expect(show).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `1 new lead: ${name}` })).toBeAttached();
  expect(await box.boundingBox()).toEqual(before);
  await expect(box).toBeFocused();
  expect(await findAxeProblems(page, [390, 1280], '.button[data-variant=buff]')).toEqual([]);
  // noticeable in another tab, and at any scroll position
  await expect(page).toHaveTitle(/^\(1\) Messages/);
  await page.mouse.wheel(0, 700);
  await expect(show).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, -700);
  await expect(leadCard(page, name)).toHaveCount(0);
  await show.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name })).toBeFocused();
  await expect(page.getByRole('article').first()).toContainText(name);
  await expect(show).toHaveCount(0);
  await expect(page).toHaveTitle(/^Messages/);
  await expect(box).toHaveValue('Half a sen');
});

test('A-20 a user who continues to write while new leads are fetched keeps the focus @audit', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product);
  await openLive(page);
  const later = await makeLead(product, { name: uniqueLeadName('Later') });
  const show = page.getByRole('button', { name: `1 new lead: ${later.name}` });
  await expect(show).toBeVisible();
  const release = await holdRequests(page, /\/rest\/v1\/lead_messages\?/);
  await show.click();
  const box = leadCard(page, name).getByPlaceholder('Type your reply here...');
  await box.fill('While it');
  release();
  await expect(leadCard(page, later.name)).toBeVisible();
  await page.keyboard.type(' loads');
  await expect(box).toHaveValue('While it loads');
});

test('A-20 changes by colleagues never move the focus of a user who focused nothing @audit', async ({
  page,
  product,
}) => {
  const { id, name } = await makeLead(product);
  await openLive(page, `?search=${encodeURIComponent(name)}`);
  const card = leadCard(page, name);
  await card.getByPlaceholder('Type your reply here...').click();
  // outside of everything that can be focused
  await page
    .getByRole('complementary')
    .or(page.getByRole('banner'))
    .first()
    .click({ position: { x: 2, y: 2 } });
  await expect(page.locator(':focus')).toHaveCount(0);
  await product.admin.from('leads').update({ status: 'qualified' }).eq('id', id).throwOnError();
  await expect(card.locator('.badge').first()).toHaveText('Qualified');
  await expect(page.locator(':focus')).toHaveCount(0);
});

test('G-40 a colleague’s reply and status show in place, in an open thread too, and move nothing under the pointer @audit', async ({
  page,
  product,
}) => {
  const shared = uniqueLeadName();
  const lower = await makeLead(product, { name: `${shared} lower` });
  const upper = await makeLead(product, { name: `${shared} upper` });
  const colleague = await signUpAccount(product, 'Joss Whitfield');
  await openLive(page, `?search=${encodeURIComponent(shared)}`);
  const card = leadCard(page, upper.name);
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  // everything that an open card fetches
  await expect(card.getByRole('listitem').filter({ hasText: upper.message ?? '' })).toBeVisible();
  await expect(card.getByText('You may email them about this inquiry')).toBeVisible();
  const target = leadCard(page, lower.name).getByRole('button', { name: /^Conversation Thread/ });
  await target.hover();
  const before = await topOf(target);

  await replyAs(colleague, upper.id, 'I have this one.');
  const entry = card.getByRole('listitem').filter({ hasText: 'I have this one.' });
  await expect(entry).toContainText('sent by Joss Whitfield');
  await expect(card.locator('.badge').first()).toHaveText('Contacted');
  await expect(card.getByText('1 reply')).toBeVisible();
  await expect(card.getByRole('combobox')).toHaveValue('contacted');
  await expect(
    page.getByRole('status').filter({ hasText: /A colleague replied to|Status of/ }),
  ).toBeAttached();
  expect(Math.abs((await topOf(target)) - before)).toBeLessThanOrEqual(1);

  await product.admin
    .from('lead_messages')
    .insert({ lead_id: lower.id, message: 'Thank you!', sender_type: 'lead' });
  await expect(leadCard(page, lower.name).getByText('Thank you!')).toBeVisible();
  await expect(leadCard(page, lower.name).getByText('2 messages')).toBeVisible();
});

test('a lead outside the filter is not announced; one inside it is', async ({ page, product }) => {
  const name = uniqueLeadName('Zoë');
  await makeLead(product, { name: `${name} one` });
  await openLive(page, `?search=${encodeURIComponent(name)}&status=new`);
  await makeLead(product, { name: uniqueLeadName('Elsewhere') });
  const second = await makeLead(product, { name: `${name} two` });
  await expect(page.getByRole('button', { name: `1 new match: ${second.name}` })).toBeVisible();
});

test('after a lost connection, changes of that time are fetched, and a reply written during it is kept @audit', async ({
  page,
  product,
  context,
}) => {
  const { id, name } = await makeLead(product);
  let cut = (): void => undefined;
  let lines = 0;
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    const server = socket.connectToServer();
    lines += 1;
    cut = () => void Promise.all([socket.close({ code: 1001 }), server.close()]);
  });
  const card = await openLead(page, name);
  await card.getByPlaceholder('Type your reply here...').fill('Written without a line');
  await expect.poll(() => lines).toBe(1);
  await context.setOffline(true);
  cut();
  await expect(page.getByText('Live updates paused')).toBeVisible();
  await card.getByRole('button', { name: 'Send Reply' }).click();
  const failed = page.locator('.toast[data-variant=destructive]').filter({ hasText: 'Failed to Send' });
  await expect(failed).toContainText("We couldn't reach the server.");
  await product.admin.from('leads').update({ status: 'qualified' }).eq('id', id).throwOnError();
  await context.setOffline(false);
  await expect(card.locator('.badge').first()).toHaveText('Qualified', { timeout: 20_000 });
  await expect(page.getByText('Live updates paused')).toHaveCount(0);
  await card.getByRole('button', { name: 'Send Reply' }).click();
  await expect(page.getByText('Reply Sent')).toBeVisible();
  await expect(card.getByText('1 reply')).toBeVisible();
});

test('leaving the inbox leaves its channel; coming back joins it again @audit', async ({ page }) => {
  const opened = page.waitForEvent('websocket');
  await openLive(page);
  const socket = await opened;
  function sent(event: string): Promise<unknown> {
    return socket.waitForEvent('framesent', {
      predicate: ({ payload }) => [event, 'realtime:inbox'].every((word) => String(payload).includes(word)),
    });
  }
  const left = sent('phx_leave');
  await page.getByRole('link', { name: 'Media' }).click();
  await left;
  const rejoined = sent('phx_join');
  await page.goBack();
  await rejoined;
});
