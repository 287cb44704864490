import type { Page } from '@playwright/test';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test, type ContextOptions, type NewContext } from '../product/fixture.ts';
import { startProduct, type Product } from '../product/product.ts';
import type { Account } from '../product/staff.ts';
import { openAgencySection, openAsOwner, saveAgencySection } from './agency-editor.ts';

/** For all tests of this file, each of which begins with the details as they come. */
let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});

test.afterAll(() => product.stop());

async function openEditor(newContext: NewContext, options: ContextOptions = {}) {
  const opened = await openAsOwner(newContext, product, options);
  await resetAgency(opened.owner);
  return opened;
}

/** Saves the agency's details as they come; without a saved version they are so already. */
async function resetAgency({ client }: Account): Promise<void> {
  const versions = client.from('agency_settings').select('id').order('id', { ascending: false }).limit(1);
  const newest = (await versions.maybeSingle().throwOnError()).data;
  if (newest === null) return;
  await client.from('agency_settings').insert({ facts: {}, texts: {}, based_on: newest.id }).throwOnError();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const home = async () => (await fetch(product.url)).text();

/** Closes the toast, so that the next one must come from the next save. */
async function closeToast(page: Page): Promise<void> {
  await expect(page.locator('.toast')).toContainText('Saved');
  await page.locator('.toast').getByRole('button').first().click();
  await expect(page.locator('.toast')).toHaveCount(0);
}

test('B-260 each section of the agency’s details has a URL, and the keyboard is enough to save one and open the next', async ({
  newContext,
}) => {
  const { page } = await openEditor(newContext);
  await page.goto('/dashboard/agency#hours');
  await expect(page).toHaveURL(/\/dashboard\/agency\/hours$/);
  await page.goto('/dashboard/agency/nothing');
  await expect(page).toHaveURL(/\/dashboard\/agency\/contact$/);
  await expect(heading(page, 'Name and contact')).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(links).toHaveCount(16);
  await expect(links.first()).toHaveAttribute('aria-current', 'page');

  const goOn = page.getByRole('button', { name: 'Save and continue' });
  await page.getByLabel('Agency name').fill('Maple');
  await goOn.focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Logo')).toBeFocused();
  expect(await home()).toContain('Maple offers');
  // announced without a toast, which would cover the fields; the dashboard shows the new name at once
  await expect(page.getByRole('status').filter({ hasText: 'Name and contact: saved' })).toBeAttached();
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(
    page
      .getByRole('img', { name: 'Maple' })
      .or(page.getByText('Maple', { exact: true }))
      .first(),
  ).toBeVisible();
  // nothing is saved if nothing was changed
  await goOn.focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Colours')).toBeFocused();
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(heading(page, 'Colours')).toBeVisible();
  await links.last().click();
  await expect(heading(page, 'Versions')).toBeFocused();
  await expect(goOn).toHaveCount(0);
  await expect(page.getByText('Changed: Agency name')).toBeVisible();
  await links.nth(-2).click();
  await page.getByRole('button', { name: 'Save and finish' }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('B-260 what is typed in one section stays while others are shown, is saved from any of them, and its problems lead back to it', async ({
  newContext,
}) => {
  const { page } = await openEditor(newContext);
  await page.goto('/dashboard/agency/contact');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await page.getByLabel('Agency name').fill('');
  await sections.getByRole('link', { name: 'Footer and call to action' }).click();
  await page.getByLabel('Tagline (footer)', { exact: true }).fill('Since 2001');
  await expect(page.getByText('Unsaved changes: Name and contact, Footer and call to action')).toBeVisible();
  await expect(sections.getByRole('link', { name: 'Name and contact (unsaved)' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const problem = page.getByRole('link', { name: 'Fill in “Agency name”' });
  await expect(problem).toBeVisible();
  await problem.press('Enter');
  const name = page.getByLabel('Agency name');
  await expect(name).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard\/agency\/contact$/);
  await page.keyboard.type('Birch');
  expect(await findAxeProblems(page, [320, 1440])).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await sections.getByRole('button', { name: 'All sections' }).press('Enter');
  await sections.getByRole('link', { name: 'Versions' }).press('Enter');
  await expect(heading(page, 'Versions')).toBeFocused();
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect(await home()).toMatch(/Birch offers[\s\S]*Since 2001/);
  await sections.getByRole('button', { name: 'All sections' }).press('Enter');
  await sections.getByRole('link', { name: 'Name and contact' }).press('Enter');
  await name.fill('Elm');
  await page.goto('/dashboard/messages');
  await page.goto('/dashboard/agency');
  await expect(name).toHaveValue('Elm');
});

test('B-260 two tabs that edit different fields both save; if they edit the same one, the second must confirm @audit', async ({
  newContext,
}) => {
  const { page } = await openEditor(newContext);
  const other = await page.context().newPage();
  await page.goto('/dashboard/agency/contact');
  await other.goto('/dashboard/agency/closing');
  const tagline = other.getByLabel('Tagline (footer)', { exact: true });
  await tagline.fill('Since 2001');
  await page.getByLabel('Agency name').fill('Maple');
  const save = (tab: Page) => tab.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await save(page);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await save(other);
  await expect(other.getByText('All changes saved')).toBeVisible();
  expect(await home()).toMatch(/Maple offers[\s\S]*Since 2001/);

  await page.getByLabel('Agency name').fill('Elm');
  await save(page);
  // both changes are saved: the other tab saved the tagline
  await expect(page.getByText('All changes saved')).toBeVisible();
  await other.goto('/dashboard/agency/contact');
  await other.getByLabel('Agency name').fill('Birch');
  await page.getByLabel('Agency name').fill('Oak');
  await save(page);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await save(other);
  await expect(other.getByRole('alert')).toContainText(/ changed this too\. Choose what to keep:/);
  expect(await home()).toContain('Oak offers');
  await other.getByRole('button', { name: 'Keep mine' }).press('Enter');
  await save(other);
  await expect(other.getByText('All changes saved')).toBeVisible();
  expect(await home()).toMatch(/Birch offers[\s\S]*Since 2001/);
});

test('B-261 the live page beside the fields shows what is typed before it is saved, at two widths and in both themes, and the console stays empty', async ({
  newContext,
}) => {
  const { page } = await openEditor(newContext);
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  await page.goto('/dashboard/agency/opening');
  const before = await home();
  const preview = page.getByRole('region', { name: 'Preview' });
  const shown = page.frameLocator('iframe');
  await expect(shown.getByRole('heading', { level: 1 })).toContainText('Get found.');
  const frame = (await preview.locator('iframe').boundingBox())!;
  const fields = (await page.getByLabel('Title', { exact: true }).boundingBox())!;
  expect(frame.x).toBeGreaterThan(fields.x + fields.width);
  await page.getByLabel('Title', { exact: true }).fill('Be found by *anyone.*');
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Be found by anyone.');
  expect(await home()).toBe(before);

  const width = () => page.frames()[1]!.evaluate(() => innerWidth);
  expect(await width()).toBe(1280);
  await preview.getByRole('button', { name: 'Phone' }).press('Enter');
  await expect.poll(width).toBe(390);
  await expect(preview.getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true');
  const ground = () =>
    page.frames()[1]!.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await preview.getByRole('button', { name: 'Dark' }).press('Space');
  await expect.poll(ground).toBe('dark');
  // the preview can be scrolled by keyboard, but nothing in it can be focused
  const around = page.getByRole('region', { name: 'The page, with your unsaved changes' });
  await preview.getByRole('button', { name: 'Dark' }).press('Tab');
  await expect(around).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect.poll(() => around.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  await preview.getByLabel('Page', { exact: true }).selectOption('Contact');
  await expect(shown.getByRole('heading', { level: 1 })).not.toContainText('found');
  expect(await findAxeProblems(page, [390, 1440])).toEqual([]);

  // each section begins with a page that shows what it edits
  for (const [section, title] of [
    ['reputation', 'Our Services'],
    ['forms', 'Get in Touch'],
    ['accessibility', 'Accessibility Statement'],
  ] as const) {
    await page.goto(`/dashboard/agency/${section}`);
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText(title);
  }
  await page.goto('/dashboard/agency/search');
  await page.getByLabel('Home page title in search results').fill('Found by anyone');
  await expect(preview.getByRole('figure')).toContainText('Found by anyone');
  await page.goto('/dashboard/agency/mail');
  await expect(page.getByLabel('Reply signature')).toBeVisible();
  await expect(preview).toHaveCount(0);
  expect(messages).toEqual([]);
});

test('B-262 placeholders are inserted at the caret from a list with descriptions, by keyboard', async ({
  newContext,
}) => {
  const { page } = await openEditor(newContext);
  await page.goto('/dashboard/agency/closing');
  const title = page.getByLabel('Call-to-action title');
  await title.fill('Call  now');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowLeft');
  const menu = page.getByRole('button', { name: 'Insert a detail into “Call-to-action title”' });
  await page.keyboard.press('Tab');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  const first = page.getByRole('button', { name: 'Agency name', exact: true });
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Phone number', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title).toBeFocused();
  await expect(title).toHaveValue('Call {{phone}} now');
  await page.keyboard.type('!');
  await expect(title).toHaveValue('Call {{phone}}! now');
  await page.keyboard.press('Control+z');
  await expect(title).toHaveValue('Call  now');
  // in a field that was never focused, the detail is added at the end
  const text = page.getByLabel('Call-to-action text');
  const typed = await text.inputValue();
  await page.getByRole('button', { name: 'Insert a detail into “Call-to-action text”' }).press('Enter');
  await page.getByRole('button', { name: 'Years in business', exact: true }).press('Enter');
  await expect(text).toHaveValue(`${typed}{{years}}`);
  // facts have no menu, because placeholders are not replaced in them
  await page.goto('/dashboard/agency/contact');
  await expect(page.getByLabel('Agency name')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Insert a detail/ })).toHaveCount(0);
});

test('B-262 the time zone offers Canada’s zones by name first and suggests the browser’s', async ({
  newContext,
}) => {
  const { page } = await openEditor(newContext, { timezoneId: 'America/Halifax' });
  await page.goto('/dashboard/agency/hours');
  const zone = page.getByLabel('Time zone');
  await expect(zone).toHaveValue('America/Toronto');
  const options = await zone.locator('optgroup').first().locator('option').allTextContents();
  expect(options[0]).toBe("Newfoundland Time (St. John's)");
  expect(options).toContain('Atlantic Time (Halifax)');
  expect(options).toContain('Eastern Time (Toronto)');
  expect(options.at(-1)).toMatch(/Yukon|Pacific/);
  await expect(page.getByText('Your browser is set to Atlantic Time (Halifax).')).toBeVisible();
  await page.getByRole('button', { name: 'Use this time zone' }).press('Enter');
  await expect(zone).toBeFocused();
  await expect(zone).toHaveValue('America/Halifax');
  await expect(page.getByText('Your browser is set to')).toHaveCount(0);
});

test('B-260 a province sets zone, holidays and the hours that are shown; the home page’s texts set those of search results @audit', async ({
  newContext,
}) => {
  const { page } = await openEditor(newContext);
  await page.goto('/dashboard/agency/contact');
  await page.getByLabel('Province').fill('Saskatchewan');
  await page.getByLabel('City').fill('Regina');
  await expect(page.getByText('Unsaved changes: Name and contact, Business hours')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await closeToast(page);
  expect(await home()).toContain('Monday - Friday: 9:00 AM - 5:00 PM Central Standard Time');
  await page.goto('/dashboard/agency/hours');
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Regina');
  await expect(page.getByLabel('Holidays', { exact: true })).toHaveValue('sk');
  await page.getByRole('button', { name: 'Open Monday to Friday, 9 to 5' }).press('Enter');
  await expect(page.getByLabel('Friday, closes at')).toHaveValue('17:00');
  const copy = page.getByRole('button', { name: 'Same hours Tuesday to Friday' });
  await expect(copy).toBeFocused();
  await page.getByLabel('Monday, opens at').fill('08:30');
  await copy.press('Enter');
  const hours = page.getByLabel('Business hours (shown)');
  await expect(hours).toHaveValue('Monday - Friday: 8:30 AM - 5:00 PM Central Standard Time');
  await hours.fill('By appointment');
  await page.getByLabel('Monday, opens at').fill('09:00');
  await expect(hours).toHaveValue('By appointment');
  await page.goto('/dashboard/agency/opening');
  await page.getByLabel('Text above the title').fill('Marketing for clinics');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await closeToast(page);
  expect(await home()).not.toContain('digital marketing excellence');
});

const logoMarkup =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><rect width="240" height="60" rx="12" fill="#102030"/></svg>';

test('B-84 one press saves details and partners with a logo, which the home page shows in place of the name', async ({
  newContext,
}) => {
  const { page } = await openEditor(newContext);
  await page.goto('/dashboard/agency');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByLabel('Agency name').fill('Maple');
  await openAgencySection(page, 'Partners');
  const names = page.getByLabel('Partner names on the home page');
  await names.fill('Moosewick Dental\nBirch & Sons');
  await expect(page.getByText('Unsaved changes: Name and contact, Partners')).toBeVisible();
  const previewed = page.frameLocator('iframe').getByRole('region', { name: 'Who we work with' });
  await expect(previewed.getByRole('listitem')).toHaveText(['Moosewick Dental', 'Birch & Sons']);
  const row = page.getByRole('listitem').filter({ hasText: 'Birch & Sons' });
  await row.locator('input[type=file]').setInputFiles({
    name: 'birch.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(logoMarkup),
  });
  await expect(row.getByRole('button', { name: 'Replace the logo for Birch & Sons' })).toBeVisible();
  await saveAgencySection(page);
  await expect(page.getByText('All changes saved')).toBeVisible();
  const visitor = await (await newContext({ baseURL: product.url, colorScheme: 'dark' })).newPage();
  await visitor.goto('/');
  const strip = visitor.getByRole('region', { name: 'Who we work with' }).getByRole('listitem');
  await expect(strip).toHaveCount(2);
  await expect(strip.first()).toHaveText('Moosewick Dental');
  const logo = strip.nth(1).getByRole('img', { name: 'Birch & Sons' });
  await logo.scrollIntoViewIfNeeded();
  const { width, height } = (await logo.boundingBox())!;
  expect([Math.round(width), Math.round(height)]).toEqual([155, 39]);
  expect(await home()).toContain('Maple offers');

  await row.getByRole('button', { name: 'Remove the logo for Birch & Sons' }).click();
  await expect(row.getByRole('button', { name: 'Add a logo for Birch & Sons' })).toBeFocused();
  await product.admin.from('partners').insert({ name: 'Theirs', sort_order: 9 }).throwOnError();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else changed this too');
  await page.getByRole('button', { name: 'Use theirs' }).click();
  await expect(names).toHaveValue('Moosewick Dental\nBirch & Sons\nTheirs');
});
