import { expect, test, type Page } from '@playwright/test';
import { comparePictures } from './compare-pictures.ts';
import { watchRequests } from './open-requests.ts';
import { takePicture } from './take-picture.ts';

test.use({ viewport: { width: 390, height: 844 } });

async function pictureOf(page: Page, style: string, text = 'Saved'): Promise<Buffer> {
  await page.setContent(`
    <style>
      body { margin: 0 }
      p { margin: 0; padding: 10px; transition: padding 30s; animation: spin 1s infinite }
      @keyframes spin { to { rotate: 1turn } }
      ${style}
    </style>
    <p>${text}</p><input>`);
  await page.locator('input').focus();
  return takePicture(page, watchRequests(page), 2_000);
}

test('two pictures of one page are equal, although its text turns and its caret blinks', async ({ page }) => {
  expect(comparePictures(await pictureOf(page, ''), await pictureOf(page, ''))).toBeNull();
});

test('a single pixel of a nearly equal colour is a difference', async ({ page }) => {
  const dot = (colour: string) => `p::before { position: absolute; inset: 40px auto auto 40px; width: 1px;
    height: 1px; content: ''; background: ${colour} }`;
  const difference = comparePictures(
    await pictureOf(page, dot('#336699')),
    await pictureOf(page, dot('#336698')),
  );
  expect(difference).toMatchObject({ pixels: 1, sizes: { before: '390x844', after: '390x844' } });
  expect(difference?.share).toBeCloseTo(1 / (390 * 844), 10);
});

test('the part by which one page is longer counts as different', async ({ page }) => {
  const difference = comparePictures(
    await pictureOf(page, ''),
    await pictureOf(page, 'body { height: 854px }'),
  );
  expect(difference).toMatchObject({ pixels: 3900, sizes: { before: '390x844', after: '390x854' } });
});
