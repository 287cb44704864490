import type { Page, Request } from '@playwright/test';
import { holdRequests } from '../product/hold-requests.ts';
import {
  leadCard,
  expect,
  uniqueLeadName,
  makeLead,
  signUpAccount,
  test,
  openLead,
} from '../product/staff.ts';

async function openReply(page: Page, search: string, name = search) {
  const card = await openLead(page, search, name);
  await expect(card).toBeVisible();
  return {
    card,
    box: card.getByPlaceholder('Type your reply here...'),
    send: card.getByRole('button', { name: 'Send Reply' }),
  };
}

test('P-115 P-116 P-125 P-157 A-19 a reply is the three calls of the specification; the lists are refetched; only this box is emptied', async ({
  page,
  product,
}) => {
  const first = uniqueLeadName('Ana');
  const name = `${first} A`;
  const neighbour = `${first} B`;
  const lead = await makeLead(product, { name, status: 'qualified' });
  await makeLead(product, { name: neighbour });
  // no live events, so the refetches come from the writing page itself
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, () => {});
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(first)}`);
  const card = leadCard(page, name);
  const other = leadCard(page, neighbour).getByPlaceholder('Type your reply here...');
  await other.fill('Not yet');
  await card.getByPlaceholder('Type your reply here...').fill('Thursday works.');

  const calls: Request[] = [];
  page.on('request', (request) => {
    if (/\/rest\/v1\/(leads|lead_messages)\?|\/rest\/v1\/lead_messages$/.test(request.url()))
      calls.push(request);
  });
  const release = await holdRequests(page, /\/rest\/v1\/lead_messages/, 'POST');
  await card.getByRole('button', { name: 'Send Reply' }).click();
  await expect(card.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await expect(card.getByRole('button', { name: 'Sending...' })).toBeFocused();
  await expect(card.getByRole('status')).toHaveText(`Sending your reply to ${name}`);
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByText('Reply Sent')).toBeVisible();
  await expect(page.getByText('Your message has been recorded')).toBeVisible();
  await expect(card.getByPlaceholder('Type your reply here...')).toHaveValue('');
  await expect(card.getByPlaceholder('Type your reply here...')).toBeFocused();
  await expect(other).toHaveValue('Not yet');
  await expect(card.getByText('2 messages')).toBeVisible();
  await expect(card.getByText('1 reply')).toBeVisible();
  await expect(card.locator('.badge').first()).toHaveText('Contacted');

  const selectOf = (call?: Request) => new URL(call?.url() ?? '').searchParams.get('select');
  const [insert, read, update, ...after] = calls;
  expect(insert?.method()).toBe('POST');
  expect(insert?.postDataJSON()).toEqual({
    lead_id: lead.id,
    message: 'Thursday works.',
    sender_type: 'admin',
  });
  expect(selectOf(read)).toBe('reply_count');
  expect(update?.method()).toBe('PATCH');
  const body = update?.postDataJSON() as Record<string, unknown>;
  expect(body).toEqual({ last_reply_at: expect.any(String), reply_count: 1, status: 'contacted' });
  expect(Math.abs(Date.parse(String(body['last_reply_at'])) - Date.now())).toBeLessThan(60_000);
  const refetched = (done: Request[]) =>
    ['/leads?', '/lead_messages?'].every((path) =>
      done.some((call) => call.url().includes(path) && call.method() === 'GET'),
    );
  expect(refetched(after)).toBe(true);

  calls.length = 0;
  await card.getByRole('combobox').selectOption('qualified');
  await expect.poll(() => refetched(calls.slice(1))).toBe(true);
  expect(calls[0]?.method()).toBe('PATCH');
});

test('A-19 a user who moves to the next lead while a reply is sent stays there @audit', async ({
  page,
  product,
}) => {
  const first = uniqueLeadName('Ana');
  const name = `${first} A`;
  await makeLead(product, { name });
  await makeLead(product, { name: `${first} B` });
  const { card, box, send } = await openReply(page, first, name);
  const other = leadCard(page, `${first} B`).getByPlaceholder('Type your reply here...');
  const release = await holdRequests(page, /\/rest\/v1\/lead_messages/, 'POST');
  await box.fill('Thursday works.');
  await send.click();
  await expect(card.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await other.fill('Mo');
  release();
  await expect(box).toHaveValue('');
  await page.keyboard.type('nday');
  await expect(other).toHaveValue('Monday');
});

test('P-117 a failed reply keeps its text and shows the reason; a retry creates one message @audit', async ({
  page,
  product,
  account,
}) => {
  const name = uniqueLeadName();
  const lead = await makeLead(product, { name });
  const { card, box, send } = await openReply(page, name);
  await page.route(/\/rest\/v1\/leads\?id=/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 403,
          json: { code: '42501', message: 'The lead is locked', details: null, hint: null },
        })
      : route.continue(),
  );
  await box.fill('Only once, please.');
  await send.click();
  const toast = page.locator('.toast[data-variant="destructive"]');
  await expect(toast).toContainText('Failed to Send');
  await expect(toast).toContainText('The lead is locked');
  await expect(box).toHaveValue('Only once, please.');
  await page.unroute(/\/rest\/v1\/leads\?id=/);
  await send.click();
  await expect(page.getByText('Reply Sent')).toBeVisible();
  await expect(card.getByText('1 reply')).toBeVisible();
  const { data } = await product.admin.from('lead_messages').select('author_id').eq('lead_id', lead.id);
  expect(data).toEqual([{ author_id: account.session.user.id }]);
});

test('P-118 P-158 A-14 G-7 the selector, which names the lead, changes a status with one update; a refused change is undone with a message', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName();
  const lead = await makeLead(product, { name });
  const { card } = await openReply(page, name);
  const select = card.getByRole('combobox', { name: `Status for ${name}` });
  const badge = card.locator('.badge').first();
  const words = ['New', 'Contacted', 'In Conversation', 'Qualified', 'Not Interested'];
  const values = ['new', 'contacted', 'in_conversation', 'qualified', 'not_interested'];
  await expect(select.getByRole('option')).toHaveText(words);
  // the database lets any follow any other
  for (const [index, to] of [...values.slice(1), 'new'].entries()) {
    await expect(badge).toHaveText(words[index] ?? '');
    const [request] = await Promise.all([
      page.waitForRequest(
        (r) => r.method() === 'PATCH' && (r.postDataJSON() as { status: string }).status === to,
      ),
      select.selectOption(to),
    ]);
    expect(request.postDataJSON()).toEqual({ status: to });
    expect(new URL(request.url()).searchParams.get('id')).toBe(`eq.${lead.id}`);
  }
  await expect(page.getByRole('status').filter({ hasText: `Status of ${name}` })).toBeAttached();
  await expect(page.locator('.toast')).toHaveCount(0);

  await expect(badge).toHaveText('New');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/rest\/v1\/leads\?id=/, async (route) => {
    await held;
    await route.fulfill({
      status: 403,
      json: { code: '42501', message: 'Not allowed here', details: null, hint: null },
    });
  });
  await select.selectOption('qualified');
  await expect(badge).toHaveText('Qualified');
  release();
  const toast = page.locator('.toast[data-variant="destructive"]');
  await expect(toast).toContainText('Error');
  await expect(toast).toContainText('Not allowed here');
  await expect(badge).toHaveText('New');
  await expect(select).toHaveValue('new');
});

test('G-10 G-40 when two colleagues reply at once, both replies count, and each sees who sent the other one', async ({
  page,
  product,
  account,
}) => {
  const name = uniqueLeadName();
  const lead = await makeLead(product, { name });
  const colleague = await signUpAccount(product, 'Joss Whitfield');
  const { card, box, send } = await openReply(page, name);
  await box.fill('Mine.');
  // Both have read the same number of replies before either writes it back.
  const release = await holdRequests(page, /\/rest\/v1\/leads\?/, 'PATCH');
  const writes = page.waitForRequest((request) => request.method() === 'PATCH');
  await send.click();
  await writes;
  await colleague.client
    .from('lead_messages')
    .insert({ lead_id: lead.id, message: 'Theirs.', sender_type: 'admin' })
    .throwOnError();
  release();
  await colleague.client.from('leads').update({ reply_count: 1, status: 'contacted' }).eq('id', lead.id);
  await expect(page.getByText('Reply Sent')).toBeVisible();
  const { data } = await product.admin.from('leads').select('reply_count').eq('id', lead.id).single();
  expect(data?.reply_count).toBe(2);

  await page.reload();
  await expect(card.getByText('2 replies')).toBeVisible();
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  const entry = (text: string) => card.getByRole('listitem').filter({ hasText: text });
  await expect(entry('Theirs.')).toContainText('You sent by Joss Whitfield');
  await expect(entry('Mine.')).toContainText('You');
  await expect(entry('Mine.')).not.toContainText('sent by');
  expect(account.session.user.id).not.toBe(colleague.session.user.id);
});
