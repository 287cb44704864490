// `npm run screenshots [-- name…]`: every screen at 390, 768 and 1440 px, light and dark, into screenshots/.
// With `--compare COMMIT` the screens of that commit are compared with those of the working tree instead.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { compareScreens } from './compare/compare-screens.ts';
import { launchOptions } from '../product/find-chromium.mjs';
import { printError } from '../../server/print-error.ts';
import { projectRoot } from '../../server/project-root.ts';
import { startProduct, type Product } from '../product/product.ts';
import { publicScreens, type DrawnScreen } from './public-screens.ts';
import { staffScreens } from './staff-screens.ts';

const widths = [390, 768, 1440];
const themes = ['light', 'dark'] as const;

interface Entry {
  name: string;
  value: string;
}

/** Signs up through the protocol and gives the session as the local storage entry that the client keeps. */
async function sessionOf(product: Product, name: string, fullName: string, role?: string) {
  const client = product.visitor();
  const { data, error } = await client.auth.signUp({
    email: `${name}@fairlead.example`,
    password: 'a long enough phrase',
    options: { data: { full_name: fullName } },
  });
  if (error || !data.session) throw new Error(`no session for the screenshots: ${error?.message}`);
  if (role)
    await product.admin().from('staff').insert({ user_id: data.session.user.id, role }).throwOnError();
  return {
    name: `sb-${new URL(product.url).hostname.split('.')[0]}-auth-token`,
    value: JSON.stringify(data.session),
  };
}

async function draw(browser: Browser, product: Product, screen: DrawnScreen, session: Entry | undefined) {
  for (const theme of themes) {
    for (const width of widths) {
      const context = await browser.newContext({
        baseURL: product.url,
        viewport: { width, height: width < 700 ? 844 : 900 },
        colorScheme: theme,
        reducedMotion: 'reduce',
        ...(session
          ? { storageState: { cookies: [], origins: [{ origin: product.url, localStorage: [session] }] } }
          : {}),
      });
      const page = await context.newPage();
      await screen.before?.(page);
      await page.goto(screen.path, { waitUntil: screen.restless ? 'load' : 'networkidle' });
      if (session) await page.getByRole('button', { name: 'Sign Out' }).waitFor();
      await screen.act?.(page);
      // A picture of the whole page needs what waits below the fold as well.
      await page.locator('img[loading=lazy]').evaluateAll((images) => {
        for (const image of images) image.setAttribute('loading', 'eager');
      });
      if (!screen.restless) await page.waitForLoadState('networkidle');
      const path = join(projectRoot, 'screenshots', `${screen.name}-${width}-${theme}.png`);
      await page.screenshot({ path, fullPage: !screen.act || session !== undefined });
      await context.close();
    }
  }
}

async function runComparison(args: string[]): Promise<void> {
  try {
    await compareScreens(args);
  } catch (error) {
    printError(error, process.env);
    process.exitCode = 1;
  }
}

export async function takeScreenshots(wanted: string[], compareWith?: string): Promise<void> {
  if (compareWith !== undefined) return runComparison([compareWith, ...wanted]);
  await mkdir(join(projectRoot, 'screenshots'), { recursive: true });
  const product = await startProduct();
  const browser = await chromium.launch(launchOptions());
  const failures: string[] = [];
  try {
    const sessions = {
      staff: await sessionOf(product, 'maude', 'Maude Tremblay-Okoye'),
      owner: await sessionOf(product, 'ines', 'Inès Castellan', 'owner'),
    };
    const screens = [...publicScreens, ...staffScreens];
    for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      await draw(browser, product, screen, screen.as && sessions[screen.as]).catch((error: unknown) =>
        failures.push(`${screen.name}: ${String(error).slice(0, 300)}`),
      );
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  process.exit(failures.length > 0 ? 1 : 0);
}
