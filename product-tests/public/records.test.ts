import { expect, test } from '../fixture.ts';
import { readPage } from '../read-page.ts';

test('P-38 P-39 P-40 G-32 the page of a service has its texts, features and prices', async ({ product }) => {
  const page = await readPage(`${product.url}/services/winning-websites`);
  expect(page.texts('h1')).toEqual(['Winning Websites']);
  const main = page.one('main');
  expect(main.text).toContain('Fast, clear websites that turn visits into calls.');
  expect(main.text).toContain('A site can look fine and still lose people.');
  expect(main.one({ 'data-detail-header': true }).texts({ class: 'badge' })).toEqual(['Websites']);
  expect(main.one({ 'data-features': true }).texts('li')).toEqual([
    'Server-rendered',
    'WCAG 2.2 AA',
    'You own it',
  ]);
  const pricing = { tag: 'section', name: 'Pricing' };
  const prices = main.one(pricing).all('dd');
  expect(prices.flatMap((price) => price.texts({ class: 'figure' }))).toEqual(['$4,800', '$11,500', '$240']);
  expect(main.text).toContain('Prices in Canadian dollars, before tax');
  const free = await readPage(`${product.url}/services/pay-per-results-seo`);
  expect(free.one(pricing).texts('dd')[0]).toBe('Pay for Results');
});

test.for(['no-such-service', 'conversion-analytics'])(
  'P-42 G-42 /services/%s: not found, 404, a way back',
  async (slug, { product }) => {
    const page = await readPage(`${product.url}/services/${slug}`);
    expect([page.status, page.texts('h1')]).toEqual([404, ['Service Not Found']]);
    expect(page.one('main').one('a').attribute('href')).toBe('/services');
    expect(page.all({ tag: 'meta', content: 'noindex' })).toHaveLength(1);
  },
);

test('P-47 P-48 P-49 P-50 A-28 the page of an app has its demo, all features, and its screenshots in order', async ({
  product,
}) => {
  const { data } = await product
    .visitor()
    .from('app_media')
    .select('alt, apps!inner(slug)')
    .eq('apps.slug', 'leadline')
    .order('sort_order')
    .throwOnError();
  const page = await readPage(`${product.url}/apps/leadline`);
  expect(page.texts('h1')).toEqual(['Leadline']);
  const main = page.one('main');
  const demo = main.one({ tag: 'a', name: 'Try Live Demo of Leadline (opens in a new tab)' });
  expect([demo.attribute('target'), demo.attribute('href')]).toEqual([
    '_blank',
    'https://leadline.example/demo',
  ]);
  expect(main.texts('h2')).toEqual(
    expect.arrayContaining(['About This App', 'Key Features', 'Screenshots', 'Need a Custom Application?']),
  );
  expect(main.one({ 'data-features': true }).all('li')).toHaveLength(6);
  const alts = main
    .all('figure')
    .flatMap((figure) => figure.all('img'))
    .map((image) => image.attribute('alt'));
  expect(alts).toEqual(data.map(({ alt }) => alt));
  expect(alts).toHaveLength(3);
});

test('P-52 the page of a missing app has the status 404, says so, and has a link back', async ({
  product,
}) => {
  const page = await readPage(`${product.url}/apps/nope`);
  expect([page.status, page.texts('h1')]).toEqual([404, ['Application Not Found']]);
  expect(page.one('main').one('a').attribute('href')).toBe('/apps');
});

test('P-56 G-2 G-54 the page of an article has its text, its contents and the next step; markup in it is shown as text', async ({
  ownProduct: product,
}) => {
  const slug = 'what-pay-per-results-really-measures';
  const body =
    'Hook.\n\n## First <img src=x onerror=alert(1)>\n\n[bad](javascript:alert(1)) and [good](https://good.example)\n\n## First\n\nText';
  await product.admin.from('posts').update({ body }).eq('slug', slug).throwOnError();
  const page = await readPage(`${product.url}/resources/${slug}`);
  expect(page.status).toBe(200);
  const article = page.one({ class: 'prose' });
  expect(article.all('img')).toEqual([]);
  expect(article.text).toContain('<img src=x onerror=alert(1)>');
  expect(article.all('a')).toHaveLength(1);
  const contents = page.one({ tag: 'nav', 'aria-labelledby': 'contents-title' }).all('a');
  const ids = contents.map((link) => link.attribute('href')?.replace('#', '') ?? '');
  expect(ids.map((id) => page.all({ id }).length)).toEqual([1, 1]);
  await product.admin.from('posts').update({ body: null }).eq('slug', slug).throwOnError();
  expect((await readPage(`${product.url}/resources/${slug}`)).texts('h2')).toContain('What to do next');
  expect((await readPage(`${product.url}/resources/nope`)).texts('h1')).toEqual(['Resource Not Found']);
});

