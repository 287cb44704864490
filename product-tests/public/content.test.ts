import { emptyAgencyRecord } from '../../site/app/agency/agency-fields.ts';
import { toServerAgency } from '../../site/app/agency/agency.ts';
import { setUp } from '@fairlead/backend/testing/set-up';
import { expect, test } from 'vitest';
import { startProduct } from '../../e2e/product/product.ts';
import { readPage, type PagePart } from '../read-page.ts';

const { agency } = toServerAgency(emptyAgencyRecord);

/** One for all tests: none changes what a later one reads. */
const product = setUp(startProduct);

test('P-28 G-19 G-25 texts that the specification leaves open are on the pages, each defined once', async () => {
  const home = await readPage(`${product.url}/`);
  const { data } = await product.admin.from('partners').select('name').throwOnError();
  const partners = data.map(({ name }) => name);
  expect(partners).toHaveLength(8);
  for (const words of [agency.phone, agency.email, agency.statement, agency.tagline, ...partners])
    expect(home.text).toContain(words);
  expect(home.text).toMatch(/Get found\..*Work for.*everyone/);
  expect(home.text).toContain('sample names');
  const services = await readPage(`${product.url}/services`);
  for (const benefit of ['Ask at the right moment', 'Reply within one business day', 'Learn what to fix'])
    expect(services.text).toContain(benefit);
});

test('P-181 unpublished content disappears from its list, its page and the home page at once @audit', async () => {
  const html = async (path: string) => (await fetch(product.url + path)).text();
  const path = '/services/accessibility-audit';
  const publish = (is_published: boolean) =>
    product.admin.from('services').update({ is_published }).eq('slug', 'accessibility-audit').throwOnError();
  for (const list of ['/services', '/']) expect(await html(list)).toContain(path);
  await publish(false);
  for (const list of ['/services', '/']) expect(await html(list)).not.toContain(path);
  const gone = await readPage(product.url + path);
  expect([gone.status, gone.texts('h1')]).toEqual([404, ['Service Not Found']]);
  await publish(true);
  expect((await fetch(product.url + path)).status).toBe(200);
});

test('G-2 related services are at the end of a post and of a service, never drafts @audit', async () => {
  const related = (page: PagePart) =>
    page.one({ tag: 'section', name: /^(Related|More) services$/ }).texts('h3');
  const post = await readPage(`${product.url}/resources/ten-minute-keyboard-test`);
  expect(post.texts('h2')).toContain('Related services');
  expect(related(post)).toEqual(['Accessibility Audit', 'Accessible Remediation']);
  const service = '/services/accessibility-audit';
  expect(related(await readPage(product.url + service))).toEqual([
    'Accessible Remediation',
    'Pay Per Results SEO',
    'Winning Websites',
  ]);
  await product.admin
    .from('services')
    .update({ is_published: false })
    .eq('slug', 'accessible-remediation')
    .throwOnError();
  expect(related(await readPage(product.url + service))).toEqual([
    'Pay Per Results SEO',
    'Winning Websites',
    'Email Marketing',
  ]);
  const later = await readPage(`${product.url}/resources/ten-minute-keyboard-test`);
  expect(related(later)).toEqual(['Accessibility Audit']);
  expect(later.one('main').all({ tag: 'a', href: service })).not.toEqual([]);
});

test('G-45 a picture beside its name has an empty alternative text, a logo has its owner, and an own text replaces both', async () => {
  const { admin } = product;
  const picture = '/samples/winning-websites-phone.webp';
  await admin
    .from('services')
    .update({ hero_image_url: picture, hero_image_alt: null })
    .eq('slug', 'winning-websites')
    .throwOnError();
  const cover = { cover_url: picture, cover_alt: null };
  await admin.from('posts').update(cover).eq('slug', 'casl-without-fear').throwOnError();
  const logo = { logo_alt: 'A lead weight on a line' };
  await admin.from('apps').update(logo).eq('slug', 'leadline').throwOnError();
  const alt = (part: PagePart) => part.all('img')[0]?.attribute('alt');
  const services = await readPage(`${product.url}/services`);
  expect(alt(services.one({ class: 'tile', text: /Winning Websites/ }))).toBe('');
  expect(alt(services.one({ class: 'tile', text: /Paid Search/ }))).toMatch(/^One search result/);
  for (const path of ['/services/winning-websites', '/resources/casl-without-fear'])
    expect(alt((await readPage(product.url + path)).one({ 'data-detail-header': true }))).toBe('');
  const apps = await readPage(`${product.url}/apps`);
  expect(alt(apps.one({ 'data-app-card': true, text: /Leadline/ }))).toBe('A lead weight on a line');
  expect(alt(apps.one({ 'data-app-card': true, text: /Ringcheck/ }))).toBe('Ringcheck logo');
});

