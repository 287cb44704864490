import type { BrowserContext, BrowserContextOptions, Page, Request } from '@playwright/test';
import { holdStill } from '../../audit/presentation.ts';
import type { ScreenState } from '../../audit/walk-screens.ts';
import { expect } from '../../product/fixture.ts';
import type { Look } from './picture-states.ts';

/** Of the browser that a picture is taken in. */
export function pictureOptions(width: number): BrowserContextOptions {
  return {
    viewport: { width, height: width < 700 ? 844 : 900 },
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    reducedMotion: 'reduce',
  };
}

/** Opens a state and takes a picture of it in each look, waiting for responses for at most `timeoutMs`. */
export async function takePictures(
  context: BrowserContext,
  { path, state }: ScreenState,
  looks: readonly Look[],
  timeoutMs: number,
): Promise<Buffer[]> {
  const page = await context.newPage();
  const open = watchRequests(page);
  await state.open(page, path);
  const pictures: Buffer[] = [];
  for (const look of looks) {
    await page.emulateMedia({
      media: look === 'print' ? 'print' : 'screen',
      colorScheme: look === 'dark' ? 'dark' : 'light',
      forcedColors: look === 'forced colours' ? 'active' : 'none',
    });
    await settle(page, open, timeoutMs);
    await showDeferred(page);
    await settle(page, open, timeoutMs);
    pictures.push(await takePicture(page));
  }
  return pictures;
}

/** The requests without a response yet: `networkidle` comes once for each document, and a screen asks later too. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}

/** Resolves once everything has come, and nothing more was asked for; after `timeoutMs` in any case. */
async function settle(page: Page, open: ReadonlySet<Request>, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  do {
    const timeout = Math.max(end - performance.now(), 1);
    // Some states leave a request open on purpose.
    await expect
      .poll(() => open.size, { timeout, intervals: [50, 100] })
      .toBe(0)
      .catch(() => {});
    // What came is drawn, and may ask for more.
    await holdStill(page);
  } while (open.size > 0 && performance.now() < end);
}

/** What a page leaves out as long as it is not in the window: a picture shows it or not, by chance. */
async function showDeferred(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const image of document.querySelectorAll('img[loading=lazy]'))
      image.setAttribute('loading', 'eager');
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (getComputedStyle(element).contentVisibility === 'auto')
        element.style.setProperty('content-visibility', 'visible');
    }
  });
}

/** Of the whole page; of the window alone where a modal dialog covers the page, which has its picture in another state. */
async function takePicture(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    const images = [...document.images].filter((image) => image.currentSrc !== '');
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
  });
  await holdStill(page);
  const isCovered = (await page.locator('dialog:modal').count()) > 0;
  return page.screenshot({ fullPage: !isCovered, animations: 'disabled', caret: 'hide', scale: 'css' });
}
