import { readSitemapPaths } from './crawl.ts';
import { startProduct } from '../../e2e/product/product.ts';
import { expect, test } from '../fixture.ts';
import { readPage } from '../read-page.ts';

const links = [
  ['HOME', '/'],
  ['ABOUT US', '/#about'],
  ['SERVICES', '/services'],
  ['APPS', '/apps'],
  ['CONTACT US', '/contact'],
] as const;
const mainNavigation = { tag: 'nav', name: 'Main' };

test('P-2 P-3 P-12 P-13 P-14 P-15 P-16 P-18 the served HTML holds the links and words of header and footer', async ({
  product,
}) => {
  const page = await readPage(`${product.url}/`);
  const linksIn = page.one(mainNavigation).all('a');
  expect(linksIn.map((link) => [link.text, link.attribute('href')])).toEqual(links);
  const logo = (await readPage(`${product.url}/terms`))
    .one('header')
    .one({ tag: 'a', name: 'Fairlead Digital' });
  expect(logo.attribute('href')).toBe('/');
  const footer = page.one('footer');
  for (const href of ['/#about', '/contact', '/privacy', '/terms', '/auth'])
    expect(footer.all({ tag: 'a', href }), href).not.toEqual([]);
  expect(footer.one({ tag: 'a', name: 'Admin Login' }).attribute('href')).toBe('/auth');
  expect(footer.all({ tag: 'a', href: '/services' })).toHaveLength(4);
  for (const words of [
    'result-oriented digital marketing services built as modular apps',
    'Pay Per Results SEO',
    'Winning Websites',
    'Email Marketing',
    'Review Generation & Reputation',
    '25+ years of digital marketing excellence',
    'Privacy Policy',
    'Terms of Use',
    'About Us',
  ])
    expect(footer.text).toContain(words);
  for (const words of ['dedicated account manager', '30-minute consultation', 'Canada and worldwide'])
    expect(page.text).toContain(words);
});

test('P-8 G-23 aria-current follows the path; a hash link is never current', async ({ product }) => {
  for (const [path, current] of [
    ['/', ['HOME']],
    ['/services', ['SERVICES']],
    ['/services/accessibility-audit', ['SERVICES']],
    ['/apps/ringcheck', ['APPS']],
    ['/contact', ['CONTACT US']],
    ['/privacy', []],
  ] as const) {
    const navigation = (await readPage(product.url + path)).one(mainNavigation);
    expect([path, navigation.texts({ 'aria-current': true })]).toEqual([path, current]);
  }
});

test('P-22 A-30 every page is served with its heading and its content', async ({ product }) => {
  for (const [path, content] of [
    ['/', { class: 'tile' }],
    ['/services', { class: 'tile' }],
    ['/services/accessibility-audit', { 'aria-labelledby': 'pricing-title' }],
    ['/apps', { 'data-app-card': true }],
    ['/apps/ringcheck', 'figure'],
    ['/resources', { class: 'tile' }],
    ['/resources/ten-minute-keyboard-test', { class: 'prose' }],
    ['/contact', 'form'],
  ] as const) {
    const page = await readPage(product.url + path);
    expect([path, page.all('h1').length]).toEqual([path, 1]);
    expect(page.all(content).length, path).toBeGreaterThan(0);
  }
});

test('every sentence of a public page is whole in its HTML', async ({ product }) => {
  const paths = await readSitemapPaths(product.url);
  expect(paths.length).toBeGreaterThan(20);
  const more = [
    '/nope',
    '/services/nope',
    '/services?category=e-mail',
    '/contact?sent=1',
    '/apps/leadline?proposal=',
  ];
  for (const path of [...paths, ...more, '/auth']) {
    const { html } = await readPage(product.url + path);
    expect([path, html.match(/.{0,40}<!--.{0,40}/s)?.[0] ?? 'whole']).toEqual([path, 'whole']);
  }
});

test('P-17 the served year is that of the server’s clock at the request @audit', async () => {
  const ahead = Date.parse('2031-06-01T12:00:00Z') - Date.now();
  const clock = `
    const now = () => Math.floor(performance.timeOrigin + performance.now() + ${ahead});
    globalThis.Date = class extends Date {
      constructor(...given) { given.length ? super(...given) : super(now()); }
      static now() { return now(); }
    };
    const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get() { const format = get.call(this); return (date = now()) => format(date); },
    });`;
  await using product = await startProduct({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
  });
  const { html } = await readPage(`${product.url}/terms`);
  expect(html).toMatch(/©[^<]*(?:<\/span>)?<span data-clock="year">2031<\/span>/);
  expect(html).toContain('June 1, 2031');
});
