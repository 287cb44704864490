import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { comparePictures } from './compare-pictures.ts';
import { takePictures } from './take-pictures.ts';

test.use({ viewport: { width: 390, height: 844 } });

async function pictureOf(context: BrowserContext, style: string): Promise<Buffer> {
  async function open(page: Page): Promise<void> {
    await page.setContent(`
    <style>
      body { margin: 0 }
      p { margin: 0; padding: 10px; transition: padding 30s; animation: spin 1s infinite }
      @keyframes spin { to { rotate: 1turn } }
      ${style}
    </style>
    <p>Saved</p><input>`);
    await page.locator('input').focus();
  }
  const [picture] = await takePictures(context, { path: '', state: { name: '', open } }, ['light'], 2_000);
  return picture ?? Buffer.alloc(0);
}

test('two pictures of one page are equal, although its text turns and its caret blinks', async ({
  context,
}) => {
  expect(comparePictures(await pictureOf(context, ''), await pictureOf(context, ''))).toBeNull();
});

test('a single pixel of a nearly equal colour is a difference', async ({ context }) => {
  const dot = (colour: string) => `p::before { position: absolute; inset: 40px auto auto 40px; width: 1px;
    height: 1px; content: ''; background: ${colour} }`;
  const difference = comparePictures(
    await pictureOf(context, dot('#336699')),
    await pictureOf(context, dot('#336698')),
  );
  expect(difference).toMatchObject({ pixels: 1, sizes: { before: '390x844', after: '390x844' } });
  expect(difference?.share).toBeCloseTo(1 / (390 * 844), 10);
});

test('the part by which one page is longer counts as different', async ({ context }) => {
  const difference = comparePictures(
    await pictureOf(context, ''),
    await pictureOf(context, 'body { height: 854px }'),
  );
  expect(difference).toMatchObject({ pixels: 3900, sizes: { before: '390x844', after: '390x854' } });
});
