import { toast } from '../product/toasts.ts';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import type { Product } from '../product/product.ts';
import { expect, openAs, test, uniqueLeadName } from '../product/staff.ts';
import { makeOwner } from './team.ts';

async function slotsOf(product: Product): Promise<string[]> {
  const { data } = await product.visitor().rpc('consultation_slots').throwOnError();
  return data.map(({ starts_at: at }) => at);
}

async function book(product: Product, slot: string, name: string): Promise<string> {
  const { data } = await product
    .visitor()
    .rpc('book_consultation', {
      slot,
      fields: {
        name,
        email: `${name.split(' ')[0]?.toLowerCase()}@lind.example`,
        message: 'About our shop',
      },
    })
    .throwOnError();
  return (data as { token: string }).token;
}

test('B-36 B-112 B-125 B-126 staff book for a lead on its card, see the week live with the lead beside each call, move, cancel and finish calls, block times, and owners turn booking off', async ({
  ownProduct: product,
  newContext,
}) => {
  // Late in a day too few of its times are left, so the first day with more is used.
  const slots = await slotsOf(product);
  const days = Map.groupBy(slots, (slot) => slot.slice(0, 10));
  const [day = ''] = [...days].find(([, times]) => times.length >= 4) ?? [];
  const [first = '', second = '', third = ''] = slots
    .filter((slot) => slot >= day)
    .filter((_, i) => i % 8 === 0);
  await book(product, first, 'Bo Lind');
  await book(product, second, 'Cy Dow');
  const page = await openAs(newContext, product, await makeOwner(product), {
    timezoneId: 'America/Vancouver',
  });
  const token = await book(product, third, 'Ana Roy');
  await page.goto('/dashboard/messages?search=ana%40lind.example');
  const card = page.getByRole('article', { name: 'Ana Roy' });
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await expect(card.getByText(/^The visitor booked a consultation for /)).toBeVisible();
  await card.getByRole('button', { name: 'More for Ana Roy' }).click();
  await card.getByRole('button', { name: 'Book a consultation with Ana Roy' }).click();
  const times = page.getByRole('dialog', { name: 'Book a consultation with Ana Roy' });
  await times.getByLabel('Time').selectOption({ index: 9 });
  await times.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(card.getByText(/^Consultation booked for /)).toBeVisible();
  await product.visitor().rpc('cancel_consultation', { token }).throwOnError();
  await expect(card.getByText(/^The visitor cancelled the consultation: /)).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Agency' }).getByRole('link', { name: 'Bookings' }).click();
  await expect(page.getByText('All times are in Eastern Time')).toBeVisible();
  await page.getByRole('link', { name: 'Next week' }).click();
  await expect(page).toHaveURL(/week=\d{4}-\d\d-\d\d$/);
  await page.goto(`/dashboard/bookings?week=${first.slice(0, 10)}`);

  const call = page.getByRole('article').filter({ hasText: 'Bo Lind' });
  await expect(call).toBeVisible();
  const live = (await slotsOf(product)).find((slot) => slot.slice(0, 10) === first.slice(0, 10)) ?? '';
  await book(product, live, 'Di Marsh');
  await expect(page.getByRole('article').filter({ hasText: 'Di Marsh' })).toBeVisible();
  await expect(call).toContainText('About our shop');
  await expect(call.getByRole('link', { name: 'Open messages from Bo Lind' })).toHaveAttribute(
    'href',
    '/dashboard/messages?search=bo%40lind.example',
  );
  await call.getByRole('button', { name: /^Move Bo Lind/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Move the consultation with Bo Lind' });
  // its own time, which a colleague cannot choose, is among the first ones at some hours of the day
  await expect(dialog.locator(`option[value="${first}"]`)).toHaveCount(0);
  await dialog.getByLabel('Time').selectOption({ index: 3 });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.locator('.toast')).toContainText('Consultation moved');
  const moved = await product.admin.from('bookings').select('id').eq('version', 1).eq('state', 'booked');
  expect(moved.data).toHaveLength(1);

  await page.goto(`/dashboard/bookings?week=${second.slice(0, 10)}`);
  const other = page.getByRole('article').filter({ hasText: 'Cy Dow' });
  await other.getByRole('button', { name: /^Cancel Cy Dow/ }).click();
  // after an error, the question stays open with the toast inside
  const cancellation = /\/rpc\/cancel_booking/;
  await page.route(cancellation, (route) => route.fulfill({ status: 400, json: { message: 'Not now.' } }));
  const question = page.getByRole('dialog', { name: 'Cancel the consultation with Cy Dow?' });
  await question.getByRole('button', { name: 'Cancel consultation' }).click();
  await expect(question.locator('.toast')).toContainText('Not now.');
  await page.unroute(cancellation);
  await question.getByRole('button', { name: 'Cancel consultation' }).click();
  await expect(question).toHaveCount(0);
  await expect(other.getByText('Cancelled', { exact: true })).toBeVisible();
  expect(await slotsOf(product)).toContain(second);
  expect(await findAxeProblems(page, [320, 1280], 'main')).toEqual([]);

  await page.getByRole('button', { name: 'Block a time' }).click();
  const block = page.getByRole('dialog', { name: 'Block a time' });
  await block.getByLabel('Start date').fill('2027-01-05');
  await block.getByRole('button', { name: 'Block time', exact: true }).click();
  const until = block.getByLabel('End date');
  await expect(until).toBeFocused();
  await expect(until).toHaveAccessibleDescription(/^Choose an end after the start/);
  expect(await findAxeProblems(page, [320], 'dialog[open]')).toEqual([]);
  await block.getByLabel('Start date').fill(second.slice(0, 10));
  await until.fill(second.slice(0, 10));
  await block.getByLabel('Reason').fill('Trade fair');
  await block.getByRole('button', { name: 'Block time', exact: true }).click();
  await expect(page.getByText('Trade fair')).toBeVisible();
  expect((await slotsOf(product)).some((slot) => slot.startsWith(second.slice(0, 10)))).toBe(false);
  await page.getByRole('button', { name: /^Unblock / }).click();
  await expect(page.getByText('Trade fair')).toHaveCount(0);
  expect(await slotsOf(product)).toContain(second);

  // noon in Toronto, three days ago
  const past = new Date(Date.now() - 3 * 86_400_000);
  past.setUTCHours(17, 0, 0, 0);
  const ended = new Date(past.getTime() + 1_800_000).toISOString();
  await product.admin
    .from('bookings')
    .update({ starts_at: past.toISOString(), ends_at: ended, held_until: ended })
    .eq('version', 1)
    .eq('state', 'booked')
    .throwOnError();
  await page.goto(`/dashboard/bookings?week=${past.toISOString().slice(0, 10)}`);
  const over = page.locator('[aria-labelledby^=day-]').getByRole('article').filter({ hasText: 'Bo Lind' });
  await over.getByRole('button', { name: /^No-show / }).click();
  await over.getByRole('button', { name: /^Undo / }).click();
  await over.getByRole('button', { name: /^Done / }).click();
  await expect(over.getByText('Done', { exact: true })).toBeVisible();

  await page.getByLabel('Minimum notice (hours)').fill('400');
  await expect(page.getByText('Enter a whole number from 0 to 336')).toBeVisible();
  await page.getByLabel('Minimum notice (hours)').fill('48');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast').filter({ hasText: 'Saved' })).toBeVisible();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.getByRole('switch', { name: 'Visitors can book' }).click();
  // the switch changes only the draft; nothing is saved yet
  await expect(save).toBeEnabled();
  expect((await fetch(`${product.url}/book`)).status).toBe(200);
  await save.click();
  await expect(page.getByText('Online booking is off.')).toBeVisible();
  expect((await fetch(`${product.url}/book`)).status).toBe(404);
});

test('B-425 B-429 a lead that booked a call shows it on its card and on the overview, and does not wait for a reply', async ({
  page,
  product,
}) => {
  const visitor = product.visitor();
  const name = uniqueLeadName('Booked');
  const { data: slots } = await visitor.rpc('consultation_slots', {}).throwOnError();
  const slot = slots.at(-3)?.starts_at ?? '';
  const email = `${name.replaceAll(/\W/g, '')}@lind.example`;
  await visitor.rpc('book_consultation', { slot, fields: { name, email } }).throwOnError();
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Toronto',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(new Date(slot));
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const card = page.getByRole('article', { name });
  const call = card.getByRole('link', { name: `Call: ${day}` });
  await expect(call).toBeVisible();
  await expect(card).toContainText('Booked');
  await expect(card).not.toContainText('No message was included');
  await expect(card).not.toContainText('0 messages');
  await expect(card).not.toContainText('Waiting');
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();

  await expect(card).not.toContainText('No message was included');
  await call.click();
  await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();
  await page.goto('/dashboard');
  const upcoming = page.getByRole('region', { name: 'Upcoming calls' });
  await expect(upcoming).toBeVisible();
  await expect(page.getByRole('region', { name: /^Needs a reply/ })).not.toContainText(name);
});

test('B-425 the overview shows a call that is booked while it is open; if the calls cannot be read, it says so and tries again @audit', async ({
  page,
  product,
}) => {
  const requests = /\/rest\/v1\/bookings\?.*order=starts_at/;
  await page.route(requests, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/dashboard');
  const upcoming = page.getByRole('region', { name: 'Upcoming calls' });
  await expect(upcoming.getByRole('alert')).toBeVisible();
  await page.unroute(requests);
  await upcoming.getByRole('button', { name: 'Retry' }).click();
  await expect(upcoming.getByRole('alert')).toHaveCount(0);
  const visitor = product.visitor();
  const name = uniqueLeadName('Early');
  const { data: slots } = await visitor.rpc('consultation_slots', {}).throwOnError();
  const fields = { name, email: `${name.replaceAll(/\W/g, '')}@lind.example` };
  await visitor.rpc('book_consultation', { slot: slots[0]?.starts_at ?? '', fields }).throwOnError();
  await expect(upcoming.getByRole('heading', { name })).toBeVisible();
});

test('B-417 a call that is over stays on the overview and above the week until its outcome is noted', async ({
  page,
  product,
}) => {
  const visitor = product.visitor();
  const name = uniqueLeadName('Spoken');
  const { data: slots } = await visitor.rpc('consultation_slots', {}).throwOnError();
  const fields = { name, email: `${name.replaceAll(/\W/g, '')}@lind.example` };
  await visitor.rpc('book_consultation', { slot: slots.at(-5)?.starts_at ?? '', fields }).throwOnError();
  const { data: lead } = await product.admin
    .from('leads')
    .select('id')
    .eq('name', name)
    .single()
    .throwOnError();
  const past = Date.now() - 20 * 86_400_000;
  const at = (minutes: number) => new Date(past + minutes * 60_000).toISOString();
  await product.admin
    .from('bookings')
    .update({ starts_at: at(0), ends_at: at(30), held_until: at(30) })
    .eq('lead_id', lead.id)
    .throwOnError();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^\d+ calls? without an outcome$/ }).click();
  const ended = page.getByRole('region', { name: /^How did these calls go\?/ });
  const call = ended.getByRole('article').filter({ hasText: name });
  await expect(call).toBeVisible();
  expect(await findAxeProblems(page, [320, 1280], 'main')).toEqual([]);
  await call.getByRole('button', { name: /^Done / }).click();
  await expect(call).toHaveCount(0);
  await expect(toast(page, `Done: ${name}`)).toBeVisible();
  await toast(page, `Done: ${name}`).getByRole('button', { name: 'Undo' }).click();
  await expect(call).toBeVisible();
  await call.getByRole('button', { name: /^No-show / }).click();
  await expect(call).toHaveCount(0);
  const { data } = await product.admin
    .from('bookings')
    .select('state')
    .eq('lead_id', lead.id)
    .single()
    .throwOnError();
  expect(data.state).toBe('missed');
});
