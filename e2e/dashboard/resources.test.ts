import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

test('P-181 G-3 G-54 a post is written with a preview by the page’s own renderer, published and deleted @audit', async ({
  page,
}) => {
  const slug = `low-water-${process.pid}`;
  const markdown =
    '## What to do at low water\n\nWait, or **sound**. <img src=x onerror=alert(1)> [bad](javascript:alert(1))';
  await page.goto('/dashboard/resources/new');
  await page.getByLabel('Title').fill(`Low water ${process.pid}`);
  await page.getByLabel('Excerpt').fill('What to do when the tide is out.');
  await page.getByLabel('Text').fill(markdown);
  const preview = page.locator('.prose');
  await expect(preview.getByRole('heading', { name: 'What to do at low water' })).toBeVisible();
  await expect(preview).toContainText('<img src=x');
  await expect(preview.locator('img, a')).toHaveCount(0);
  const shown = await preview.innerHTML();
  await page.getByRole('switch', { name: 'Published' }).check();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Create resource' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit resource' })).toBeVisible();
  await page.goto('/dashboard/resources');
  const row = page.getByRole('article', { name: `Low water ${process.pid}` });
  await expect(row).toContainText('Published');
  const visitor = await page.context().newPage();
  await visitor.goto(`/resources/${slug}`);
  expect(await visitor.locator('.prose').first().innerHTML()).toBe(shown);
  await page.getByRole('button', { name: `Delete Low water ${process.pid}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete resource' }).click();
  await expect(row).toHaveCount(0);
  expect((await page.request.get(`/resources/${slug}`)).status()).toBe(410);
});

test('G-54 A-4 the toolbar over a text in Markdown works on the selection, by keys too, and undo takes it back @audit', async ({
  page,
}) => {
  await page.goto('/dashboard/resources/new');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('one two');
  const select = (start: number, end: number) =>
    text.evaluate(
      (area: HTMLTextAreaElement, [from, to]) => area.setSelectionRange(from ?? 0, to ?? 0),
      [start, end],
    );
  await select(4, 7);
  const bold = page.getByRole('button', { name: 'Bold (Ctrl+B)' });
  await bold.press('Enter');
  await expect(text).toHaveValue('one **two**');
  await expect(text).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue('one two');
  await select(4, 7);
  await page.keyboard.press('Control+b');
  await expect(text).toHaveValue('one **two**');
  // in this field the key does not collapse the sidebar
  await expect(page.getByRole('link', { name: 'Categories' })).toBeVisible();
  await page.getByRole('button', { name: 'Heading' }).click();
  await expect(text).toHaveValue('## one **two**');
  await expect(page.locator('.prose').getByRole('heading', { name: 'one two' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  for (const tool of await page.getByRole('group', { name: 'Formatting' }).getByRole('button').all()) {
    const box = await tool.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
});
