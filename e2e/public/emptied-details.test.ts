import type { APIRequestContext } from '@playwright/test';
import { makeOwner } from '../dashboard/team.ts';
import { expect, test } from '../product/fixture.ts';
import type { Account } from '../product/staff.ts';
import { findAxeProblems } from '../product/find-axe-problems.ts';

type Values = Record<string, string | number>;

async function save(owner: Account, facts: Values, texts: Values = {}): Promise<void> {
  const { data } = await owner.client.from('agency_settings').select('id').order('id', { ascending: false });
  const basedOn = data?.[0]?.id ?? null;
  const settings = { facts, texts: { 'en-CA': texts }, basedOn, restoredFrom: null };
  await owner.client.rpc('save_agency', { settings, partners: null }).throwOnError();
}

function reader(request: APIRequestContext, url: string) {
  return async (path: string) => {
    const response = await request.get(url + path);
    return { status: response.status(), html: (await response.text()).replaceAll('<!-- -->', '') };
  };
}

test('B-411 an owner writes the text that is shown instead of a price of 0; if they empty it, pages and terms are silent about it', async ({
  ownProduct: product,
  newContext,
}) => {
  const owner = await makeOwner(product);
  const page = await (
    await newContext({ baseURL: product.url, viewport: { width: 390, height: 800 } })
  ).newPage();
  const read = reader(page.request, product.url);
  await save(owner, {}, { payForResults: 'No win, no fee' });
  for (const path of ['/services', '/services/pay-per-results-seo', '/terms'])
    expect.soft((await read(path)).html, path).toContain('No win, no fee');
  await save(owner, {}, { payForResults: '' });
  for (const path of ['/', '/services', '/services/pay-per-results-seo', '/terms'])
    expect.soft((await read(path)).html, path).not.toMatch(/Pay for Results|No win|>Pay-per-results</);
  await page.goto('/services');
  await expect(page.locator('main header, main .band').first()).toContainText('Prices up front.');
  await expect(page.locator('.tile', { hasText: 'Winning Websites' })).not.toContainText('+');
  await page.goto('/services/pay-per-results-seo');
  const pricing = page.getByRole('region', { name: 'Pricing' });
  await expect(pricing.locator('dt')).toHaveCount(3);
  await expect(pricing.locator('dd')).toHaveText(['$1,200', '$450']);
  await expect(page.locator('dd.figure').filter({ hasText: /^$/ })).toHaveCount(0);
  expect(await findAxeProblems(page, [390, 1440], 'main')).toEqual([]);
});

test('B-412 an owner who promises no reply time has no figure, step or sentence about it', async ({
  ownProduct: product,
  newContext,
}) => {
  const owner = await makeOwner(product);
  const page = await (await newContext({ baseURL: product.url })).newPage();
  const paths = ['/', '/contact', '/accessibility', '/services/email-marketing', '/book'];
  const read = reader(page.request, product.url);
  await save(owner, { replyDays: 3 });
  const promised = await Promise.all(paths.map(async (path) => (await read(path)).html));
  for (const html of promised)
    expect.soft(html).not.toMatch(/one business day with|same business day|>1 day</);
  for (const html of promised.slice(0, 4)) expect.soft(html).toContain('within three business days');
  await save(owner, { replyDays: 0 });
  for (const path of paths)
    expect.soft((await read(path)).html, path).not.toMatch(/business days?[ .]+(with|and|<)|>\d days?</);
  await page.goto('/');
  await expect(page.locator('.chart-facts').first().locator('dd')).toHaveText(['25+', '27%']);
  await page.goto('/contact');
  await expect(page.locator('aside ol > li')).toHaveCount(2);
});

test('B-413 P-2 P-12 lists in which nothing is published are linked nowhere until something is, or an owner says so', async ({
  ownProduct: product,
  newContext,
}) => {
  const { admin } = product;
  const owner = await makeOwner(product);
  const page = await (await newContext({ baseURL: product.url })).newPage();
  const read = reader(page.request, product.url);
  const found = /href="\/(resources|case-studies)["/]/;
  const pages = [
    '/',
    '/services',
    '/services/winning-websites',
    '/apps',
    '/contact',
    '/resources/none',
    '/resources',
  ];
  expect((await read('/')).html).toMatch(found);
  for (const table of ['posts', 'case_studies', 'services', 'apps'] as const)
    await admin.from(table).update({ is_published: false }).eq('is_published', true).throwOnError();
  for (const path of pages) expect.soft((await read(path)).html, path).not.toMatch(found);
  const { html } = await read('/');
  for (const path of ['/services', '/apps', '/contact', '/privacy', '/terms', '/#about'])
    expect.soft(html).toContain(`href="${path}"`);
  expect((await read('/sitemap.xml')).html).not.toMatch(/resources|case-studies/);
  for (const path of ['/resources', '/case-studies']) {
    const empty = await read(path);
    expect(empty.status).toBe(200);
    expect(empty.html).toContain('<meta name="robots" content="noindex"/>');
    await page.goto(path);
    await expect(page.locator('main').getByText(/^No (resources|case studies) available/)).toBeVisible();
    await expect(page.locator('main').getByRole('link', { name: 'Contact us' })).toBeVisible();
  }

  await save(owner, { emptyLists: 'linked' });
  expect((await read('/')).html).toMatch(found);
  expect((await read('/sitemap.xml')).html).toMatch(/resources/);
  expect((await read('/resources')).html).not.toContain('noindex');
  await save(owner, {});
  expect((await read('/')).html).not.toMatch(found);

  // the first one is scheduled, and no one writes when it becomes public
  const due = new Date(Date.now() + 3_000).toISOString();
  await admin
    .from('posts')
    .insert({ title: 'To come', slug: 'to-come', is_published: true, published_at: due })
    .throwOnError();
  expect((await read('/')).html).not.toMatch(found);
  await expect.poll(async () => (await read('/')).html, { intervals: [500] }).toMatch(/href="\/resources"/);
  expect((await read('/')).html).not.toMatch(/href="\/case-studies"/);
  expect((await read('/resources')).html).not.toContain('noindex');
});
