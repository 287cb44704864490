import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fetchPageText, openAsOwner, openAgencySection, saveAgencySection } from './agency-editor.ts';

const wideLogo = (fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><script>alert(1)</script><rect width="240" height="60" rx="12" fill="${fill}"/></svg>`,
  );

test('B-67 A-2 an uploaded logo replaces the drawn mark on pages, in the tab, structured data and share image; one that would vanish has a plate @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const before = await fetchPageText(product, '/');
  const { page } = await openAsOwner(newContext, product);
  await page.goto('/dashboard/agency/logo');
  const upload = page.getByRole('group', { name: 'Logo', exact: true }).locator('input[type=file]');
  await upload.setInputFiles({
    name: 'words.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg><text>x</text></svg>'),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'Convert it to outlines' })).toBeVisible();
  await upload.setInputFiles({ name: 'maple.svg', mimeType: 'image/svg+xml', buffer: wideLogo('#102030') });
  await expect(page.getByText('maple.svg uploaded.')).toBeVisible();
  await expect(page.getByLabel('Logo works on')).toHaveValue('light');
  expect(await fetchPageText(product, '/')).toBe(before);
  await openAgencySection(page, 'Name and contact');
  await page.getByLabel('Agency name').fill('Maple');
  await saveAgencySection(page);

  const home = await fetchPageText(product, '/');
  const [, address = ''] = /<link rel="icon" href="([^"]+)"/.exec(home) ?? [];
  expect(await fetchPageText(product, address)).toMatch(/^<svg .*>M<\/text><\/svg>$/);
  const [, logo = ''] = /"logo":"([^"]+)"/.exec(home) ?? [];
  expect((await fetch(logo)).headers.get('content-type')).toBe('image/webp');
  expect(await (await fetch(logo)).text()).not.toContain('alert');
  const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(home) ?? [];
  expect((await fetch(image)).headers.get('cache-control')).toContain('immutable');

  const visitor = await (await newContext({ baseURL: product.url, colorScheme: 'dark' })).newPage();
  for (const path of ['/', '/auth', '/nothing']) {
    await visitor.goto(path);
    const shown = visitor.getByRole('img', { name: 'Maple', exact: true }).first();
    await expect(shown).toBeVisible();
    const { width, height } = (await shown.boundingBox())!;
    expect(width / height).toBeCloseTo(4, 0);
    expect(await shown.locator('..').evaluate((plate) => getComputedStyle(plate).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
  }
  await page.getByLabel('Agency name').fill('Fairlead Digital');
  await openAgencySection(page, 'Logo');
  await page.getByRole('button', { name: 'Remove “Logo”' }).click();
  await page.getByLabel('Logo works on').selectOption('any');
  await saveAgencySection(page);
  expect(await fetchPageText(product, '/')).toBe(before);
});

test('B-67 A-2 colours are corrected while an owner chooses and shown on the home page; saved, pages have them in one early style sheet @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const before = await fetchPageText(product, '/');
  const { page } = await openAsOwner(newContext, product);
  await page.goto('/dashboard/agency/colours');
  await page.getByRole('radio', { name: 'Your own' }).check();
  await page.getByLabel('Links and buttons', { exact: true }).fill('#FF6600');
  await expect(page.getByLabel('Links and buttons', { exact: true })).toHaveAccessibleDescription(
    /Too light to read. Pages use #[0-9a-f]{6}/,
  );
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Services' }).first();
  await expect(link).toBeVisible();
  const shown = () =>
    page
      .frames()[1]!
      .evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--harbour'));
  await expect.poll(shown).not.toContain('#0b4a5e');
  expect(await fetchPageText(product, '/')).toBe(before);
  await page.getByLabel('Lines and marks', { exact: true }).fill('#12');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Enter a colour as #/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Forest' }).check();
  await saveAgencySection(page);
  const home = await fetchPageText(product, '/');
  const [head = ''] = home.split('</head>');
  const [, address = ''] = /<link rel="stylesheet" href="(\/colours\/[^"]+)"/.exec(head) ?? [];
  expect(head.indexOf(address)).toBeGreaterThan(head.indexOf('/assets/'));
  const sheet = await fetch(product.url + address);
  expect(sheet.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await sheet.text()).toContain('--harbour:light-dark(#1d5138,');
  expect((await fetch(`${product.url}/`)).headers.get('x-frame-options')).toBe('DENY');
  const visitor = await (await newContext({ baseURL: product.url })).newPage();
  for (const path of ['/', '/services', '/contact', '/auth']) {
    await visitor.goto(path);
    expect(await findAxeProblems(visitor, [390, 1280])).toEqual([]);
  }
});

test('B-67 own colours stay once scripts have fetched their style sheets; a link to a section leaves the screen whole @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const { page, owner } = await openAsOwner(newContext, product);
  await owner.client
    .from('agency_settings')
    .insert({ facts: { palette: 'forest' } })
    .throwOnError();
  const links = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--harbour'));
  await openHydrated(page, '/contact');
  await page.getByRole('link', { name: 'Services' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Services');
  expect(await links()).toContain('#1d5138');
  await page.goto('/dashboard/agency#logo');
  await expect(page).toHaveURL(/\/dashboard\/agency\/logo$/);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  expect(await links()).toContain('#1d5138');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});
