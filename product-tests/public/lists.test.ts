import { expect, test } from '../fixture.ts';
import { makeOwner } from '../../e2e/product/accounts.ts';
import { readPage } from '../read-page.ts';

test('P-24 P-25 P-26 P-31 the buttons of the home page have their texts and lead to their pages', async ({
  product,
}) => {
  const main = (await readPage(`${product.url}/`)).one('main');
  const target = (name: string | RegExp, part = main) => part.one({ tag: 'a', name }).attribute('href');
  expect(target('1-800-555-0199')).toBe('/contact');
  expect(target('Our Services')).toBe('/services');
  expect(target(/^Learn More/, main.one({ id: 'about' }))).toBe('/contact');
  expect(target('Request a free proposal')).toBe('/contact');
});

test('P-27 P-29 P-155 at most six services and three apps on the home page', async ({ product }) => {
  const { data: services } = await product
    .visitor()
    .from('services')
    .select('name')
    .eq('is_published', true)
    .order('created_at', { ascending: false })
    .throwOnError();
  const page = await readPage(`${product.url}/`);
  expect(page.one({ 'aria-labelledby': 'services-title' }).texts('h3')).toEqual(
    services.slice(0, 6).map(({ name }) => name),
  );
  expect(page.one({ tag: 'a', name: 'View All Services' }).attribute('href')).toBe('/services');
  expect(page.one({ 'aria-labelledby': 'apps-title' }).all('h3')).toHaveLength(3);
});

