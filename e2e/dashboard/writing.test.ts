// Pasting, lists, videos and the preview in the editor of a text.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

const corpus = 'site/app/dashboard/content/writing/corpus';
const read = (file: string) => readFileSync(`${corpus}/${file}`, 'utf8').trimEnd();

const sample = '<h2>Tides</h2><p>Twice <b>a day</b>.</p>';
const sampleText = 'Tides\nTwice a day.';
const sampleMarkdown = '## Tides\n\nTwice **a day**.';

/** The program's script that makes Markdown, which is fetched at the first paste. */
const converter = /\/assets\/clipboard-to-markdown[^/]*\.js/;

async function openText(page: Page): Promise<Locator> {
  await page.goto('/dashboard/resources/new');
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(text).toBeVisible();
  return text;
}

/** Dispatches the event that a browser dispatches for Ctrl+V, with these contents of the clipboard. */
async function paste(text: Locator, html: string, plain: string): Promise<void> {
  await text.evaluate(
    (area: HTMLTextAreaElement, [rich, simple]) => {
      area.focus();
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', rich ?? '');
      clipboardData.setData('text/plain', simple ?? '');
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [html, plain],
  );
}

test('B-531 B-532 a real copy from a page is pasted with its formatting, undone in one step, and pasted as plain text', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const text = await openText(page);
  await page.evaluate((html) => {
    const source = document.createElement('div');
    source.innerHTML = html;
    document.body.append(source);
    getSelection()?.selectAllChildren(source);
    document.execCommand('copy');
    source.remove();
  }, sample);
  await text.click();
  await page.keyboard.type('Before ');
  await page.keyboard.press('Enter');
  await page.keyboard.type('x');
  // the first paste waits for the script, the second does not
  for (const time of ['first', 'second']) {
    await page.keyboard.press('Control+v');
    await expect(text, time).toHaveValue(`Before \nx\n\n${sampleMarkdown}`);
    await expect(page.getByText('Pasted with its formatting.')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(text, time).toHaveValue('Before \nx');
    await expect(page.getByRole('button', { name: 'Paste as plain text' })).toHaveCount(0);
  }
  await page.keyboard.press('Control+v');
  await page.keyboard.type(' More');
  await expect(text).toHaveValue(`Before \nx\n\n${sampleMarkdown} More`);
  await page.getByRole('button', { name: 'Paste as plain text' }).click();
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(/^Before \nx(?:\n\n)?Tides\s+Twice a day\. More$/);
  await expect(page.getByText('Pasted as plain text.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue(`Before \nx\n\n${sampleMarkdown} More`);
});

test('B-533 what is pasted while the converter loads for three seconds is there at once, and typing goes on', async ({
  page,
}) => {
  const text = await openText(page);
  await page.route(converter, async (route) => {
    await setTimeout(3000);
    await route.continue();
  });
  await text.fill('One.  Three.');
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 5));
  await paste(text, '<p>Two <em>and a half</em>.</p>', 'Two and a half.');
  await expect(text).toHaveValue('One. Two and a half. Three.');
  await expect(page.getByText('Adding its formatting...')).toBeVisible();
  await page.keyboard.type('!');
  await text.press('Control+Home');
  await page.keyboard.type('Zero. ');
  await expect(text).toHaveValue('Zero. One. Two and a half.! Three.');
  await expect(text).toHaveValue('Zero. One. Two *and a half*.! Three.');
  expect(await text.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe('Zero. '.length);
  await page.keyboard.type('And ');
  await expect(text).toHaveValue('Zero. And One. Two *and a half*.! Three.');
});

test('B-533 if the converter cannot be loaded, the plain text stays where the caret was, and the editor says so', async ({
  page,
}) => {
  const text = await openText(page);
  await text.fill('One  three');
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4));
  await page.context().setOffline(true);
  await paste(text, '<p><b>two</b></p>', 'two');
  await expect(text).toHaveValue('One two three');
  await expect(page.getByText("We couldn't load what adds its formatting.")).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue('One  three');
  await page.context().setOffline(false);
  await paste(text, sample, sampleText);
  await expect(text).toHaveValue(/Tides/);
});

