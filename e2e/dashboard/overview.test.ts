import { resize } from '../product/resize.ts';
import { expect, uniqueLeadName, makeLead, openAs, test } from '../product/staff.ts';
import { makeOwner } from './team.ts';

test('the overview lists who waits longest for a reply; Reply leads to that lead @audit', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName('Odile');
  const email = `odile-${Date.now()}@roy.example`;
  const lead = await makeLead(product, { name, email });
  await product.admin.from('leads').update({ created_at: '2020-01-02T03:04:05Z' }).eq('id', lead.id);

  await page.goto('/dashboard');
  const waiting = page.getByRole('region', { name: /^Needs a reply/ }).getByRole('listitem');
  await expect(waiting.first()).toContainText(name);
  await expect(waiting.first()).toContainText(/[\d,]+ days/);
  expect(await waiting.count()).toBeLessThanOrEqual(5);

  await waiting
    .first()
    .getByRole('link', { name: `Reply to ${name}` })
    .click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('textbox', { name: `Reply to ${name}` })).toBeFocused();

  // a colleague replies while the overview is open: numbers and list are updated automatically
  await page.goto('/dashboard');
  await expect(waiting.first()).toContainText(name);
  const fresh = page.locator('main > dl > div').filter({ hasText: 'New Leads' }).locator('dd').first();
  await expect(fresh).toHaveText(/^\d+$/);
  const before = Number(await fresh.textContent());
  await waiting.first().hover();
  // changes before the socket is open are not sent, so the change is repeated until it arrives
  await expect(async () => {
    await product.admin.from('leads').update({ status: 'new' }).eq('id', lead.id);
    await product.admin.from('leads').update({ status: 'contacted' }).eq('id', lead.id);
    await expect(fresh).toHaveText(String(before - 1), { timeout: 2000 });
  }).toPass();
  // a row under the pointer stays; it is removed when the pointer has left
  await expect(waiting.filter({ hasText: name })).toHaveCount(1);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(waiting.filter({ hasText: name })).toHaveCount(0);
});

test('B-151 B-442 the four figures of the overview come first at every width; at 1440 px its columns are equally wide and about equally high, with the checklist and without', async ({
  ownProduct: product,
  newContext,
}) => {
  const page = await openAs(newContext, product, await makeOwner(product));
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'Make it yours' });
  const health = page.getByRole('region', { name: 'Site health' });
  const inOrder = [
    page.locator('main > dl'),
    page.getByRole('region', { name: /^Needs a reply/ }),
    steps,
    health,
  ];
  for (const width of [390, 768, 1024, 1440, 2560]) {
    await resize(page, width, 900);
    await expect(health).toBeVisible();
    const tops = await Promise.all(inOrder.map(async (part) => (await part.boundingBox())?.y ?? NaN));
    // the health of a site without problems is beside the list where there is room
    expect(tops.slice(0, 3), `at ${width}`).toEqual(tops.slice(0, 3).toSorted((a, b) => a - b));
    expect(tops[3], `at ${width}`).toBeGreaterThan(tops[0] ?? NaN);
    const words = await steps
      .locator('li > p')
      .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().width));
    expect(Math.min(...words), `at ${width}`).toBeGreaterThan(200);
  }

  await resize(page, 1440, 900);
  const charts = page.getByRole('region', { name: /^Leads by (day|service|source)$/ });
  const readColumns = () =>
    page
      .getByRole('region', { name: 'Quick Actions' })
      .locator('..')
      .locator('..')
      .evaluate((columns) =>
        [...columns.children].map((column) => {
          const { width, top } = column.getBoundingClientRect();
          return { width, height: column.lastElementChild!.getBoundingClientRect().bottom - top };
        }),
      );
  for (const has of [true, false]) {
    if (!has) await steps.getByRole('button', { name: 'Dismiss checklist' }).click();
    await expect(steps).toHaveCount(has ? 1 : 0);
    await expect(charts.locator('summary')).toHaveCount(3);
    const [left, right] = await readColumns();
    expect(Math.abs((left?.width ?? 0) - (right?.width ?? 0))).toBeLessThan(2);
    const heights = [left?.height ?? 0, right?.height ?? 0];
    expect(Math.min(...heights) / Math.max(...heights), `checklist: ${has}`).toBeGreaterThan(0.8);
  }
});

const torontoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' });

/** The first of the last 30 days in Toronto, "2026-10-22". Counted from noon, so that a clock change has no effect. */
function firstDayLately(): string {
  const noon = Date.parse(`${torontoDay.format(new Date())}T12:00:00Z`);
  return new Date(noon - 29 * 24 * 3_600_000).toISOString().slice(0, 10);
}

test('P-99 G-9 the charts show the number of leads and their services as a sentence, bars and a table', async ({
  page,
  product,
}) => {
  const admin = product.admin;
  const { data: service } = await admin
    .from('services')
    .insert({ name: uniqueLeadName('Chart'), slug: `chart-${Date.now()}` })
    .select()
    .single();
  const lead = await makeLead(product, { service_id: service?.id ?? null });
  await page.goto('/dashboard');
  const days = page.getByRole('region', { name: 'Leads by day' });
  await expect(days.getByText(/^[\d,]+ leads? in the last 30 days/)).toBeVisible();
  await expect(days.getByRole('img', { name: /^Bar chart\. [\d,]+ leads?/ })).toBeVisible();
  await expect(days.locator('g > title + rect + rect')).toHaveCount(30);

  await expect(days.getByRole('table')).toHaveCount(0);
  await days.locator('summary').focus();
  await page.keyboard.press('Enter');
  const rows = days.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(31);
  await expect(rows.nth(1)).toContainText('so far');
  const totals = await days.getByRole('cell').allTextContents();
  const { data: all } = await admin.from('leads').select('created_at').gte('created_at', firstDayLately());
  const counted = (all ?? []).filter(
    ({ created_at: at }) => torontoDay.format(new Date(at)) >= firstDayLately(),
  );
  expect(totals.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)).toBe(counted.length);

  const services = page.getByRole('region', { name: 'Leads by service' });
  await services.locator('summary').focus();
  await page.keyboard.press('Enter');
  const row = services.getByRole('row').filter({ hasText: service?.name ?? '' });
  await expect(row.getByRole('cell').first()).toHaveText('1');
  await expect(row.getByRole('cell').nth(1)).toHaveText(/%$/);

  await admin.from('leads').delete().eq('id', lead.id);
  await admin
    .from('services')
    .delete()
    .eq('id', service?.id ?? '');
});

