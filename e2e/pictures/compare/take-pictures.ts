import type { BrowserContext, BrowserContextOptions, Page, Request } from '@playwright/test';
import { waitUntilStill } from '../../audit/presentation.ts';
import { expect } from '../../product/fixture.ts';
import type { Product } from '../../product/product.ts';
import { looksAt, type PictureState } from './picture-states.ts';

/**
 * Opens a state at each of its widths and takes a picture of it in each of its looks, waiting for responses for at most
 * `timeoutMs`. Returns them by file name, without an extension.
 */
export async function takePictures(
  product: Product,
  one: PictureState,
  openContext: (options: BrowserContextOptions) => Promise<BrowserContext>,
  timeoutMs: number,
): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const [width, looks] of looksAt(one)) {
    const viewport = { width, height: width < 700 ? 844 : 900 };
    await using context = await openContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const open = watchRequests(page);
    await one.state.open(page, one.path, product);
    for (const look of looks) {
      await page.emulateMedia({
        media: look === 'print' ? 'print' : 'screen',
        colorScheme: look === 'dark' ? 'dark' : 'light',
        forcedColors: look === 'forced colours' ? 'active' : 'none',
      });
      await settle(page, open, timeoutMs);
      await showDeferred(page);
      await settle(page, open, timeoutMs);
      pictures.set(`${one.name}-${width}-${look.replace(' ', '-')}`, await takePicture(page));
    }
  }
  return pictures;
}

/** The requests without a response: `networkidle` is emitted once per document, but screens send requests later too. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}

/** Resolves once all responses have arrived and no request follows, or after `timeoutMs`. */
async function settle(page: Page, open: ReadonlySet<Request>, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  do {
    const timeout = Math.max(end - performance.now(), 1);
    // Some states intentionally leave a request open.
    await expect
      .poll(() => open.size, { timeout, intervals: [50, 100] })
      .toBe(0)
      .catch(() => {});
    // Rendering the responses may cause further requests.
    await waitUntilStill(page);
  } while (open.size > 0 && performance.now() < end);
}

/** Shows content that is skipped outside of the window, because otherwise pictures would contain it by chance. */
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

/** A picture of the whole page, scrolled to its start; only of the window if a modal dialog covers the page. */
async function takePicture(page: Page): Promise<Buffer> {
  const isCovered = (await page.locator('dialog:modal').count()) > 0;
  await page.evaluate(async (isFixed) => {
    if (!isFixed) scrollTo({ top: 0, behavior: 'instant' });
    const images = [...document.images].filter((image) => image.currentSrc !== '');
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
  }, isCovered);
  await waitUntilStill(page);
  return page.screenshot({ fullPage: !isCovered, animations: 'disabled', caret: 'hide', scale: 'css' });
}