test('G-31 the page of a service with unusual data is shown @audit', async ({ ownProduct: product }) => {
  const bare = { category_id: null, feature_chips: [], pricing_json: [], hero_image_url: null };
  await product.admin.from('services').update(bare).eq('slug', 'accessibility-audit').throwOnError();
  const page = await readPage(`${product.url}/services/accessibility-audit`);
  expect(page.texts('h1')).toEqual(['Accessibility Audit']);
  expect(page.one({ 'data-detail-header': true }).all({ class: 'badge' })).toEqual([]);
  expect([...page.all({ id: 'pricing-title' }), ...page.all({ 'data-features': true })]).toEqual([]);
});

test('B-82 a case study states the client, the problem, the work and the results, and links to its services', async ({
  product,
}) => {
  const home = await readPage(`${product.url}/`);
  const results = { tag: 'section', name: 'Client results' };
  const section = home.one(results);
  expect(section.all('li')).toHaveLength(3);
  expect(home.one('footer').one({ tag: 'a', name: 'Case Studies' }).attribute('href')).toBe('/case-studies');
  const title = 'Found in three towns instead of one';
  const page = await readPage(product.url + (section.one({ tag: 'a', name: title }).attribute('href') ?? ''));
  expect(page.texts('h1')).toEqual([title]);
  const main = page.one('main');
  expect(main.one({ 'data-detail-header': true }).texts({ class: 'badge' })).toEqual([
    'Snowgoose & Sons Plumbing',
    'Sample',
  ]);
  expect(main.texts('h2')).toEqual([
    'The problem',
    'What we did',
    'The results',
    'Services used',
    'Need something like this?',
  ]);
  expect(main.texts('h3')[0]).toBe('Paid when it worked');
  expect(main.one({ tag: 'section', name: 'The results' }).texts({ class: 'figure' })).toEqual(['4', '63%']);
  const services = main.one({ tag: 'section', name: 'Services used' });
  expect(services.texts('h3')).toEqual(['Pay Per Results SEO', 'Review Generation & Reputation']);
  const used = services.one({ tag: 'a', name: /Pay Per Results SEO/ }).attribute('href') ?? '';
  expect((await readPage(product.url + used)).one(results).text).toContain(title);
});

test('the starting price of a service is never that of an add-on', async ({ product }) => {
  const tile = (await readPage(`${product.url}/services`)).one({ class: 'tile', text: /Know every barrier/ });
  expect(tile.all({ text: 'from $3,900' })).not.toEqual([]);
  const page = await readPage(`${product.url}/services/accessibility-audit`);
  expect(page.one({ tag: 'section', name: 'Pricing' }).texts('dt')).toEqual([
    'Core, 12 pages',
    'With disabled testers',
    'Retest add-on',
  ]);
});

test('B-563 a case study quotes its client with name and role; without a quotation there is no figure', async ({
  ownProduct: product,
}) => {
  const slug = 'quoted';
  const said = { quote: 'They <listened>.\n\nThen it worked.', quote_name: 'Ana Roy', quote_role: 'Owner' };
  const studies = product.admin.from('case_studies');
  await studies.insert({ title: 'Quoted', slug, is_published: true, ...said }).throwOnError();
  const figure = (await readPage(`${product.url}/case-studies/${slug}`)).one('main').one('figure');
  expect(figure.one('blockquote').texts('p')).toEqual(['They <listened>.', 'Then it worked.']);
  expect([figure.one('figcaption').texts('b'), figure.one('figcaption').texts('span')]).toEqual([
    ['Ana Roy'],
    ['Owner'],
  ]);
  await studies.update({ quote: '' }).eq('slug', slug).throwOnError();
  expect((await readPage(`${product.url}/case-studies/${slug}`)).one('main').all('figure')).toEqual([]);
});
