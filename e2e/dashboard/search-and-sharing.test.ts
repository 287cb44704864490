import { randomUUID } from 'node:crypto';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

const fields = {
  services: { description: 'Short **bold** start.\n\nAnd [more](/x) after it.', text_format: 'markdown' },
  apps: { description: 'Plain start.\n\nAnd more after it, in plain text.' },
  posts: { excerpt: 'Short.' },
  case_studies: { excerpt: 'Short.', problem: 'The quay was closed.\n\nTwice a day.' },
} as const;
const paths = {
  services: 'services',
  apps: 'apps',
  posts: 'resources',
  case_studies: 'case-studies',
} as const;

test('B-564 the preview in the editor shows title and description as the head of the page has them', async ({
  page,
  product,
}) => {
  for (const table of ['services', 'apps', 'posts', 'case_studies'] as const) {
    const [id, slug] = [randomUUID(), `found-${randomUUID().slice(0, 8)}`];
    const named = table === 'services' || table === 'apps' ? 'name' : 'title';
    const row = { id, slug, [named]: `Found & kept ${slug}`, is_published: true, ...fields[table] };
    await product.admin
      .from(table)
      .insert(row as never)
      .throwOnError();
    await page.goto(`/dashboard/${paths[table]}/${id}`);
    await page.getByText('Search and sharing').click();
    const shown = page.locator('[data-preview=search] p');
    const visitor = await page.context().newPage();
    await visitor.goto(`/${paths[table]}/${slug}`);
    const head = [
      await visitor.title(),
      (await visitor.locator('meta[name=description]').getAttribute('content')) ?? '',
    ];
    await visitor.close();
    await expect(shown).toHaveText([/found-/, ...head]);
    await product.admin.from(table).delete().eq('id', id).throwOnError();
  }
});

test('B-564 B-565 an editor sets title, description and listing by keyboard, sees the cut, and restores what was there', async ({
  page,
  product,
}) => {
  const [id, slug] = [randomUUID(), `shared-${randomUUID().slice(0, 8)}`];
  const posts = product.admin.from('posts');
  await posts.insert({ id, slug, title: 'Shared' }).throwOnError();
  await page.goto(`/dashboard/resources/${id}`);
  const panel = page.getByRole('region', { name: 'Search and sharing' });
  await panel.locator('summary').press('Enter');
  await panel
    .getByLabel('Title in search results')
    .fill('A title that is far too long for any search result page');
  await expect(panel.getByText(/^55 characters, cut after \d+$/)).toBeVisible();
  await expect(panel.locator('[data-preview=search]')).toContainText(/… · /);
  await panel.getByLabel('Description in search results').fill('x'.repeat(501));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('link', { name: /^Shorten the description in search results to 500/ }).click();
  await expect(panel.getByLabel('Description in search results')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('For search engines.');
  await panel.getByRole('switch', { name: 'Hide from search engines' }).press('Space');
  await expect(panel.getByText('Search engines are asked not to list this page.')).toBeVisible();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { data } = await posts.select('seo').eq('id', id).single();
  expect(data?.seo).toEqual({
    title: 'A title that is far too long for any search result page',
    description: 'For search engines.',
    hidden: true,
  });
  await page.reload();
  await expect(panel.getByText('Hidden from search engines')).toBeVisible();
  await page.getByText('Versions', { exact: true }).click();
  await page
    .getByRole('button', { name: /^Compare/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Title in search results: A title that is far too long');
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { data: restored } = await posts.select('seo').eq('id', id).single();
  expect(restored?.seo).toEqual({});
  await posts.delete().eq('id', id).throwOnError();
});
