import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test, type ContextOptions } from '../product/fixture.ts';
import { fillByLabel, leadFormValues } from './lead-forms.ts';
import { readLeadsByEmail } from '../product/read-leads.ts';

const first = '/services?utm_source=letter&utm_medium=email&utm_campaign=spring%20%3Cb%3E';

/** Arrives through a link on a page of another site. */
async function arriveFrom(site: string, page: Page, url: string): Promise<void> {
  await page.route(site, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${url.replaceAll('&', '&amp;')}">agency</a>` }),
  );
  await page.goto(site);
  await page.getByRole('link').click();
  await page.waitForURL((now) => now.href.startsWith(url.split('?')[0] ?? ''));
}

test('B-61 a lead contains the first page of its visit, the linking site and the campaign, which are stored only in the tab', async ({
  page,
  product,
}) => {
  await arriveFrom('http://www.search.example/find?q=private', page, product.url + first);
  // like pages without interaction: by their URLs, without our scripts
  for (const path of ['/about-nothing', '/contact']) {
    await page.evaluate((to) => location.assign(to), path);
    await page.waitForURL(`**${path}`);
  }
  await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: 'visit@roy.example' });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.locator('#sent')).toBeVisible();
  expect(await readLeadsByEmail(product, 'visit@roy.example')).toMatchObject([
    {
      source_path: '/contact',
      landing_path: '/services',
      referrer_host: 'search.example',
      campaign_source: 'letter',
      campaign_medium: 'email',
      campaign_name: null,
    },
  ]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name === 'visit'))).toEqual([
    'visit',
  ]);
  // arriving from another site again starts another visit
  await arriveFrom('http://other.example/', page, `${product.url}/contact`);
  expect(await page.evaluate(() => sessionStorage.visit as string)).toBe('/contact http://other.example/');
});

test('B-61 if a browser requests privacy, and without scripts, only the page of the form is stored', async ({
  newContext,
  product,
}) => {
  for (const [email, options] of sampleMatrix<[email: string, options: ContextOptions]>(
    [['private@roy.example', { extraHTTPHeaders: { 'sec-gpc': '1' } }]],
    [['plain-source@roy.example', { javaScriptEnabled: false }]],
  )) {
    const context = await newContext({ ...options, baseURL: product.url });
    if (email === 'private@roy.example')
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
      );
    const page = await context.newPage();
    await arriveFrom('http://www.search.example/', page, product.url + first);
    await page.goto('/contact');
    await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: email });
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.locator('#sent')).toBeVisible();
    expect(await readLeadsByEmail(product, email)).toMatchObject([
      { landing_path: '/contact', referrer_host: null, campaign_source: null },
    ]);
    if (email === 'private@roy.example')
      expect(await page.evaluate(() => sessionStorage.visit as string | undefined)).toBeUndefined();
  }
});