test('G-4 a viewer sees numbers but no names @audit', async ({ page, product }) => {
  await makeLead(product);
  await page.route(/\/rpc\/my_roles/, (route) => route.fulfill({ json: ['viewer'] }));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Leads by day' }).getByRole('img')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Needs a reply/ })).toHaveCount(0);
  expect(asked).not.toContain('/rest/v1/leads');
});

test('G-6 a chart that cannot be loaded shows an error and can be retried @audit', async ({
  page,
  product,
}) => {
  await makeLead(product);
  await page.clock.install();
  let broken = true;
  await page.route(/\/rpc\/leads_by_day/, (route) =>
    broken ? route.fulfill({ status: 500, json: { message: 'down' } }) : route.continue(),
  );
  await page.goto('/dashboard');
  const days = page.getByRole('region', { name: 'Leads by day' });
  const alert = days.getByRole('alert');
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(alert).toContainText("We couldn't load this chart.", { timeout: 500 });
  }).toPass();
  // the rest of the screen is shown
  await expect(page.getByRole('region', { name: 'Leads by service' }).locator('li').first()).toBeVisible();
  broken = false;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(days.getByRole('img')).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('P-98 P-99 a lead needs a reply if its person wrote last; the numbers lead to their lists @audit', async ({
  page,
  product,
}) => {
  const admin = product.admin;
  const name = uniqueLeadName('Ball');
  const lead = await makeLead(product, { name, status: 'in_conversation' });
  await admin.from('leads').update({ created_at: '2018-01-02T03:04:05Z' }).eq('id', lead.id);
  const write = (sender_type: string, created_at: string) =>
    admin
      .from('lead_messages')
      .insert({ lead_id: lead.id, message: created_at, sender_type, created_at })
      .throwOnError();
  await write('admin', '2018-02-01T00:00:00Z');
  await page.goto('/dashboard');
  const region = page.getByRole('region', { name: /^Needs a reply/ });
  await expect(region.getByRole('listitem').first()).toBeVisible();
  await expect(region.getByText(name)).toHaveCount(0);
  await write('lead', '2018-03-01T15:00:00Z');
  await page.reload();
  await expect(region.getByRole('listitem').first()).toContainText(name);
  await expect(region.getByRole('listitem').first().locator('time')).toHaveText('since Mar 1, 2018');

  const links = [
    ['Total Services', '/dashboard/services'],
    ['Total Leads', '/dashboard/messages'],
    ['New Leads', '/dashboard/messages?status=new'],
    ['Categories', '/dashboard/categories'],
  ] as const;
  for (const [title, path] of links) {
    const link = page.locator('main > dl > div').filter({ hasText: title }).getByRole('link');
    await expect(link).toHaveAccessibleName(new RegExp(`^[\\d,]+ ${title}$`));
    await expect(link).toHaveAttribute('href', path);
  }
  const statuses = page.getByRole('region', { name: 'Leads by status' });
  await expect(statuses.getByRole('link', { name: /In Conversation$/ })).toHaveAttribute(
    'href',
    '/dashboard/messages?status=in_conversation',
  );
  // the link of the number in the heading leads to as many leads
  const count = Number(
    /\d+/.exec((await region.getByRole('heading', { level: 2 }).textContent()) ?? '')?.[0],
  );
  await region.getByRole('link', { name: /^Needs a reply/ }).click();
  await expect(page.getByRole('button', { name: 'Needs a reply' })).toHaveAttribute('aria-pressed', 'true');
  const found = page.getByRole('paragraph').filter({ hasText: /^\d+ results?$/ });
  await expect(found).toHaveText(count === 1 ? '1 result' : `${count} results`);
  await admin.from('leads').delete().eq('id', lead.id);
});

test('G-9 the other waiting leads are loaded on request, below those that wait longest @audit', async ({
  page,
  product,
}) => {
  const email = `queue-${Date.now()}@roy.example`;
  const name = uniqueLeadName('Queue');
  const leads = await Promise.all(
    Array.from({ length: 7 }, (_, index) => makeLead(product, { name: `${name} ${index}`, email })),
  );
  const admin = product.admin;
  // all have the same time, so the second page must begin after the last id of the first
  const ids = leads.map(({ id }) => id).toSorted();
  await admin.from('leads').update({ created_at: '2019-01-02T03:04:05Z' }).in('id', ids);
  await page.goto('/dashboard');
  const region = page.getByRole('region', { name: /^Needs a reply/ });
  const names = region.getByRole('heading', { level: 3 });
  await expect(names).toHaveCount(5);
  await region.getByRole('button', { name: 'Load more leads' }).click();
  await expect(names.nth(6)).toBeVisible();
  const byId = new Map(leads.map((lead) => [lead.id, lead.name]));
  expect((await names.allTextContents()).slice(0, 7)).toEqual(ids.map((id) => byId.get(id)));
  await admin.from('leads').delete().in('id', ids);
});