test('P-32 P-34 P-37 P-155 the services page lists every published service, newest first, and no draft', async ({
  product,
}) => {
  const { data } = await product.admin
    .from('services')
    .select('name, is_published')
    .order('created_at', { ascending: false })
    .throwOnError();
  const page = await readPage(`${product.url}/services`);
  expect(page.texts('h1')).toEqual(['Our Services']);
  const tiles = page.all({ class: 'tile' }).filter((tile) => tile.all({ class: 'tile-link' }).length > 0);
  expect(tiles.flatMap((tile) => tile.texts('h2'))).toEqual(
    data.filter(({ is_published }) => is_published).map(({ name }) => name),
  );
  for (const { name } of data.filter(({ is_published }) => !is_published))
    expect(page.one('main').text).not.toContain(name);
  const tile = page.one({ class: 'tile', text: /Pay Per Results SEO/ });
  expect(tile.texts({ class: 'badge' })).toEqual(['Search']);
  expect(tile.one({ class: 'chips' }).texts('li')).toEqual([
    'Keyword plan',
    'Local map pack',
    'Monthly proof',
  ]);
  expect(tile.one({ tag: 'a', name: /^Learn more/ }).attribute('href')).toBe('/services/pay-per-results-seo');
  const picture = page.one({ class: 'tile', text: /Paid Search & Social/ }).one('img');
  expect(picture.attribute('src')).toMatch(/\/samples\//);
});

test('P-33 the reputation panel has three benefits and a link to the contact page', async ({ product }) => {
  const page = await readPage(`${product.url}/services`);
  const promo = page.one({ tag: 'section', name: 'More honest reviews, answered on time' });
  expect(promo.text).toContain('Reputation Management');
  expect(promo.all('li')).toHaveLength(3);
  expect(promo.one({ tag: 'a', name: /^Learn More/ }).attribute('href')).toBe('/contact');
});

test('the address alone selects a category, without scripts', async ({ product }) => {
  const categories = (await readPage(`${product.url}/services`)).one({ tag: 'nav', name: 'Categories' });
  const path = categories.one({ tag: 'a', name: 'Email 1' }).attribute('href') ?? '';
  expect(path).toMatch(/^\/services\?category=email/);
  const page = await readPage(product.url + path);
  expect(page.all({ class: 'tile-link' })).toHaveLength(1);
  expect(page.one({ tag: 'a', name: 'Email 1' }).attribute('aria-current')).toBe('true');
});

test('P-43 P-44 P-45 the apps page has its texts and its apps', async ({ product }) => {
  const page = await readPage(`${product.url}/apps`);
  expect(page.texts('h1')).toEqual(['Custom Applications']);
  const cards = page.all({ 'data-app-card': true });
  expect(cards.flatMap((card) => card.texts('h2'))).toEqual([
    'Ringcheck',
    'Leadline',
    'Harbour Reviews',
    'Plainform',
  ]);
  const leadline = page.one({ 'data-app-card': true, text: /Leadline/ });
  expect(leadline.one({ class: 'chips' }).all('li')).toHaveLength(4);
  expect(leadline.all({ tag: 'img', alt: 'Leadline logo' })).toHaveLength(1);
  expect(leadline.texts({ class: 'badge' })).toEqual(['Sales', 'Web', 'iOS', 'Android']);
  expect(leadline.one({ tag: 'a', name: /^Learn More/ }).attribute('href')).toBe('/apps/leadline');
  expect(leadline.one({ tag: 'a', name: /Try demo/ }).attribute('href')).toBe(
    'https://leadline.example/demo',
  );
  const reviews = page.one({ 'data-app-card': true, text: /Harbour Reviews/ });
  expect(reviews.all({ tag: 'a', name: /Try demo/ })).toEqual([]);
});

test('P-53 P-54 P-155 G-22 the resources page lists the posts, newest first', async ({ product }) => {
  const { data } = await product
    .visitor()
    .from('posts')
    .select('title')
    .order('published_at', { ascending: false })
    .throwOnError();
  const page = await readPage(`${product.url}/resources`);
  expect(page.texts('h1')).toEqual(['Resources & Insights']);
  expect(page.all({ class: 'tile' }).flatMap((tile) => tile.texts('h2'))).toEqual(
    data.map(({ title }) => title),
  );
  const card = page.one({ class: 'tile', text: /The 10-minute keyboard test/ });
  expect(card.one('img').attribute('src')).toBe('/samples/keyboard-test-cover.webp');
  expect(card.one('time').text).toBe('Nov 12, 2026');
  expect(card.one('a').attribute('href')).toBe('/resources/ten-minute-keyboard-test');
});

test('P-28 P-30 P-36 P-46 P-55 P-181 empty lists show their text at once; the strip of names and the apps section are absent', async ({
  ownProduct: product,
}) => {
  const { admin } = product;
  const strip = { tag: 'section', name: /^Who we work with/ };
  const before = await readPage(`${product.url}/`);
  expect(before.texts('h2')).toContain('Technology & Apps');
  expect(before.one(strip).name).toBe('Who we work with (sample names)');
  for (const table of ['services', 'apps', 'posts'] as const)
    await admin.from(table).update({ is_published: false }).eq('is_published', true).throwOnError();
  // as `./fairlead remove-samples` does; the agency's own partner stays, under a title without "sample"
  await admin.from('partners').insert({ name: 'Real & Co.' }).throwOnError();
  await admin.from('partners').delete().eq('is_sample', true).throwOnError();
  const own = (await readPage(`${product.url}/`)).one(strip);
  expect([own.name, own.texts('li')]).toEqual(['Who we work with', ['Real & Co.']]);
  await admin.from('partners').delete().eq('name', 'Real & Co.').throwOnError();
  const after = await readPage(`${product.url}/`);
  expect(after.all(strip)).toEqual([]);
  expect(after.texts('h2')).not.toContain('Technology & Apps');
  for (const [path, text] of [
    ['/services', 'No services available at the moment.'],
    ['/apps', 'No applications available at the moment.'],
    ['/resources', 'No resources available at the moment.'],
  ] as const) {
    const page = await readPage(product.url + path);
    expect(page.text).toContain(text);
    expect(page.text).not.toContain('prices up front');
  }
});

test('P-33 the reputation panel is shown without a service of this kind, and hidden if an owner switches it off', async ({
  ownProduct: product,
}) => {
  await product.admin.from('services').delete().neq('slug', '').throwOnError();
  const promo = { tag: 'section', name: 'More honest reviews, answered on time' };
  expect((await readPage(`${product.url}/services`)).all(promo)).toHaveLength(1);
  const owner = await makeOwner(product);
  const settings = { facts: { reputationPromo: 'hidden' }, texts: {}, basedOn: null, restoredFrom: null };
  await owner.client.rpc('save_agency', { settings, partners: null }).throwOnError();
  const page = await readPage(`${product.url}/services`);
  expect([page.texts('h1'), page.all(promo)]).toEqual([['Our Services'], []]);
});