test('B-531 in the browser too, every clipboard of the corpus becomes its Markdown', async ({ page }) => {
  const text = await openText(page);
  const names = readdirSync(corpus).flatMap((file) => (file.endsWith('.txt') ? file.slice(0, -4) : []));
  await paste(text, sample, sampleText);
  await expect(text).toHaveValue(sampleMarkdown);
  for (const name of names) {
    await text.fill('');
    await paste(text, read(`${name}.html`), 'plain');
    expect(await text.inputValue(), name).toBe(read(`${name}.txt`));
  }
});

test('B-532 a document of 3,000 paragraphs is pasted, and undone in one step', async ({ page }) => {
  const text = await openText(page);
  await text.click();
  await page.keyboard.type('Before');
  const paragraphs = '<p class=MsoNormal>One <b>two</b> <i>three</i></p>'.repeat(3000);
  const rows = `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(1000)}</table>`;
  const [start, end] = ['BeforeOne **two** *three*\n\nOne', '| a | b |'];
  for (const time of ['first', 'second']) {
    await paste(text, paragraphs + rows, 'One two three\n'.repeat(3000));
    await expect(page.getByText('Pasted with its formatting.')).toBeVisible();
    const value = await text.inputValue();
    expect([value.slice(0, start.length), value.slice(-end.length)], time).toEqual([start, end]);
    await page.keyboard.press('Control+z');
    await expect(text, time).toHaveValue('Before');
  }
  // what was typed before is not changed by the key either, or taken back
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue(/^(?:Before)?$/);
});

/** A PNG file as a data: address. */
function drawSquare(page: Page): Promise<string> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [60, 40];
    canvas.getContext('2d')?.fillRect(5, 5, 30, 20);
    return canvas.toDataURL('image/png');
  });
}

test('B-534 an embedded image is uploaded, one of the computer is listed, and no such address is in the text', async ({
  page,
}) => {
  const text = await openText(page);
  await paste(
    text,
    `<p>One</p><p><img src="${await drawSquare(page)}" alt="A square"></p><p><img src="file:///C:/Users/anna/clip_image001.png"></p><p>Two</p>`,
    'One\nTwo',
  );
  await expect(text).toHaveValue(/^One\n\n!\[A square\]\(\S+60x40\.webp\)\n\nTwo$/);
  await expect(page.getByText('1 image added.')).toBeVisible();
  await expect(page.getByText("1 image couldn't be pasted (clip_image001.png).")).toBeVisible();
  expect(await text.inputValue()).not.toMatch(/data:|file:/);
  await page.getByRole('button', { name: 'Paste as plain text' }).click();
  await expect(text).toHaveValue('One\nTwo');
  await page.goto('/dashboard/media/all');
  await expect(page.getByText('A square').first()).toBeVisible();
});

test('B-534 an image whose paste was removed before it was uploaded is in no later text', async ({
  page,
}) => {
  const text = await openText(page);
  let upload = (): void => undefined;
  const uploading = new Promise<void>((resolve) => (upload = resolve));
  await page.route('**/finish-upload', async (route) => {
    await uploading;
    await route.continue();
  });
  const html = `<p>One <img src="${await drawSquare(page)}" alt="A square"></p>`;
  await paste(text, html, 'One');
  await expect(page.getByText('Uploading 1 image...')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue('');
  await expect(page.getByText('Uploading 1 image...')).toBeHidden();
  await paste(text, sample, sampleText);
  await text.press('Control+End');
  await page.keyboard.type('\n\n');
  await paste(text, html, 'One');
  const uploaded = page.waitForResponse('**/finish-upload');
  upload();
  await uploaded;
  await expect(text).toHaveValue(
    /^## Tides\n\nTwice \*\*a day\*\*\.\n\nOne !\[A square\]\(\S+60x40\.webp\)$/,
  );
});

test('B-534 a dropped image is uploaded to where the caret was', async ({ page }) => {
  const text = await openText(page);
  await text.fill('One  two');
  const data = await drawSquare(page);
  await text.evaluate(async (area: HTMLTextAreaElement, address) => {
    area.setSelectionRange(4, 4);
    const bytes = Uint8Array.from(atob(address.split(',')[1]!), (byte) => byte.codePointAt(0)!);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'square.png', { type: 'image/png' }));
    area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, data);
  await expect(text).toHaveValue(/^One !\[\]\(\S+60x40\.webp\) two$/);
  await expect(page.getByText('1 image has no description')).toBeVisible();
});

