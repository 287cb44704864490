import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, uniqueLeadName, makeLead, test, openLead } from '../product/staff.ts';

test('P-105 P-106 P-107 P-108 P-155 P-179 G-8 the inbox has one card for each lead, newest first, a search that never comes back once cleared, and a filter of five statuses in its address', async ({
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
  const { data } = await product.admin
    .from('leads')
    .select('name')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(50);
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(
    (data ?? []).map(({ name }) => name),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(page.getByText('Manage conversations and qualify leads')).toBeVisible();
  const filter = page.getByLabel('Filter by status');
  await expect(filter.getByRole('option')).toHaveText([
    'All Status',
    'New',
    'Contacted',
    'In Conversation',
    'Qualified',
  ]);

  await filter.selectOption({ label: 'Qualified' });
  await expect(page).toHaveURL(/status=qualified/);
  const badges = page.getByRole('article').locator('header .badge:first-of-type');
  // the first card may be an old one until the list has changed
  await expect.poll(async () => [...new Set(await badges.allTextContents())]).toEqual(['Qualified']);
  await page.reload();
  await expect(filter).toHaveValue('qualified');
  const only = page.getByRole('button', { name: 'Not interested only' });
  await only.click();
  await expect(only).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/status=not_interested/);
  await expect(badges.first()).toHaveText('Not Interested');
  await only.click();
  await expect(page).toHaveURL(/\/messages$/);

  const search = page.getByPlaceholder('Search by name, email, or company...');
  await search.fill('zzzz');
  await expect(page).toHaveURL(/search=zzzz$/);
  await search.fill('zzzzz');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/messages$/);
});

test('P-109 P-110 P-119 P-177 G-13 G-15 G-22 G-47 a card’s badges, date, contact links and service', async ({
  page,
  product,
}) => {
  const { data: service } = await product.admin.from('services').select('id, name').limit(1).single();
  const name = uniqueLeadName('Étienne');
  const lead = await makeLead(product, {
    name,
    email: 'etienne@quillwater.example',
    phone: '+1 (604) 555-0112',
    company: 'Quillwater Law',
    service_id: service?.id ?? null,
  });
  await product.admin.from('leads').update({ created_at: '2025-01-05T17:30:00Z' }).eq('id', lead.id);
  const card = await openLead(page, name);
  await expect(card.locator('header .badge')).toHaveText(['New', '1 message', '0 replies']);
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
  const company = card.getByRole('listitem').filter({ hasText: 'Quillwater Law' });
  // shown beside its icon, read out with its label
  await expect(company).toHaveText('Company: Quillwater Law');

  for (const [status, word, variant] of sampleMatrix(
    [
      ['qualified', 'Qualified', 'outline'],
      ['on_hold', 'On hold', 'secondary'],
    ],
    [
      ['contacted', 'Contacted', 'secondary'],
      ['in_conversation', 'In Conversation', 'secondary'],
      ['not_interested', 'Not Interested', 'secondary'],
      ['', 'New', 'default'],
    ],
  )) {
    await product.admin
      .from('leads')
      .update({ status: status ?? '' })
      .eq('id', lead.id);
    await page.reload();
    await expect(card.locator('.badge').first()).toHaveText(word ?? '');
    await expect(card.locator('.badge').first()).toHaveAttribute('data-variant', variant ?? '');
  }
});

// Times of a thread are in the agency's time zone, which differs from the viewer's.
test.describe('in Halifax', () => {
  test.use({ timezoneId: 'America/Halifax' });

  test('P-111 P-112 P-177 G-12 G-22 A-15 the button opens the thread with the first message first, and names of “You” and the lead', async ({
    page,
    product,
  }) => {
    const name = uniqueLeadName();
    const lead = await makeLead(product, { name, message: 'The first words' });
    for (const [message, sender_type, created_at] of [
      ['Later words of the lead', 'prospect', '2026-11-19T15:00:00Z'],
      ['Our answer', 'admin', '2026-11-18T15:00:00Z'],
    ] as const) {
      await product.admin
        .from('lead_messages')
        .insert({ lead_id: lead.id, message, sender_type, created_at });
    }
    const card = await openLead(page, name);
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
    for (const [index, words] of [
      [name, 'The first words'],
      ['You', 'Our answer', 'Nov 18, 2026, 10:00 a.m.'],
      [name, 'Later words of the lead', 'Nov 19, 2026, 10:00 a.m.'],
    ].entries()) {
      for (const word of words) await expect(entries.nth(index)).toContainText(word);
      await expect(entries.nth(index).locator('time')).toHaveAttribute('datetime', /T/);
    }
    await page.keyboard.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(thread).toBeHidden();
    // closed, nothing in it takes the focus
    await page.keyboard.press('Tab');
    await expect(card.getByRole('button', { name: /^More/ })).toBeFocused();
  });
});

test('G-14 a lead without a message states this and counts only replies', async ({ page, product }) => {
  const name = uniqueLeadName();
  await makeLead(product, { name, message: null, email: 'a@roy.example', phone: '604-555-0112' });
  const card = await openLead(page, name);
  await expect(card.getByText('0 messages')).toBeVisible();
  await expect(card.getByText('Interested in:')).toHaveCount(0);
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await expect(card.getByText('No message was included.')).toBeVisible();

  // on a phone, contacts that start a line are separate words too
  await page.setViewportSize({ width: 390, height: 844 });
  const email = await card.getByRole('listitem').filter({ hasText: 'a@roy.example' }).boundingBox();
  const phone = await card.getByRole('listitem').filter({ hasText: '604-555-0112' }).boundingBox();
  expect(phone!.y).toBe(email!.y);
  expect(phone!.x - email!.x - email!.width).toBeGreaterThanOrEqual(8);
});
