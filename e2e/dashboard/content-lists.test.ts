import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import type { Product } from '../product/product.ts';
import { expect, test } from '../product/staff.ts';

/** Resources with a common word in their titles; returns the word. */
async function addPosts(product: Product, states: Record<string, object>): Promise<string> {
  const word = `Soundings${randomUUID().slice(0, 8)}`;
  for (const [name, state] of Object.entries(states)) {
    const slug = `${name}-${word}`.toLowerCase();
    await product.admin
      .from('posts')
      .insert({ title: `${name} ${word}`, slug, ...state })
      .throwOnError();
  }
  return word;
}

const published = { is_published: true, published_at: '2026-01-01T12:00:00Z' };
const scheduled = { is_published: true, published_at: '2199-01-01T12:00:00Z' };

async function statesOf(product: Product, word: string): Promise<Record<string, boolean>> {
  const { data } = await product.admin
    .from('posts')
    .select('title, is_published')
    .like('title', `% ${word}`)
    .throwOnError();
  return Object.fromEntries(data.map((row) => [row.title.split(' ')[0], row.is_published]));
}

const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });

test('B-560 a list is searched and filtered by state; a reload and the back button keep both', async ({
  page,
  product,
}) => {
  const word = await addPosts(product, { Alpha: published, Beta: scheduled, Gamma: {} });
  const rows = page.getByRole('article');
  await page.goto('/dashboard/resources');
  await page.getByLabel('Search resources').fill(word.toUpperCase());
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('3 resources found')).toBeAttached();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  for (const [state, name] of [
    ['Published', 'Alpha'],
    ['Scheduled', 'Beta'],
    ['Drafts', 'Gamma'],
  ] as const) {
    await page.getByLabel('Show', { exact: true }).selectOption(state);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`${name} ${word}`);
  }
  await page.reload();
  await expect(page.getByLabel('Search resources')).toHaveValue(word.toUpperCase());
  await expect(rows).toContainText(`Gamma ${word}`);
  await page.getByRole('link', { name: `Edit Gamma ${word}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit resource' })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Search resources').fill('no such words');
  await expect(page.getByText('No resources match.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filter' }).click();
  await expect(page).toHaveURL(/\/dashboard\/resources$/);
  await expect(page.getByLabel('Search resources')).toHaveValue('');
});

test('B-561 P-181 by keyboard alone, several records are published, unpublished and moved to the trash; one that someone changed meanwhile is named and stays selected', async ({
  page,
  product,
}) => {
  const word = await addPosts(product, { Alpha: {}, Beta: {}, Gamma: published });
  await page.goto(`/dashboard/resources?search=${word}`);
  await expect(page.getByRole('article')).toHaveCount(3);
  await select(page, `Alpha ${word}`).press('Space');
  await page.getByRole('button', { name: 'Select all 3 shown' }).press('Enter');
  await expect(page.getByText('3 resources selected')).toBeVisible();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  // while the list is open, someone saves one of them
  await product.admin.from('posts').update({ excerpt: 'Changed' }).eq('title', `Beta ${word}`).throwOnError();
  await page.getByRole('button', { name: 'Publish 2' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish 2 resources?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog).toContainText(`Alpha ${word}: anyone can see /resources/alpha-`);
  expect(await findAxeProblems(page, [390, 1280], 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Publish' }).press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: '1 not published:' });
  await expect(alert).toContainText(`Beta ${word}: Someone has saved changes to it since.`);
  await expect(page.getByText('3 resources selected')).toBeVisible();
  expect(await statesOf(product, word)).toEqual({ Alpha: true, Beta: false, Gamma: true });
  const slug = `alpha-${word}`.toLowerCase();
  expect((await page.request.get(`/resources/${slug}`)).status()).toBe(200);

  // the list shows it as it is now, so it can be published
  await page.getByRole('button', { name: 'Publish 1' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Publish 1 resource?' })
    .getByRole('button', { name: 'Publish' })
    .press('Enter');
  await expect(page.getByText('1 resource published.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await statesOf(product, word)).toEqual({ Alpha: true, Beta: true, Gamma: true });
  const { data: dated } = await product.admin.from('posts').select('published_at').eq('slug', slug).single();
  expect(dated?.published_at).not.toBeNull();

  await select(page, `Alpha ${word}`).press('Space');
  await page.getByRole('button', { name: 'Unpublish 1' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).press('Enter');
  await expect(page.getByText('1 resource unpublished.')).toBeVisible();
  expect((await page.request.get(`/resources/${slug}`)).status()).toBe(404);

  for (const name of ['Alpha', 'Gamma']) await select(page, `${name} ${word}`).press('Space');
  await page.getByRole('button', { name: 'Move 2 to trash' }).press('Enter');
  const asked = page.getByRole('dialog', { name: 'Move 2 resources to trash?' });
  await expect(asked).toContainText(`/resources/gamma-${word.toLowerCase()} is removed right away`);
  await asked.getByRole('button', { name: 'Move to trash' }).press('Enter');
  await expect(page.getByText('2 resources moved to trash.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  const { data: trash } = await product.admin
    .from('deleted_content')
    .select('name')
    .like('name', `% ${word}`);
  expect(trash?.map(({ name }) => name).toSorted()).toEqual([`Alpha ${word}`, `Gamma ${word}`]);
});

test('B-562 a record is duplicated as a draft that opens in the editor; the original stays as it is', async ({
  page,
  product,
}) => {
  const word = await addPosts(product, { Alpha: published });
  const slug = `alpha-${word}`.toLowerCase();
  await page.goto(`/dashboard/resources?search=${word}`);
  await page.getByRole('button', { name: `Duplicate Alpha ${word}` }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit resource' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(`Copy of Alpha ${word}`);
  await expect(page.getByLabel('Web address')).toHaveValue(`${slug}-2`);
  await expect(page.getByRole('switch', { name: 'Published' })).not.toBeChecked();
  expect((await page.request.get(`/resources/${slug}-2`)).status()).toBe(404);
  expect((await page.request.get(`/resources/${slug}`)).status()).toBe(200);
});
