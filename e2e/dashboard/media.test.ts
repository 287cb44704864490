import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

const samples = join(projectRoot, 'site/public/samples');
const picture = join(samples, 'ringcheck-ticket.webp');

let words = 0;
/** A description that no other picture has. */
function freshWords(what: string): string {
  words += 1;
  return `${what} ${process.pid}-${Date.now().toString(36)}-${words}`;
}

/** Gives a file to an element that accepts pictures, by `drop` or `paste`. */
async function give(page: Page, how: 'drop' | 'paste', name: string, type: string, body: Buffer) {
  await page.locator('div:has(> input[type=file])').evaluate(
    (zone, { how: kind, name: fileName, type: mime, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], fileName, { type: mime }));
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer })
          : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer });
      zone.dispatchEvent(event);
    },
    { how, name, type, base64: body.toString('base64') },
  );
}

/** A GIF of 4 × 4 pixels: red, then blue. */
const twoFrames = Buffer.from(
  'R0lGODlhBAAEAIAAAExpcf8AACH5BAUAAAAALAAAAAAEAAQAAAIEjI8ZBQAh+QQFAAAAACwAAAAABAAEAIBMaXEAAP8CBIyPGQUAOw==',
  'base64',
);

test('P-103 P-127 B-14 pictures are added to an app: chosen, dropped and pasted; then edited and deleted @audit', async ({
  page,
}) => {
  const [first, second] = [freshWords('Tickets'), freshWords('Order map')];
  await page.goto('/dashboard/media');
  await page.getByRole('button', { name: 'Add Media' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add media' });
  await expect(dialog.getByLabel('Belongs to')).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose images' }).press('Enter');
  await (await chooser).setFiles(picture);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  // neither Escape nor a button discards chosen files without a confirmation
  const asked = page.getByRole('dialog', { name: 'Close without saving?' });
  await dialog.getByRole('heading', { name: 'Add media' }).click();
  for (const leave of ['Escape', 'Escape', 'Cancel']) {
    if (leave === 'Cancel') await dialog.getByRole('button', { name: leave }).click();
    else await page.keyboard.press(leave);
    await expect(asked).toContainText("The image you chose hasn't been added yet.");
    await page.keyboard.press('Escape');
    // its close event is emitted with the next frame; only then is it removed and may be opened again
    await expect(page.locator('dialog')).toHaveCount(1);
  }
  // a click beside the dialog discards nothing that was chosen in it
  await page.mouse.click(3, 3);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await give(page, 'drop', 'map.gif', 'image/gif', twoFrames);
  await give(page, 'paste', 'chart.svg', 'image/svg+xml', Buffer.from('<svg/>'));
  const rows = dialog.getByRole('list', { name: 'Chosen images' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toContainText('Choose a JPEG, PNG, WebP, GIF or AVIF file');
  await dialog.getByRole('button', { name: 'Remove chart.svg' }).click();
  await expect(dialog.getByRole('button', { name: 'Choose more' })).toBeFocused();

  await dialog.getByRole('button', { name: 'Add 2 images' }).click();
  await expect(dialog.getByLabel('Belongs to')).toBeFocused();
  await dialog.getByLabel('Belongs to').selectOption({ label: 'Leadline' });
  await expect(dialog.getByLabel('Type')).toHaveValue('screenshot');
  await dialog.getByRole('textbox', { name: 'Description of ringcheck-ticket.webp (alt text)' }).fill(first);
  await dialog.getByRole('button', { name: 'Add 2 images' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Description of map.gif (alt text)' })).toBeFocused();
  expect(await findAxeProblems(page, [390, 1280], 'dialog[open]')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Description of map.gif (alt text)' }).fill(second);
  await dialog.getByRole('button', { name: 'Add 2 images' }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByText('2 images added. One was animated, so it shows its first frame only.'),
  ).toBeVisible();

  const cards = page.getByRole('article');
  const card = cards.filter({ hasText: second });
  await expect(card).toContainText('App: Leadline');
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const html = await (await page.request.get('/apps/leadline')).text();
  expect(html.indexOf(first)).toBeGreaterThan(0);
  expect(html.indexOf(first)).toBeLessThan(html.indexOf(second));

  await page.getByRole('button', { name: `Edit ${second}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit image' });
  await edit.getByLabel('Image description (alt text)').fill('');
  await edit.getByRole('button', { name: 'Save image' }).click();
  await expect(edit.getByLabel('Image description (alt text)')).toBeFocused();
  await page.keyboard.press('Escape');
  await asked.getByRole('button', { name: 'Discard and close' }).click();
  await expect(page.getByRole('button', { name: `Edit ${second}` })).toBeFocused();
  // A dialog's close event comes with the next frame; only then may the same one open again.
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await edit.getByLabel('Image description (alt text)').fill(`${second}, by day`);
  await edit.getByRole('button', { name: 'Save image' }).click();
  await expect(cards.filter({ hasText: `${second}, by day` })).toHaveCount(1);

  for (const text of [first, `${second}, by day`]) {
    await page.getByRole('button', { name: `Delete ${text}` }).click();
    const deleting = page.getByRole('dialog', { name: `Delete “${text}”?` });
    await expect(deleting).toContainText('It will be removed from the page for Leadline.');
    await expect(deleting).toContainText('Its files stay on the site for earlier versions of the app.');
    await deleting.getByRole('button', { name: 'Delete image' }).click();
    await expect(cards.filter({ hasText: text })).toHaveCount(0);
  }
  await expect.poll(async () => (await page.request.get('/apps/leadline')).text()).not.toContain(second);
});

test('B-14 A-19 a failed upload shows its error and can be retried; an upload can be cancelled @audit', async ({
  page,
}) => {
  const text = freshWords('Retried');
  await page.goto('/dashboard/media');
  await page.getByRole('button', { name: 'Add Media' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add media' });
  await dialog.getByLabel('Belongs to').selectOption({ label: 'Winning Websites' });
  await dialog.getByLabel('Type').selectOption('hero');
  await dialog.locator('input[type=file]').setInputFiles(picture);
  await dialog.getByRole('textbox', { name: 'Description of ringcheck-ticket.webp (alt text)' }).fill(text);
  await page.route('**/storage/v1/object/incoming/**', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Add image' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The connection was lost. Please try again.');
  // the button has kept the focus
  await expect(dialog.getByRole('button', { name: 'Add image' })).toBeFocused();

  const held = Promise.withResolvers<void>();
  await page.route('**/storage/v1/object/incoming/**', async (route) => {
    await held.promise;
    await route.abort().catch(() => undefined);
  });
  await dialog.getByRole('button', { name: 'Add image' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel ringcheck-ticket.webp' }).click();
  await expect(dialog.getByRole('list', { name: 'Chosen images' })).toHaveCount(0);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Add image' })).toBeDisabled();
  held.resolve();
  await page.unroute('**/storage/v1/object/incoming/**');

  await dialog.locator('input[type=file]').setInputFiles(picture);
  await dialog.getByLabel(/^Decorative/).check();
  await dialog.getByRole('button', { name: 'Add image' }).click();
  await expect(dialog).toBeHidden();
  const card = page.getByRole('article').first();
  await expect(card).toContainText('Service: Winning Websites');
  await expect(card).toContainText('Decorative');
  await card.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete image' }).click();
  await expect(page.getByText('was deleted.')).toBeVisible();
});