test('P-40 a price of 0 is shown as Pay for Results on every page, first or last, with a picture or without @audit', async () => {
  const { admin } = product;
  const prices = [
    { name: 'Won', price: 0 },
    { name: 'Managed', price: 850, unit: 'month' },
    { name: 'Set-up', price: '1500' },
  ];
  const bare = { pricing_json: prices, hero_image_url: null };
  await admin.from('services').update(bare).eq('slug', 'winning-websites').throwOnError();
  const won = { pricing_json: [{ name: 'Won', price: '0' }], hero_image_url: null };
  await admin.from('services').update(won).eq('slug', 'email-marketing').throwOnError();
  for (const path of ['/services/winning-websites', '/services/email-marketing', '/services', '/'])
    expect((await readPage(product.url + path)).one('main').text, path).not.toMatch(/\$0(?![.,\d])/);
  const services = await readPage(`${product.url}/services`);
  const foot = (text: RegExp) => services.one({ class: 'tile', text }).one({ class: 'tile-foot' }).text;
  expect(foot(/Winning Websites/)).toContain('from $850 a month + Pay for Results');
  expect(foot(/Email Marketing/)).toMatch(/Pay for Results$/);
  const page = await readPage(`${product.url}/services/winning-websites`);
  const facts = page.one({ 'data-detail-header': true }).one({ class: 'chart-facts' });
  expect(facts.texts('div')[0]).toBe('WonPay for Results');
});

test('G-24 records of the same time keep one order in the lists; a post without a date comes last', async () => {
  const { admin } = product;
  const same = { created_at: '2026-11-01T12:00:00Z' };
  for (const table of ['services', 'apps'] as const)
    await admin.from(table).update(same).eq('is_published', true).throwOnError();
  const undated = 'ten-minute-keyboard-test';
  await admin.from('posts').update({ published_at: null }).eq('slug', undated).throwOnError();
  const tiles = (page: PagePart) => page.all({ class: 'tile' }).filter((tile) => tile.all('h2').length > 0);
  const namesIn = {
    '/services': (page: PagePart) =>
      tiles(page)
        .flatMap((tile) => tile.texts('h2'))
        .filter((name) => name !== "Don't see what you need?"),
    '/apps': (page: PagePart) => page.all({ 'data-app-card': true }).flatMap((card) => card.texts('h2')),
  };
  const onHome = (id: string) => (page: PagePart) => page.one({ 'aria-labelledby': id }).texts('h3');
  for (const [path, names, table] of [
    ['/services', namesIn['/services'], 'services'],
    ['/', onHome('services-title'), 'services'],
    ['/apps', namesIn['/apps'], 'apps'],
    ['/', onHome('apps-title'), 'apps'],
  ] as const) {
    const { data } = await product
      .visitor()
      .from(table)
      .select('name')
      .eq('is_published', true)
      .order('id')
      .throwOnError();
    const shown = names(await readPage(product.url + path));
    expect(shown.length, `${path} ${table}`).toBeGreaterThan(2);
    expect(shown, `${path} ${table}`).toEqual(data.map(({ name }) => name).slice(0, shown.length));
  }
  const last = tiles(await readPage(`${product.url}/resources`)).at(-1);
  expect(last?.one('a').attribute('href')).toBe(`/resources/${undated}`);
  expect(last?.all('time')).toEqual([]);
});

test('P-34 P-43 P-53 S-9 more than a thousand published records are all there', async () => {
  const { admin } = product;
  const many = Array.from({ length: 1_100 }, (_, i) => ({
    name: `Many ${i}`,
    slug: `many-${i}`,
    is_published: true,
  }));
  await admin.from('services').insert(many).throwOnError();
  await admin.from('apps').insert(many).throwOnError();
  const posts = many.map(({ name, ...post }) => ({
    ...post,
    title: name,
    published_at: '2026-01-01T12:00:00Z',
  }));
  await admin.from('posts').insert(posts).throwOnError();
  const linked = async (path: string, prefix: string) => {
    const html = await (await fetch(product.url + path)).text();
    return new Set(html.match(new RegExp(`${prefix}/many-\\d+(?=["<])`, 'g'))).size;
  };
  for (const path of ['/services', '/apps', '/resources']) {
    expect(await linked(path, path), path).toBe(1_100);
    expect(await linked('/sitemap.xml', path), path).toBe(1_100);
  }
});
