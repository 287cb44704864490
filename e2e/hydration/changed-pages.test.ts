// Tests of pages that an extension or the browser changes before the first interaction: what a visitor has entered
// survives a failed hydration.
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { movePointer, expectHydrated, markHydration } from '../product/hydrated.ts';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { translatePages } from '../translated/translate-page.ts';
import { holdScripts } from './watch-page.ts';

/** Changes that extensions and browsers make to a page; each runs in the page. */
const changes: Record<string, (() => void) | 'translated'> = {
  'an element beside a field': () => {
    for (const field of document.querySelectorAll('main input:not([type=hidden]), main textarea')) {
      const button = document.createElement('div');
      button.setAttribute('data-assistant', '');
      field.after(button);
    }
  },
  'a phone number as a link': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (text.parentElement?.closest('script, style') || text.data.trim().length < 4) continue;
      // in a text that is the only child, React compares the words and keeps the link
      if (text.parentElement?.childNodes.length === 1) continue;
      const link = document.createElement('a');
      link.href = 'tel:+16045550100';
      link.textContent = text.data;
      text.replaceWith(link);
      return;
    }
  },
  'a translation': 'translated',
};

/** A page in its own context, because the fixture would report the expected fault. */
async function openChanged(context: BrowserContext, path: string, change: string): Promise<[Page, string[]]> {
  const page = await context.newPage();
  const reported: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') reported.push(message.text());
  });
  page.on('pageerror', (error) => reported.push(String(error)));
  await markHydration(page);
  const made = changes[change];
  if (made === 'translated') await translatePages(context, 'DOMContentLoaded');
  await page.goto(path);
  if (typeof made === 'function') await page.evaluate(made);
  return [page, reported];
}

/** Each field that a visitor can fill in, with its value. */
const readFields = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        'main :is(input, textarea, select), dialog :is(input, textarea)',
      ),
    ]
      .filter((field) => field.name !== '' && field.type !== 'hidden')
      .map(({ name, type, value, checked }) => [name, /radio|checkbox/.test(type) ? checked : value]),
  );

/** Fills all fields by script, as browsers fill in stored values. */
function fillIn(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('main :is(input, textarea)')) {
    if (field.type === 'checkbox') field.checked = true;
    else if (field.type === 'radio')
      field.checked =
        field.value ===
        document.querySelector<HTMLInputElement>(`[name="${field.name}"]:last-of-type`)?.value;
    else if (field.type !== 'hidden')
      field.value = field.type === 'email' ? 'ana@roy.example' : 'typed early';
  }
}

const paths = [
  '/contact',
  '/auth',
  '/accessibility',
  '/book',
  '/auth?forgot',
  '/services/accessibility-audit',
];
const pairs = Object.keys(changes).flatMap((change, i) =>
  paths.map((path, j) => ({ change, path, isFirst: j === i % 2 })),
);

for (const { change, path } of sampleMatrix(
  pairs.filter(({ isFirst }) => isFirst),
  pairs.filter(({ isFirst }) => !isFirst),
))
  test(`B-141 ${path} after ${change}: what was filled in, focus, selection and scroll outlive a failed hydration`, async ({
    browser,
    product,
  }) => {
    await using context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 390, height: 600 },
      reducedMotion: 'reduce',
    });
    const [page, reported] = await openChanged(context, path, change);
    await page.evaluate(fillIn);
    await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
    const before = await readFields(page);
    expect(before.length).toBeGreaterThan(0);
    const field = page
      .locator('main :is(input[type=text], input[type=password], textarea), dialog input[type=text]')
      .first();
    const isShown = await field.isVisible();
    const state = () =>
      page.evaluate(() => {
        const { activeElement: active } = document;
        const selection =
          active instanceof HTMLInputElement ? [active.selectionStart, active.selectionEnd] : [];
        return { focused: active?.getAttribute('name'), selection, scroll: scrollY };
      });
    // in one step, because the focus starts hydration
    if (isShown)
      await field.evaluate((element: HTMLInputElement) => {
        element.setSelectionRange(2, 5);
        element.focus({ preventScroll: true });
      });
    const stateBefore = await state();
    await movePointer(page);
    await expectHydrated(page);
    expect(await readFields(page)).toEqual(before);
    expect(await state()).toEqual(stateBefore);
    // All texts that React renders on that page are only children, so it hydrates even with changed texts.
    const fails = path !== '/accessibility' || change === 'an element beside a field';
    await expect
      .poll(() => reported)
      .toEqual(fails ? [expect.stringMatching(/hydration differs from the served page: <body>/)] : []);
  });

test('B-141 text that comes without a key, as from dictation, is inserted throughout a failed hydration @audit', async ({
  browser,
  product,
}) => {
  await using context = await browser.newContext({ baseURL: product.url });
  const [page] = await openChanged(context, '/contact', 'an element beside a field');
  const release = await holdScripts(page);
  await page.getByLabel('Email').focus();
  await page.getByLabel('Message').focus();
  release();
  let inserted = '';
  for (const isHydrated = page.locator('html[data-test=hydrated]'); (await isHydrated.count()) === 0;) {
    await page.keyboard.insertText('a ');
    inserted += 'a ';
  }
  await expect(page.getByLabel('Message')).toHaveValue(inserted);
});

test('B-141 typing goes on through a failed hydration, and the form is sent', async ({
  browser,
  product,
}) => {
  await using context = await browser.newContext({ baseURL: product.url });
  const [page] = await openChanged(context, '/contact', 'an element beside a field');
  const release = await holdScripts(page);
  await page.getByLabel('Name').pressSequentially('Ana ');
  release();
  const words = 'Roy writes while React renders the page again, and no key of it is lost';
  await page.keyboard.type(words, { delay: 5 });
  await expectHydrated(page);
  await page.keyboard.type('.');
  await expect(page.getByLabel('Name')).toHaveValue(`Ana ${words}.`);
  await page.getByLabel('Name').fill('Ana Roy');
  await page.getByLabel('Email').fill('translated-form@roy.example');
  await page.getByLabel('Message').fill('Could you look at our form?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.locator('.toast[data-variant=success]')).toBeVisible();
});

test('B-141 an early press of a button, an open dialog and the theme are kept after a failed hydration', async ({
  browser,
  product,
}) => {
  await using context = await browser.newContext({ baseURL: product.url });
  await context.addInitScript(() => localStorage.setItem('theme', 'dark'));
  const [page] = await openChanged(context, '/auth', 'a translation');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.goto('/services/accessibility-audit');
  const release = await holdScripts(page);
  await page
    .getByRole('region', { name: /^Ready to Get Started\?$/ })
    .getByRole('button')
    .click();
  const dialog = page.locator('dialog#proposal');
  await dialog.getByLabel('Name').fill('Ana');
  release();
  await expectHydrated(page);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Ana');
  await expect(dialog.getByLabel('Name')).toBeFocused();
});
