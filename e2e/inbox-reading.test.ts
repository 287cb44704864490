import { expect, freshName, makeLead, signUpAccount, storedSession, test } from './staff.ts';
import type { Page } from '@playwright/test';

function cardOf(page: Page, name: string) {
  return page.getByRole('article', { name });
}

test('P-105 P-106 P-107 the screen, its search and its five filters', async ({ page }) => {
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(page.getByText('Manage conversations and qualify leads')).toBeVisible();
  await expect(page.getByPlaceholder('Search by name, email, or company...')).toBeVisible();
  await expect(page.getByLabel('Filter by status').getByRole('option')).toHaveText([
    'All Status',
    'New',
    'Contacted',
    'In Conversation',
    'Qualified',
  ]);
});

test('P-108 P-155 P-179 one card a lead, newest first, read with the related service, bounded', async ({
  page,
  product,
}) => {
  const [leads, messages] = await Promise.all([
    page.waitForRequest(/\/rest\/v1\/leads\?/),
    page.waitForRequest(/\/rest\/v1\/lead_messages\?/),
    page.goto('/dashboard/messages'),
  ]);
  const asked = new URL(leads.url()).searchParams;
  expect(asked.get('select')).toBe('*,services(name)');
  expect(asked.get('order')).toBe('created_at.desc,id.desc');
  expect(Number(asked.get('limit'))).toBeLessThanOrEqual(51);
  expect(new URL(messages.url()).searchParams.get('order')).toBe('created_at.asc,id.asc');
  const { data } = await product
    .admin()
    .from('leads')
    .select('name')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(50);
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(
    (data ?? []).map(({ name }) => name),
  );
});

test('P-109 P-110 P-119 P-177 G-13 G-47 a card’s badges, date, contact links and service', async ({
  page,
  product,
}) => {
  const { data: service } = await product.admin().from('services').select('id, name').limit(1).single();
  const name = freshName('Étienne');
  const lead = await makeLead(product, {
    name,
    email: 'etienne@quillwater.example',
    phone: '+1 (604) 555-0112',
    company: 'Quillwater Law',
    service_id: service?.id ?? null,
  });
  await product.admin().from('leads').update({ created_at: '2025-01-05T17:30:00Z' }).eq('id', lead.id);
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const card = cardOf(page, name);
  await expect(card.locator('.badge')).toHaveText(['New', '1 message', '0 replies']);
  await expect(card.locator('.badge').first()).toHaveAttribute('data-variant', 'default');
  await expect(card.getByText(`Interested in: ${service?.name}`)).toBeVisible();
  const time = card.locator('header time');
  await expect(time).toHaveText('Jan 5, 2025');
  expect(Date.parse((await time.getAttribute('datetime')) ?? '')).toBe(Date.parse('2025-01-05T17:30:00Z'));
  await expect(card.getByRole('link', { name: 'etienne@quillwater.example' })).toHaveAttribute(
    'href',
    'mailto:etienne@quillwater.example',
  );
  await expect(card.getByRole('link', { name: '+1 (604) 555-0112' })).toHaveAttribute(
    'href',
    'tel:+16045550112',
  );
  await expect(card.getByText('Quillwater Law')).toBeVisible();

  for (const [status, word, variant] of [
    ['contacted', 'Contacted', 'secondary'],
    ['in_conversation', 'In Conversation', 'secondary'],
    ['qualified', 'Qualified', 'outline'],
    ['not_interested', 'Not Interested', 'secondary'],
    ['on_hold', 'On hold', 'secondary'],
  ]) {
    await product
      .admin()
      .from('leads')
      .update({ status: status ?? '' })
      .eq('id', lead.id);
    await page.reload();
    await expect(card.locator('.badge').first()).toHaveText(word ?? '');
    await expect(card.locator('.badge').first()).toHaveAttribute('data-variant', variant ?? '');
  }
});

test('P-111 P-112 P-177 G-12 A-15 the thread opens on its button: first message first, “You” and the lead’s name', async ({
  page,
  product,
}) => {
  const name = freshName();
  const lead = await makeLead(product, { name, message: 'The first words' });
  for (const [message, sender_type, created_at] of [
    ['Later words of the lead', 'lead', '2026-11-19T15:00:00Z'],
    ['Our answer', 'admin', '2026-11-18T15:00:00Z'],
  ] as const) {
    await product
      .admin()
      .from('lead_messages')
      .insert({ lead_id: lead.id, message, sender_type, created_at });
  }
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const card = cardOf(page, name);
  await expect(card.getByText('3 messages')).toBeVisible();
  const toggle = card.getByRole('button', { name: /^Conversation Thread/ });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(card.getByRole('list').filter({ hasText: 'Our answer' })).toBeHidden();
  await expect(card.getByPlaceholder('Type your reply here...')).toBeVisible();
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const thread = card.locator(`[id="${await toggle.getAttribute('aria-controls')}"]`);
  const entries = thread.getByRole('listitem');
  await expect(entries).toHaveCount(3);
  for (const [place, words] of [
    [name, 'The first words'],
    ['You', 'Our answer', 'Nov 18, 2026, 10:00 AM'],
    [name, 'Later words of the lead', 'Nov 19, 2026, 10:00 AM'],
  ].entries()) {
    for (const word of words) await expect(entries.nth(place)).toContainText(word);
    await expect(entries.nth(place).locator('time')).toHaveAttribute('datetime', /T/);
  }
  await page.keyboard.press('Enter');
  await expect(thread).toBeHidden();
});

