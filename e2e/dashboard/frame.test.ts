import type { Locator, Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { holdRequests } from '../product/hold-requests.ts';
import { expect, sessionStorageKey, openAs, test } from '../product/staff.ts';
import { test as visitorTest } from '../product/fixture.ts';
import { makeOwner } from './team.ts';

const paths = ['', '/services', '/messages', '/categories', '/media', '/settings'].map(
  (path) => `/dashboard${path}`,
);

visitorTest(
  'P-87 without a session the dashboard’s six paths lead to /auth, and no data is asked for',
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/')) asked.push(request.url());
    });
    for (const path of sampleMatrix(['/dashboard', '/dashboard/messages'], paths)) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/auth$/);
    }
    expect(asked).toEqual([]);
  },
);

test('P-86 G-28 a spinner until the session is known; the served page holds no staff data', async ({
  page,
}) => {
  const served = await page.request.get('/dashboard/messages');
  expect(served.headers()['x-robots-tag']).toContain('noindex');
  const html = await served.text();
  expect(html).toContain('Loading the dashboard...');
  expect(html).not.toContain('Management');
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto('/dashboard');
  await expect(page.getByRole('status').getByText('Loading the dashboard...')).toBeVisible();
  release();
  await expect(page.getByText('Admin Dashboard')).toBeVisible();
});

test('P-89 P-90 G-41 A-5 the skip link leads into the content; the sidebar has six entries, and the bar is no heading', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expect(page.locator('main dd').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const nav = page.getByRole('navigation', { name: 'Management' });
  const links = nav.getByRole('link');
  await expect(links).toHaveCount(6);
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(paths);
  for (const [index, word] of [
    'Dashboard',
    'Services',
    'Messages',
    'Categories',
    'Media',
    'Settings',
  ].entries()) {
    await expect(links.nth(index)).toContainText(word);
  }
  await expect(links.first()).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('Admin Dashboard')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
});

/** The tabs of the shown entry, in order. */
const tabs = (page: Page, entry: string) =>
  page.locator('main').getByRole('navigation', { name: entry }).getByRole('link');

test('P-154 B-149 B-461 below the six are Bookings and an entry named after what it opens for this account, which sees the tabs that it may open, with what is due, and elsewhere reads why not', async ({
  page: colleague,
  product,
  newContext,
}) => {
  const admin = product.admin;
  const report = await admin
    .from('accessibility_feedback')
    .insert({ message: 'The menu does not open with Enter.' })
    .select('id')
    .single()
    .throwOnError();
  const second = (page: Page) =>
    page.getByRole('navigation', { name: 'Bookings and agency' }).getByRole('link');
  const page = await openAs(newContext, product, await makeOwner(product));
  // also on the inbox, which makes no request of its own for it
  for (const path of ['/dashboard/messages', '/dashboard']) {
    await page.goto(path);
    await expect(second(page)).toHaveText([/^Bookings/, /^Agency\d+ due$/]);
  }
  await second(page).last().click();
  await expect(page).toHaveURL(/\/dashboard\/agency\/contact$/);
  await expect(tabs(page, 'Agency')).toHaveText([
    'Details',
    'Team',
    'Mail',
    'Privacy',
    /^Accessibility \(\d+ due\)$/,
    'Audit log',
  ]);
  for (const [tab, title] of [
    ['Team', 'Team'],
    ['Mail', 'Mail'],
    ['Privacy', 'Privacy'],
    ['Accessibility', 'Accessibility'],
    ['Audit log', 'Audit log'],
    ['Details', 'Name and contact'],
  ] as const) {
    await tabs(page, 'Agency').filter({ hasText: tab }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(tabs(page, 'Agency').filter({ hasText: tab })).toHaveAttribute('aria-current', 'page');
    await expect(second(page).last()).toHaveAttribute('aria-current', tab === 'Details' ? 'page' : 'true');
  }

  await colleague.goto('/dashboard');
  await expect(second(colleague).last()).toHaveAttribute('href', '/dashboard/feedback');
  await expect(second(colleague)).toHaveText([/^Bookings/, /^Accessibility/]);
  // with mail to sort, which an agent may read, the entry has two tabs
  await colleague.route(/\/rpc\/work_counts/, (route) =>
    route.fulfill({ json: [{ waiting: 1, mails: 2, late_mails: 0, reports: 1 }] }),
  );
  await colleague.goto('/dashboard/feedback');
  await expect(tabs(colleague, 'Agency')).toHaveText([
    'Emails to sort (2 due)',
    /^Accessibility \(\d+ due\)$/,
  ]);
  await tabs(colleague, 'Agency').first().click();
  await expect(colleague).toHaveURL(/\/dashboard\/messages\/triage$/);
  await expect(second(colleague).last()).toHaveAttribute('aria-current', 'page');
  await colleague.goto('/dashboard/agency');
  await expect(colleague.getByText('Only owners can change the agency details.')).toBeVisible();
  await admin.from('accessibility_feedback').delete().eq('id', report.data.id).throwOnError();
});

test('B-149 Services keeps its tabs, and New offers every type of content', async ({ page }) => {
  await page.goto('/dashboard/services');
  await expect(tabs(page, 'Services')).toHaveText([
    'Services',
    'Apps',
    'Resources',
    'Case Studies',
    'Trash',
    'Redirects',
  ]);
  const button = page.getByRole('button', { name: 'New' });
  const types = page.locator('[popover]').getByRole('link');
  await button.press('Enter');
  await expect(types).toHaveText(['New service', 'New app', 'New resource', 'New case study']);
  await page.keyboard.press('Escape');
  await expect(types.first()).toBeHidden();
  await expect(button).toBeFocused();
  for (const index of sampleMatrix([3], [0, 1, 2])) {
    await page.goto('/dashboard/redirects');
    await button.click();
    const name = (await types.nth(index).textContent()) ?? '';
    await types.nth(index).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  }
});

test('a screen that breaks leaves the frame standing, and the other screens work', async ({ page }) => {
  const odd = { id: 'odd', slug: 'odd', title: 'Odd', is_published: true, published_at: 'no date' };
  await page.route(/\/rest\/v1\/posts\?/, (route) => route.fulfill({ json: [odd] }));
  await page.goto('/dashboard/resources');
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong here' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.getByRole('link', { name: 'Media' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Media Management' })).toBeVisible();
});

