import type { Page } from '@playwright/test';
import { contentTables, contentType } from '../../site/app/content/content-types.ts';
import { sitePagePaths } from '../../site/app/seo/site-pages.ts';
import { expect } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { openDialog } from '../lead/lead-forms.ts';
import type { Product } from '../product/product.ts';
import { keepToast, toasts } from '../product/toasts.ts';
import type { Screen, State } from './combinations.ts';
import { served } from './state-steps.ts';

const menu: State = {
  name: 'menu open',
  at: (width) => width < 768,
  async open(page, path) {
    await openHydrated(page, path);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.locator('dialog#menu')).toBeVisible();
  },
};

const picture: State = {
  name: 'picture open',
  async open(page, path) {
    await openHydrated(page, path);
    await page.getByRole('button', { name: /^Enlarge screenshot 1/ }).click();
    await expect(page.getByRole('dialog', { name: /^Screenshot 1/ })).toBeVisible();
  },
};

const dialog: State = {
  name: 'dialog open',
  open: async (page, path) => void (await openDialog(page, path)),
};

const dialogErrors: State = {
  name: 'dialog with errors and a toast',
  async open(page, path) {
    const form = await openDialog(page, path);
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(form.locator('[aria-invalid=true]').first()).toBeVisible();
    await keepToast(page);
  },
};

async function sendEmpty(page: Page): Promise<void> {
  await openHydrated(page, '/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toasts(page)).toBeVisible();
}

const errors: State = {
  name: 'errors',
  async open(page) {
    await sendEmpty(page);
    await toasts(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toasts(page)).toHaveCount(0);
  },
};

const toast: State = {
  name: 'toast up',
  async open(page) {
    await sendEmpty(page);
    await keepToast(page);
  },
};

const kept: State = {
  name: 'kept on this device',
  ownPage: true,
  async open(page) {
    await page.route('**/*.data*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await openHydrated(page, '/contact');
    const form = page.locator('main form');
    await form.getByLabel('Name').fill('Ana Roy');
    await form.getByLabel('Email').fill('ana@roy.example');
    await form.getByLabel('Message').fill('Could you look at our form?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Saved on this device.')).toBeVisible();
    await keepToast(page);
  },
};

/** An error of a link is shown on the page it leads to. */
const urlError: State = {
  name: 'problem in the address',
  async open(page, path) {
    await page.goto(`${path}?error=access_denied&error_code=otp_expired`);
    await page.keyboard.press('Tab');
    await expect(toasts(page)).toContainText('This link has expired');
    await keepToast(page);
  },
};

const loading: State = {
  name: 'loading',
  async open(page, path) {
    await openHydrated(page, path);
    // never answered: the next page stays on its way
    await page.route('**/resources.data*', () => {});
    await page.locator('footer').getByRole('link', { name: 'Resources' }).click();
    await expect(page.getByRole('status')).toContainText('Loading');
  },
};

const bookErrors: State = {
  name: 'errors',
  async open(page, path) {
    await page.goto(path);
    await page.getByText('Show more days').click();
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
};

/** The page of its link, with both choices open. */
const booked: State = {
  name: 'booked',
  async open(page, path) {
    await page.goto(path);
    await page.getByRole('radio').first().check();
    await page.getByLabel('Name').fill('Bo Lind');
    await page.getByLabel('Email').fill('audit@lind.example');
    await page.getByRole('button', { name: 'Book this time' }).click();
    await page.getByText('Cancel it').click();
    await page.getByText('Move it').click();
  },
};

const onPage = [served, menu];

/** Beyond those that every page can be in. */
const furtherStates: Record<string, State[]> = {
  '/': [loading, urlError],
  '/contact': [errors, toast, kept],
  '/book': [bookErrors, booked],
};

/** Every kind of public page, in every state that it can be in while there is something to show. */
export const publicScreens: Screen[] = [
  ...sitePagePaths.map((path) => ({ path, states: [...onPage, ...(furtherStates[path] ?? [])] })),
  { path: '/services?category=search', states: onPage },
  { path: '/services/accessibility-audit', states: [...onPage, dialog, dialogErrors] },
  { path: '/services/paid-search-social', states: [served] },
  { path: '/apps/ringcheck', states: [...onPage, dialog, dialogErrors, picture] },
  { path: '/apps/leadline?proposal=', states: [served] },
  { path: '/resources/ten-minute-keyboard-test', states: onPage },
  { path: '/case-studies/found-in-three-towns-instead-of-one', states: onPage },
  { path: '/contact?sent=1', states: [served] },
  { path: '/nope', states: onPage },
  { path: '/services/nope', states: [served] },
  { path: '/preview/services/nothing', states: [served] },
  { path: '/book/none-of-ours', states: [served] },
  { path: '/unsubscribe/none-of-ours', states: [served] },
];

const empty: State = { ...served, name: 'empty' };

/** The pages that list something, where nothing is published. */
export const emptyScreens: Screen[] = ['/', ...contentTables.map((table) => contentType(table).path)].map(
  (path) => ({ path, states: [empty] }),
);

export async function unpublishAll(product: Product): Promise<void> {
  for (const table of contentTables) {
    const { error } = await product
      .admin()
      .from(table)
      .update({ is_published: false })
      .eq('is_published', true);
    expect(error).toBeNull();
  }
}