test('G-14 a lead without a message says so and counts replies only', async ({ page, product }) => {
  const name = freshName();
  await makeLead(product, { name, message: null });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const card = cardOf(page, name);
  await expect(card.getByText('0 messages')).toBeVisible();
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await expect(card.getByText('No message was included.')).toBeVisible();
});

test('P-106 A-20 search: any letter case, name, e-mail and company, never the phone; the result is announced', async ({
  page,
  product,
}) => {
  const name = freshName('Zoë');
  const token = name.split(' ').at(-1) ?? '';
  await makeLead(product, {
    name,
    email: `${token}@mail.example`,
    company: `Harbour 50% ${token}`,
    phone: '604-555-0199',
  });
  await page.goto('/dashboard/messages');
  const search = page.getByPlaceholder('Search by name, email, or company...');
  for (const term of [name.toUpperCase(), `${token}@MAIL`, `harbour 50% ${token}`]) {
    await search.fill(term);
    await expect(page).toHaveURL(new RegExp(`search=`));
    await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeAttached();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(search).toBeFocused();
  }
  await search.fill('604-555-0199');
  await expect(page.getByText('No messages match your filters.')).toBeVisible();
  await search.fill(`harbour 5_% ${token}`);
  await expect(page).toHaveURL(/search=harbour\+5_/);
  await expect(page.getByText('No messages match your filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and status' }).click();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/messages$/);
  await expect(cardOf(page, name)).toBeVisible();
});

test('a search still being typed never comes back after it was cleared', async ({ page }) => {
  await page.goto('/dashboard/messages?search=zzzz');
  const search = page.getByPlaceholder('Search by name, email, or company...');
  await search.fill('zzzzz');
  await page.getByRole('button', { name: 'Clear search and status' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/messages$/);
});

test('P-107 G-8 the filter shows one status; Not Interested has a switch of its own; both live in the address', async ({
  page,
}) => {
  await page.goto('/dashboard/messages');
  await page.getByLabel('Filter by status').selectOption({ label: 'Qualified' });
  await expect(page).toHaveURL(/status=qualified/);
  const badges = page.getByRole('article').locator('.lead-head .badge:first-of-type');
  await expect(badges.first()).toHaveText('Qualified');
  expect(new Set(await badges.allTextContents())).toEqual(new Set(['Qualified']));
  await page.reload();
  await expect(page.getByLabel('Filter by status')).toHaveValue('qualified');
  const only = page.getByRole('button', { name: 'Not interested only' });
  await only.click();
  await expect(only).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/status=not_interested/);
  await expect(badges.first()).toHaveText('Not Interested');
  await only.click();
  await expect(page).toHaveURL(/\/messages$/);
});

test('P-124 the three texts: loading, nothing found, nothing there', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/rest\/v1\/leads\?/, async (route) => {
    await held;
    await route.fulfill({ json: [] });
  });
  await page.goto('/dashboard/messages');
  await expect(page.getByText('Loading messages...')).toBeVisible();
  release();
  await expect(
    page.getByText('No messages yet. They will appear here when someone submits a contact form.'),
  ).toBeVisible();
  await page.getByLabel('Filter by status').selectOption({ label: 'Contacted' });
  await expect(page.getByText('No messages match your filters.')).toBeVisible();
});

test('G-9 pages of fifty: the next ones come when asked for, none twice, none missing', async ({
  ownProduct,
  browser,
}) => {
  const began = Date.parse('2026-01-01T00:00:00Z');
  const rows = Array.from({ length: 120 }, (_, place) => ({
    name: `Paged Person ${String(place).padStart(3, '0')}`,
    email: `paged-${place}@example.com`,
    // Every third shares its moment with its neighbours, so that the id has to decide.
    created_at: new Date(began + Math.floor(place / 3) * 60_000).toISOString(),
  }));
  const { error } = await ownProduct.admin().from('leads').insert(rows);
  expect(error).toBeNull();
  const context = await browser.newContext({
    baseURL: ownProduct.url,
    storageState: storedSession(ownProduct, await signUpAccount(ownProduct)),
  });
  const page = await context.newPage();
  for (const search of ['', '?search=paged']) {
    await page.goto(`/dashboard/messages${search}`);
    await expect(page.getByRole('article')).toHaveCount(50);
    const more = page.getByRole('button', { name: 'Load more leads' });
    await more.click();
    await expect(page.getByRole('article')).toHaveCount(100);
    await more.click();
    const paged = page.getByRole('article').getByRole('heading', { level: 2, name: /^Paged Person/ });
    await expect(paged).toHaveCount(120);
    expect(new Set(await paged.allTextContents()).size).toBe(120);
    await expect(page.getByRole('button', { name: /more/ })).toHaveCount(0);
  }
});
