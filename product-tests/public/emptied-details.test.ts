import { makeOwner, type Account } from '../../e2e/product/accounts.ts';
import { expect, test } from '../fixture.ts';
import { readPage } from '../read-page.ts';

type Values = Record<string, string | number>;

async function save(owner: Account, facts: Values, texts: Values = {}): Promise<void> {
  const { data } = await owner.client.from('agency_settings').select('id').order('id', { ascending: false });
  const basedOn = data?.[0]?.id ?? null;
  const settings = { facts, texts: { 'en-CA': texts }, basedOn, restoredFrom: null };
  await owner.client.rpc('save_agency', { settings, partners: null }).throwOnError();
}

function reader(url: string) {
  return async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') };
  };
}

test('B-411 an owner writes the text that is shown instead of a price of 0; if they empty it, pages and terms are silent about it', async ({
  ownProduct: product,
}) => {
  const owner = await makeOwner(product);
  const read = reader(product.url);
  await save(owner, {}, { payForResults: 'No win, no fee' });
  for (const path of ['/services', '/services/pay-per-results-seo', '/terms'])
    expect.soft((await read(path)).html, path).toContain('No win, no fee');
  await save(owner, {}, { payForResults: '' });
  for (const path of ['/', '/services', '/services/pay-per-results-seo', '/terms'])
    expect.soft((await read(path)).html, path).not.toMatch(/Pay for Results|No win|>Pay-per-results</);
  const services = await readPage(`${product.url}/services`);
  expect(services.one('main').text).toContain('Prices up front.');
  expect(services.one({ class: 'tile', text: /Winning Websites/ }).text).not.toContain('+');
  const page = await readPage(`${product.url}/services/pay-per-results-seo`);
  const pricing = page.one({ tag: 'section', name: 'Pricing' });
  expect(pricing.all('dt')).toHaveLength(3);
  expect(pricing.texts('dd')).toEqual(['$1,200', '$450']);
  expect(page.texts({ tag: 'dd', class: 'figure' })).not.toContain('');
});

test('B-412 an owner who promises no reply time has no figure, step or sentence about it', async ({
  ownProduct: product,
}) => {
  const owner = await makeOwner(product);
  const paths = ['/', '/contact', '/accessibility', '/services/email-marketing', '/book'];
  const read = reader(product.url);
  await save(owner, { replyDays: 3 });
  const promised = await Promise.all(paths.map(async (path) => (await read(path)).html));
  for (const html of promised)
    expect.soft(html).not.toMatch(/one business day with|same business day|>1 day</);
  for (const html of promised.slice(0, 4)) expect.soft(html).toContain('within three business days');
  await save(owner, { replyDays: 0 });
  for (const path of paths)
    expect.soft((await read(path)).html, path).not.toMatch(/business days?[ .]+(with|and|<)|>\d days?</);
  const [facts] = (await readPage(`${product.url}/`)).all({ class: 'chart-facts' });
  expect(facts?.texts('dd')).toEqual(['25+', '27%']);
  const steps = (await readPage(`${product.url}/contact`)).one('aside').one('ol');
  expect(steps.all('li')).toHaveLength(2);
});

test('B-413 P-2 P-12 lists in which nothing is published are linked nowhere until something is, or an owner says so', async ({
  ownProduct: product,
}) => {
  const { admin } = product;
  const owner = await makeOwner(product);
  const read = reader(product.url);
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
    const empty = await readPage(product.url + path);
    expect(empty.status).toBe(200);
    expect(empty.html).toContain('<meta name="robots" content="noindex"/>');
    expect(empty.one('main').text).toMatch(/No (resources|case studies) available/);
    expect(empty.one('main').all({ tag: 'a', name: 'Contact us' })).toHaveLength(1);
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
  await expect.poll(async () => (await read('/')).html, { interval: 500 }).toMatch(/href="\/resources"/);
  expect((await read('/')).html).not.toMatch(/href="\/case-studies"/);
  expect((await read('/resources')).html).not.toContain('noindex');
});