test('B-530 lists continue on Enter and end in an empty entry, and Tab leaves the field', async ({
  page,
}) => {
  const text = await openText(page);
  await text.click();
  await page.keyboard.type('- one\ntwo\n\nEnd');
  await expect(text).toHaveValue('- one\n- two\nEnd');
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();
  await text.fill('');
  await page.getByRole('button', { name: 'Numbered list' }).press('Enter');
  await page.keyboard.type('first\nsecond');
  await expect(text).toHaveValue('1. first\n2. second');
  await text.fill('');
  await page.getByRole('button', { name: 'Table' }).press('Enter');
  await page.keyboard.type('Plan');
  await expect(page.locator('.prose th').first()).toHaveText('Plan');
  await text.fill('said');
  await page.getByRole('button', { name: 'Quotation' }).press('Enter');
  await expect(page.locator('.prose blockquote')).toHaveText('said');
});

test('B-535 a video is inserted as a still image with a link, from a dialog', async ({ page }) => {
  const text = await openText(page);
  await text.fill('Before.');
  await page.getByRole('button', { name: 'Video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Insert a video' });
  await dialog.getByLabel('Web address of the video').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Insert video' }).click();
  await expect(dialog).toContainText('starting with https://');
  await dialog.getByLabel('Web address of the video').fill('https://videos.example/tour');
  await dialog.getByLabel('What the video is about').fill('A tour of the harbour');
  await dialog.locator('input[type=file]').setInputFiles('site/public/samples/ringcheck-ticket.webp');
  await expect(dialog.getByText('ringcheck-ticket.webp uploaded.')).toBeVisible();
  expect(await findAxeProblems(page, [320], 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Insert video' }).click();
  await expect(dialog).toBeHidden();
  const link = page.locator('.prose').getByRole('link', { name: 'Watch the video: A tour of the harbour' });
  await expect(link).toHaveAttribute('href', 'https://videos.example/tour');
  await expect(link.locator('img')).toBeVisible();
  const still = await link.locator('img').getAttribute('src');

  // the same image for another video, from the library
  await page.getByRole('button', { name: 'Video' }).click();
  await dialog.getByLabel('Web address of the video').fill('https://videos.example/second');
  await dialog.getByLabel('What the video is about').fill('The second part');
  await dialog.getByRole('button', { name: 'Choose from all images' }).click();
  const library = page.getByRole('dialog', { name: 'Choose an image' });
  await library.getByRole('listitem').first().getByRole('button').click();
  await expect(dialog.getByText('Still image chosen.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Insert video' }).click();
  const second = page.locator('.prose').getByRole('link', { name: 'Watch the video: The second part' });
  await expect(second.locator('img')).toHaveAttribute('src', still!);
});

test('B-536 from 1,024 px on the preview is beside the text, follows it while it scrolls, and can be folded', async ({
  page,
}) => {
  for (const width of [1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const text = await openText(page);
    await text.fill('## Heading\n\nSome words.\n\n'.repeat(60));
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'Heading' })).toHaveCount(60);
    const [left, right] = [await text.boundingBox(), await preview.boundingBox()];
    expect(right!.x).toBeGreaterThanOrEqual(left!.x + left!.width);
    expect(Math.min(left!.width, right!.width)).toBeGreaterThan(280);
    expect(right!.y + right!.height).toBeGreaterThan(left!.y + left!.height / 2);
    expect(right!.height).toBeLessThan(900);
    await text.evaluate((area) => (area.scrollTop = area.scrollHeight));
    await expect(preview.getByRole('heading', { name: 'Heading' }).last()).toBeInViewport();
    await page.getByRole('heading', { name: 'Preview' }).click();
    await expect(preview).toBeHidden();
    expect((await text.boundingBox())!.width).toBeGreaterThan(left!.width * 1.8);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await openText(page);
  await expect(page.locator('.prose')).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await findAxeProblems(page, [320], 'main')).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
