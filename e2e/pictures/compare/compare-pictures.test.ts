import { expect, test, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import type { Product } from '../../product/product.ts';
import { comparePictures } from './compare-pictures.ts';
import { chooseStates } from './picture-states.ts';
import { takePictures } from './take-pictures.ts';

async function pictureOf(browser: Browser, style: string): Promise<Buffer> {
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
  const one = { name: '', path: '', state: { name: '', isRare: true, open } };
  const openContext = (options: BrowserContextOptions) => browser.newContext(options);
  // this page needs no product
  const [picture] = (await takePictures({} as Product, one, openContext, 2_000)).values();
  return picture ?? Buffer.alloc(0);
}

test('two pictures of one page are equal, although its text turns and its caret blinks @audit', async ({
  browser,
}) => {
  expect(comparePictures(await pictureOf(browser, ''), await pictureOf(browser, ''))).toBeNull();
});

test('a single pixel of a nearly equal colour is a difference @audit', async ({ browser }) => {
  const dot = (colour: string) => `p::before { position: absolute; inset: 40px auto auto 40px; width: 1px;
    height: 1px; content: ''; background: ${colour} }`;
  const [one, other] = [await pictureOf(browser, dot('#336699')), await pictureOf(browser, dot('#336698'))];
  expect(comparePictures(one, other)).toMatchObject({ pixels: 1 });
});

test('the part by which one page is longer counts as different @audit', async ({ browser }) => {
  const [one, longer] = [await pictureOf(browser, ''), await pictureOf(browser, 'body { height: 854px }')];
  expect(comparePictures(one, longer)).toMatchObject({ pixels: 390 * 10 });
});

test('states are chosen by the beginnings of their names, and no two have one name', () => {
  expect(chooseStates(['contact', 'home.menu']).map(({ name }) => name)).toContain('contact.toast-up');
  expect(chooseStates(['contact', 'home.menu']).map(({ name }) => name)).not.toContain('home.served');
  const names = chooseStates([]).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
