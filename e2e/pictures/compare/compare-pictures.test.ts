import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { comparePictures } from './compare-pictures.ts';
import { chooseStates } from './picture-states.ts';
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
  const [one, other] = [await pictureOf(context, dot('#336699')), await pictureOf(context, dot('#336698'))];
  expect(comparePictures(one, other)).toMatchObject({ pixels: 1 });
});

test('the part by which one page is longer counts as different', async ({ context }) => {
  const [one, longer] = [await pictureOf(context, ''), await pictureOf(context, 'body { height: 854px }')];
  expect(comparePictures(one, longer)).toMatchObject({ pixels: 390 * 10 });
});

test('states are chosen by the beginnings of their names, and no two have one name', () => {
  expect(chooseStates(['contact', 'home.menu']).map(({ name }) => name)).toContain('contact.toast-up');
  expect(chooseStates(['contact', 'home.menu']).map(({ name }) => name)).not.toContain('home.served');
  const names = chooseStates([]).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
