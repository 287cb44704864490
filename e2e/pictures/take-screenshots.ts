// `npm run screenshots [-- name…]`: every screen of the audit in each state at 390, 768 and 1440 px, light and dark, into
// screenshots/. With `--compare COMMIT` they are compared with those of that commit instead.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test';
import { openScreens } from '../audit/open-screens.ts';
import { launchOptions } from '../product/find-chromium.mjs';
import { printError } from '../../server/print-error.ts';
import { projectRoot } from '../../server/project-root.ts';
import { startProduct } from '../product/product.ts';
import { compareScreens } from './compare/compare-screens.ts';
import { watchRequests } from './compare/open-requests.ts';
import { chooseStates, looksAt, picturesOf, type Look, type PictureState } from './compare/picture-states.ts';
import { show, takePicture } from './compare/take-picture.ts';

const folder = join(projectRoot, 'screenshots');
const settleMs = 10_000;

async function draw(
  browser: Browser,
  options: BrowserContextOptions,
  { name, path, state }: PictureState,
  width: number,
  looks: readonly Look[],
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 700 ? 844 : 900 },
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    reducedMotion: 'reduce',
    ...options,
  });
  try {
    const page = await context.newPage();
    const requests = watchRequests(page);
    await state.open(page, path);
    for (const look of looks) {
      await show(page, look);
      const file = join(folder, `${name}-${width}-${look.replace(' ', '-')}.png`);
      await writeFile(file, await takePicture(page, requests, settleMs));
    }
  } finally {
    await context.close();
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
  await mkdir(folder, { recursive: true });
  const product = await startProduct();
  const browser = await chromium.launch(launchOptions());
  const failures: string[] = [];
  try {
    for await (const { screens, options, isSignedIn } of openScreens(product))
      for (const one of chooseStates(wanted, picturesOf(screens, { isSignedIn })))
        for (const [width, looks] of looksAt(one))
          await draw(browser, options, one, width, looks).catch((error: unknown) =>
            failures.push(`${one.name}, ${width} px: ${String(error).slice(0, 300)}`),
          );
  } finally {
    await browser.close();
    await product.stop();
  }
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  process.exit(failures.length > 0 ? 1 : 0);
}
