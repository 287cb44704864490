import { palettes } from '../../site/app/colours/colour-tokens.ts';
import { createColourStyleSheet } from '../../site/app/colours/colour-style-sheet.server.ts';
import { runAxe } from '../audit/axe.ts';
import { waitUntilStill } from '../audit/presentation.ts';
import { expect, test } from '../product/fixture.ts';
import { publicPaths, sampledPublicPaths } from './public-paths.ts';

/** What is printed: everything that takes space and is not white on white by accident. */
const pressed =
  'header button, header nav, .theme-switch, main .button:not([href^=http]), .line svg, .chart, dialog';

/** The text colour and background of everything that has a box. */
function readColours(): string[] {
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const { color, backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      return [element.tagName, element.className, color, backgroundColor, backgroundImage, opacity].join(' ');
    });
}

test('A-25 printed pages are dark on white in both themes, with AAA contrast and without controls @audit', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  // the visitor's own theme must not affect the print either
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  for (const path of publicPaths) {
    await page.goto(path);
    await waitUntilStill(page);
    const rules = ['color-contrast', 'color-contrast-enhanced'];
    const { violations } = await runAxe(page, { enhanced: true, rules });
    expect(violations, path).toEqual([]);
    await expect(page.locator(pressed).filter({ visible: true }), path).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    const { ground, ink } = await page.evaluate(() => ({
      ground: getComputedStyle(document.documentElement).backgroundColor,
      ink: getComputedStyle(document.querySelector('h1') ?? document.body).color,
    }));
    expect([path, ground, ink]).toEqual([path, 'rgba(0, 0, 0, 0)', 'rgb(15, 31, 43)']);

    // The print from the light theme is the same.
    const fromDark = await page.evaluate(readColours);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
    await waitUntilStill(page);
    expect(await page.evaluate(readColours), path).toEqual(fromDark);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  }
});

test('A-25 in print, prices are readable, and URLs of other sites are beside their links', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/services/pay-per-results-seo');
  for (const price of ['Pay for Results', '$1,200', '$450'])
    await expect(page.getByRole('region', { name: 'Pricing' }).getByText(price)).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: '1-800-555-0199' })).toBeVisible();
  await page.goto('/apps/ringcheck');
  const demo = page.getByRole('link', { name: /Try Live Demo/ });
  await expect(demo).toBeVisible();
  const [href, after] = await demo.evaluate((link) => [
    link.getAttribute('href') ?? '?',
    getComputedStyle(link, '::after').content,
  ]);
  expect(after).toContain(href);
});

test('A-25 on paper links and headings have the owner’s colour, and of two logos the one for light grounds @audit', async ({
  page,
}) => {
  const { address, values } = createColourStyleSheet(palettes.forest);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/services/paid-search-social');
  await page.addStyleTag({ url: address });
  await page.evaluate(() => {
    document.querySelector('header .logo')!.innerHTML =
      '<i class="logo-on-light">one</i><i class="logo-on-dark">other</i>';
  });
  const heading = page.getByRole('heading', { level: 2, name: 'Pricing' });
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(values.harbour[0].slice(at, at + 2), 16));
  await expect(heading).toHaveCSS('color', `rgb(${red}, ${green}, ${blue})`);
  await expect(page.locator('header .logo-on-light')).toBeVisible();
  await expect(page.locator('header .logo-on-dark')).toBeHidden();
});

test('B-446 on paper, marks of lists are printed, no heading is alone at the end of a page, and no address is there twice', async ({
  page,
  ownProduct: product,
}) => {
  const { data } = await product.admin
    .from('posts')
    .select('id, slug')
    .eq('is_published', true)
    .limit(1)
    .single();
  const body = 'A link: [https://one.example/a](https://one.example/a), and [another](https://two.example/).';
  await product.admin
    .from('posts')
    .update({ body })
    .eq('id', data?.id ?? '')
    .throwOnError();
  await page.emulateMedia({ media: 'print' });
  const after = (name: string) =>
    page.getByRole('link', { name }).evaluate((link) => getComputedStyle(link, '::after').content);
  await page.goto(`${product.url}/resources/${data?.slug}`);
  expect(await after('https://one.example/a')).toBe('none');
  expect(await after('another')).toContain('two.example');

  for (const path of sampledPublicPaths) {
    await page.goto(product.url + path);
    const faults = await page.evaluate(() => {
      const email = document.querySelectorAll('main dl a[href^="mailto:"]');
      const shown = [...document.querySelectorAll('footer a[href^="mailto:"]')].filter((link) =>
        link.checkVisibility(),
      );
      const marks = [...document.querySelectorAll('main .buoy, main .buoys > li, main .prose ul > li')];
      const heads = [...document.querySelectorAll('main :is(h1, h2, h3)')].filter((head) =>
        head.checkVisibility(),
      );
      const lists = [...document.querySelectorAll('main .prose :is(ul, ol)')];
      const rows = [...document.querySelectorAll('.tiles, .tile')].filter((part) => part.checkVisibility());
      return {
        twice: email.length > 0 && shown.length > 0,
        unprinted: marks.filter((li) => getComputedStyle(li, '::before').printColorAdjust !== 'exact').length,
        alone: heads.filter((head) => getComputedStyle(head).breakAfter !== 'avoid').length,
        // a list as long as its text would leave half a page empty before it
        whole: lists.filter((list) => getComputedStyle(list).breakInside === 'avoid').length,
        // a page ends before the first row of a grid, even after a heading
        grids: rows.filter((part) => getComputedStyle(part).display === 'grid').length,
      };
    });
    expect(faults, path).toEqual({ twice: false, unprinted: 0, alone: 0, whole: 0, grids: 0 });
  }
});
