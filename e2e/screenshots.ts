// `npm run screenshots [-- name…]`: every screen at 390, 768 and 1440 px, light and dark, into screenshots/.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { launchOptions } from '../run/find-chromium.mjs';
import { projectRoot } from '../run/project-root.ts';
import { startProduct, type Product } from './product.ts';

const widths = [390, 768, 1440];
const themes = ['light', 'dark'] as const;

interface Screen {
  name: string;
  path: string;
  /** Staff screens open with a session. */
  staff?: boolean;
  /** Brings the screen into the state to be drawn. */
  act?: (page: Page) => Promise<void>;
}

async function openThread(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Conversation Thread/ })
    .nth(4)
    .click();
}

async function openProposal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Request a Proposal' }).first().click();
  await page.getByRole('dialog').waitFor();
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /menu/i });
  if (await menu.isVisible()) await menu.click();
}

async function submitEmpty(page: Page): Promise<void> {
  await page.locator('main form').last().getByRole('button').last().click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

async function openService(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit Accessibility Audit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Edit service' }).waitFor();
}

async function openPost(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Edit The 10-minute/ }).click();
  await page.locator('.prose').waitFor();
}

async function breakService(page: Page): Promise<void> {
  await openService(page);
  await page.getByLabel('Web address').fill('Not An Address');
  await page.getByLabel('Price 1: amount').fill('much');
  await page.getByRole('button', { name: 'Save changes' }).click();
}

async function askToDelete(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

const screens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-menu', path: '/', act: openMenu },
  { name: 'services', path: '/services' },
  { name: 'service', path: '/services/accessibility-audit' },
  { name: 'service-dialog', path: '/services/accessibility-audit', act: openProposal },
  { name: 'service-missing', path: '/services/nowhere' },
  { name: 'apps', path: '/apps' },
  { name: 'app', path: '/apps/ringcheck' },
  { name: 'resources', path: '/resources' },
  { name: 'article', path: '/resources/ten-minute-keyboard-test' },
  { name: 'contact', path: '/contact' },
  { name: 'contact-errors', path: '/contact', act: submitEmpty },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'accessibility', path: '/accessibility' },
  { name: 'unknown', path: '/nowhere' },
  { name: 'auth', path: '/auth' },
  { name: 'auth-forgot', path: '/auth?forgot' },
  { name: 'auth-link', path: '/auth?token_hash=example&type=recovery' },
  { name: 'dashboard', path: '/dashboard', staff: true },
  { name: 'dashboard-services', path: '/dashboard/services', staff: true },
  { name: 'dashboard-service', path: '/dashboard/services', staff: true, act: openService },
  { name: 'dashboard-service-errors', path: '/dashboard/services', staff: true, act: breakService },
  { name: 'dashboard-service-new', path: '/dashboard/services/new', staff: true },
  { name: 'dashboard-service-delete', path: '/dashboard/services', staff: true, act: askToDelete },
  { name: 'dashboard-apps', path: '/dashboard/apps', staff: true },
  { name: 'dashboard-app-new', path: '/dashboard/apps/new', staff: true },
  { name: 'dashboard-resources', path: '/dashboard/resources', staff: true },
  { name: 'dashboard-post', path: '/dashboard/resources', staff: true, act: openPost },
  { name: 'dashboard-messages', path: '/dashboard/messages', staff: true },
  { name: 'dashboard-thread', path: '/dashboard/messages', staff: true, act: openThread },
  { name: 'dashboard-no-match', path: '/dashboard/messages?search=zzzz', staff: true },
  { name: 'dashboard-categories', path: '/dashboard/categories', staff: true },
  { name: 'dashboard-media', path: '/dashboard/media', staff: true },
  { name: 'dashboard-settings', path: '/dashboard/settings', staff: true },
  { name: 'dashboard-new-password', path: '/dashboard/settings?new-password', staff: true },
];

/** Signs up through the protocol and gives the session as the local storage entry that the client keeps. */
async function staffStorage(product: Product): Promise<{ name: string; value: string }> {
  const client = product.visitor();
  const { data, error } = await client.auth.signUp({
    email: 'maude@fairlead.example',
    password: 'a long enough phrase',
    options: { data: { full_name: 'Maude Tremblay-Okoye' } },
  });
  if (error || !data.session) throw new Error(`no session for the screenshots: ${error?.message}`);
  return {
    name: `sb-${new URL(product.url).hostname.split('.')[0]}-auth-token`,
    value: JSON.stringify(data.session),
  };
}

async function draw(
  browser: Browser,
  product: Product,
  screen: Screen,
  session: { name: string; value: string },
) {
  for (const theme of themes) {
    for (const width of widths) {
      const context = await browser.newContext({
        baseURL: product.url,
        viewport: { width, height: width < 700 ? 844 : 900 },
        colorScheme: theme,
        reducedMotion: 'reduce',
        ...(screen.staff
          ? { storageState: { cookies: [], origins: [{ origin: product.url, localStorage: [session] }] } }
          : {}),
      });
      const page = await context.newPage();
      await page.goto(screen.path, { waitUntil: 'networkidle' });
      if (screen.staff) await page.locator('h1').first().waitFor();
      await screen.act?.(page);
      // A picture of the whole page needs what waits below the fold as well.
      await page.locator('img[loading=lazy]').evaluateAll((images) => {
        for (const image of images) image.setAttribute('loading', 'eager');
      });
      await page.waitForLoadState('networkidle');
      const path = join(projectRoot, 'screenshots', `${screen.name}-${width}-${theme}.png`);
      await page.screenshot({ path, fullPage: !screen.act || screen.staff === true });
      await context.close();
    }
  }
}

const wanted = process.argv.slice(2);
await mkdir(join(projectRoot, 'screenshots'), { recursive: true });
const product = await startProduct();
const browser = await chromium.launch(launchOptions());
const failures: string[] = [];
try {
  const session = await staffStorage(product);
  for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    await draw(browser, product, screen, session).catch((error: unknown) =>
      failures.push(`${screen.name}: ${String(error).slice(0, 300)}`),
    );
  }
} finally {
  await browser.close();
  await product.stop();
}
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exit(failures.length > 0 ? 1 : 0);