/** Points at a link of the collapsed sidebar; returns the milliseconds until its tip shows, by the page's own clock. */
async function pointForTip(link: Locator, words: string): Promise<number> {
  const timed = await link.evaluateHandle((element, name) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    function look(since: number): void {
      if (document.querySelector('#sidebar [popover]')?.textContent === name)
        resolve(performance.now() - since);
      else requestAnimationFrame(() => look(since));
    }
    element.addEventListener('pointerover', () => look(performance.now()), { once: true });
    return { promise };
  }, words);
  await link.hover();
  await expect(link.page().locator('#sidebar [popover]')).toHaveText(words);
  await expect(link.page().locator('#sidebar [popover]')).toBeVisible();
  return timed.evaluate(({ promise }) => promise);
}

test('P-74 P-93 P-95 P-96 A-16 B-442 the sidebar is collapsed by Ctrl+B or Cmd+B, for 7 days, also while one types; collapsed, it names its icons after 700 ms', async ({
  page,
  context,
}) => {
  await page.goto('/dashboard');
  const sidebar = page.locator('#sidebar');
  const links = page.getByRole('navigation', { name: 'Management' }).getByRole('link');
  await test.step('without a choice, a tablet has icons', async () => {
    for (const [width, expected] of [
      [1280, 256],
      [1024, 256],
      [776, 48],
      [768, 48],
      [1280, 256],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect(sidebar).toHaveCSS('width', `${expected}px`);
    }
  });
  await test.step('a choice holds at every width', async () => {
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Control+b');
    for (const width of [776, 768, 772]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(sidebar).toHaveCSS('width', '256px');
    }
    await page.reload();
    await expect(sidebar).toHaveCSS('width', '256px');
    await page.keyboard.press('Control+b');
    await expect(sidebar).toHaveCSS('width', '48px');
    await expect(links.filter({ hasText: 'Messages' })).toBeAttached();
    const cookie = (await context.cookies(`${page.url()}`)).find(({ name }) => name === 'sidebar_state');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    await page.reload();
    await expect(sidebar).toHaveCSS('width', '48px');
    await page.keyboard.press('Meta+b');
    await expect(sidebar).toHaveCSS('width', '256px');
    await page.getByRole('button', { name: 'Sidebar' }).click();
    await expect(sidebar).toHaveCSS('width', '48px');
  });
  await test.step('a tip comes after 700 ms, the next one at once; Escape closes it', async () => {
    const tip = page.locator('#sidebar [popover]');
    expect(await pointForTip(links.nth(1), 'Services')).toBeGreaterThan(690);
    expect(await pointForTip(links.nth(2), 'Messages')).toBeLessThan(690);
    await links.nth(2).focus();
    await page.keyboard.press('Escape');
    await expect(tip).toBeHidden();
    // expanding the sidebar closes it too, although the pointer stays
    await pointForTip(links.nth(1), 'Services');
    await page.keyboard.press('Control+b');
    await expect(tip).toBeHidden();
  });
  await test.step('the key takes nothing from a text, and leaves the focus', async () => {
    await page.goto('/dashboard/messages');
    const search = page.getByPlaceholder('Search by name, email, or company...');
    await search.fill('ana');
    await page.keyboard.press('Control+b');
    await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('ana');
  });
});

test('P-94 P-95 A-11 under 768 px the sidebar is a panel that holds and returns the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 700, height: 800 });
  await page.goto('/dashboard');
  const opener = page.getByRole('button', { name: 'Sidebar' });
  await expect(page.getByRole('navigation', { name: 'Management' })).toBeHidden();
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Management' });
  await expect(panel).toBeVisible();
  await expect(panel).toHaveCSS('width', '288px');
  for (let stop = 0; stop < 14; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main, header') ?? null)).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Control+b');
  await panel.getByRole('link', { name: 'Media' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Media Management' })).toBeFocused();
});

test('P-97 A-8 each navigation starts at the top, with a new title and the focus on it @audit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
  await page.getByRole('link', { name: 'Categories' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories Management' })).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page).toHaveTitle(/^Categories · /);
  await page.goBack();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(900);
});

test('P-79 P-91 G-27 Sign Out ends the session everywhere; signing in leads to /dashboard, with a link on to where one was going', async ({
  page,
  account,
  product,
}) => {
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/dashboard$/);
  const [request] = await Promise.all([
    page.waitForRequest(/\/auth\/v1\/logout/),
    page.getByRole('button', { name: 'Sign Out' }).click(),
  ]);
  expect(new URL(request.url()).searchParams.get('scope')).toBe('global');
  await expect(page).toHaveURL(/\/auth$/);
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionStorageKey(product))).toBeNull();
  await expect(page.getByText('Continue to')).toHaveCount(0);
  await page.goto('/dashboard/messages?status=new');
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('link', { name: 'Continue to Messages' }).click();
  await expect(page).toHaveURL(/\/dashboard\/messages\?status=new$/);
});
