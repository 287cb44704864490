import type { Page } from '@playwright/test';
import { holdStill } from '../../audit/presentation.ts';
import type { Look } from './picture-states.ts';

/** What a state leaves open on purpose keeps the network busy, so silence is waited for only this long. */
const idleTimeoutMs = 1500;

/** Shows the open page in this way, and waits until everything in it has come. */
export async function show(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({
    media: look === 'print' ? 'print' : 'screen',
    colorScheme: look === 'dark' ? 'dark' : 'light',
    forcedColors: look === 'forced colours' ? 'active' : 'none',
  });
}

/**
 * A picture of the whole page, whose images have all come; of the window alone where a modal dialog covers the page,
 * which has its picture in another state.
 */
export async function takePicture(page: Page): Promise<Buffer> {
  await page.locator('img[loading=lazy]').evaluateAll((images) => {
    for (const image of images) image.setAttribute('loading', 'eager');
  });
  await page.waitForLoadState('networkidle', { timeout: idleTimeoutMs }).catch(() => {});
  await page.evaluate(async () => {
    const images = [...document.images].filter((image) => image.currentSrc !== '');
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
  });
  await holdStill(page);
  const isCovered = (await page.locator('dialog:modal').count()) > 0;
  return page.screenshot({ fullPage: !isCovered, animations: 'disabled', caret: 'hide', scale: 'css' });
}
