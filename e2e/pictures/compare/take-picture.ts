import type { BrowserContextOptions, Page } from '@playwright/test';
import { holdStill } from '../../audit/presentation.ts';
import type { OpenRequests } from './open-requests.ts';
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

/** Shows the open page in this way. */
export async function show(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({
    media: look === 'print' ? 'print' : 'screen',
    colorScheme: look === 'dark' ? 'dark' : 'light',
    forcedColors: look === 'forced colours' ? 'active' : 'none',
  });
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

/**
 * A picture of the whole page, for which everything has come (or `timeoutMs` are over); of the window alone where a
 * modal dialog covers the page, which has its picture in another state.
 */
export async function takePicture(page: Page, requests: OpenRequests, timeoutMs: number): Promise<Buffer> {
  await requests.settle(timeoutMs);
  await showDeferred(page);
  await requests.settle(timeoutMs);
  await page.evaluate(async () => {
    const images = [...document.images].filter((image) => image.currentSrc !== '');
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
  });
  await holdStill(page);
  const isCovered = (await page.locator('dialog:modal').count()) > 0;
  return page.screenshot({ fullPage: !isCovered, animations: 'disabled', caret: 'hide', scale: 'css' });
}
