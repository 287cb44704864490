import { randomUUID } from 'node:crypto';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

const plain = '## Soundings\n\nTwo *depths*, <b>one</b> [bad](javascript:alert(1)).\n\n- lead\n- line';

test('G-54 B-14 P-181 an editor chooses Markdown, adds a described picture at the caret and publishes; plain pages stay as they were @audit', async ({
  page,
  product,
}) => {
  const slug = `described-${process.pid}`;
  const address = `/services/${slug}`;
  const read = async () => (await page.request.get(address)).text();
  const service = { name: 'Described', slug, description: plain, is_published: true };
  const { data } = await product.admin.from('services').insert(service).select('id').single().throwOnError();
  const before = await read();
  expect(before).toContain('<p>## Soundings</p><p>Two *depths*, &lt;b&gt;one&lt;/b&gt; [bad]');

  await page.goto(`/dashboard/services/${data?.id}`);
  const text = page.getByRole('textbox', { name: 'Description', exact: true });
  const format = page.getByRole('group', { name: 'Text format' });
  const tools = page.getByRole('group', { name: 'Formatting' });
  const preview = page.locator('.prose');
  await expect(format.getByRole('radio', { name: 'Plain text' })).toBeChecked();
  await expect(tools).toHaveCount(0);
  await format.getByRole('radio', { name: 'Plain text' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(text).toHaveValue(plain);
  await expect(preview.getByRole('heading', { level: 2, name: 'Soundings' })).toBeVisible();
  await expect(preview.locator('a, b, script')).toHaveCount(0);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(text).toHaveValue(plain);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(preview).toHaveCount(0);

  await format.getByText('Markdown').click();
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(12, 12));
  await tools.getByRole('button', { name: 'Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Insert an image' });
  await dialog.locator('input[type=file]').setInputFiles('site/public/samples/ringcheck-ticket.webp');
  await dialog.getByRole('button', { name: 'Insert image' }).click();
  await expect(dialog).toContainText('Describe it in one sentence');
  expect(await findAxeProblems(page, [390], 'dialog[open]')).toEqual([]);
  await dialog.getByLabel('Image description (alt text)').fill('A ticket');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(/^## Soundings\n\n!\[A ticket\]\(\S+\d+x\d+\.webp\)\n\nTwo/);
  await expect(preview.getByRole('img', { name: 'A ticket' })).toBeVisible();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  const shown = await preview.innerHTML();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();

  const visitor = await page.context().newPage();
  await visitor.goto(address);
  const prose = visitor.locator('.prose');
  expect(await prose.innerHTML()).toBe(shown);
  const picture = prose.getByRole('img', { name: 'A ticket' });
  await expect(picture).toHaveAttribute('srcset', /\/480\.webp 480w/);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const summary = await visitor.locator('meta[name=description]').getAttribute('content');
  expect(summary).toContain('Soundings Two depths, <b>one</b> [bad](javascript:alert(1)). lead line');
  expect(await findAxeProblems(visitor, [390, 1280])).toEqual([]);
  await visitor.close();

  await format.getByText('Plain text').click();
  await expect(text).toHaveValue(/!\[A ticket\]/);
  await text.fill(plain);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect(await read()).toBe(before);
  await product.admin.from('services').delete().eq('slug', slug).throwOnError();
});

test('B-14 deleting a picture names the texts that have it, whose files stay @audit', async ({
  page,
  product,
}) => {
  const slug = `pictured-${process.pid}`;
  const url = `/storage/v1/object/public/pictures/${randomUUID()}/1200x800.webp`;
  const description = `![A ticket](${url})`;
  const service = { name: 'Pictured words', slug, description, text_format: 'markdown' };
  const { data } = await product.admin.from('services').insert(service).select('id').single().throwOnError();
  const alt = `Ticket ${process.pid}`;
  await product.admin.from('media').insert({ service_id: data?.id, url, alt }).throwOnError();
  await page.goto('/dashboard/media');
  await page.getByRole('button', { name: `Delete ${alt}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete “${alt}”?` });
  await expect(dialog).toContainText(
    "It's in the text of Pictured words, so its files will stay on the site.",
  );
  await expect(dialog).not.toContainText('No page uses it');
  await dialog.getByRole('button', { name: 'Delete image' }).click();
  await expect(page.getByText('was deleted.')).toBeVisible();
  await product.admin.from('services').delete().eq('slug', slug).throwOnError();
});
