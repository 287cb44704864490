import { randomUUID } from 'node:crypto';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

const picture = 'site/public/samples/ringcheck-ticket.webp';
const file = 'ringcheck-ticket.webp';

test('B-544 an image is uploaded, described, found and chosen for a resource by keyboard alone; while it is used it stays', async ({
  page,
  product,
}) => {
  const words = `Ferry ${randomUUID().slice(0, 8)}`;
  const slug = words.toLowerCase().replace(' ', '-');
  const images = product.admin.from('images');
  await images.delete().neq('name', '').throwOnError();
  await page.goto('/dashboard/media');
  const tab = page.getByRole('navigation', { name: 'Media' }).getByRole('link', { name: 'All images' });
  await tab.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'All images' })).toBeVisible();
  await expect(tab.locator('xpath=ancestor::nav').locator('[aria-current=page]')).toHaveText(['All images']);
  await page.locator('main input[type=file]').setInputFiles(picture);
  await expect(page.getByText(`${file} uploaded. Add its description.`)).toBeVisible();
  const cards = page.getByRole('article');
  await expect(cards.first()).toContainText('No description yet');
  await expect(cards.first()).toContainText('Not used anywhere');
  await page.getByRole('button', { name: `Describe ${file}` }).press('Enter');
  const describing = page.getByRole('dialog', { name: 'Describe image' });
  const alt = describing.getByLabel('Image description (alt text)');
  await expect(alt).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(describing).toContainText('Describe it in one sentence');
  await page.keyboard.type(words);
  expect(await findAxeProblems(page, [390, 1280], 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').filter({ hasText: words })).toHaveCount(1);

  await page.goto('/dashboard/resources/new');
  await page.getByLabel('Title').fill(words);
  await page.getByRole('button', { name: 'Choose from all images' }).press('Enter');
  const choosing = page.getByRole('dialog', { name: 'Choose an image' });
  await expect(choosing.getByLabel('Search images')).toBeFocused();
  await page.keyboard.type(words);
  const choice = choosing.getByRole('listitem').getByRole('button', { name: words });
  await expect(choosing.getByRole('listitem')).toHaveCount(1);
  expect(await findAxeProblems(page, [390, 1280], 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(choice).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(choosing).toBeHidden();
  await expect(page.getByLabel('Image description (alt text)')).toHaveValue(words);
  await page.getByRole('button', { name: 'Create resource' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit resource' })).toBeVisible();

  await page.goto('/dashboard/media/all');
  // by the name of the place
  await page.getByLabel('Search images').fill(words.toUpperCase());
  await expect(cards).toHaveCount(1);
  await expect(cards.getByRole('link', { name: `Resource: ${words}` })).toBeVisible();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  await page.getByRole('button', { name: `Delete ${words}` }).press('Enter');
  const inUse = page.getByRole('dialog', { name: 'This image is in use' });
  await expect(inUse).toContainText(`${words} stays, because it's used in Resource: ${words}.`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Delete ${words}` })).toBeFocused();
  await product.admin.from('posts').delete().eq('slug', slug).throwOnError();
  await product.admin.from('deleted_content').delete().eq('slug', slug).throwOnError();
  await images.delete().eq('alt', words).throwOnError();
});

test('B-545 images without a description are described one after the other, and several are deleted at once', async ({
  page,
  product,
}) => {
  const [first, second] = [randomUUID(), randomUUID()];
  const images = product.admin.from('images');
  await images.delete().is('alt', null).throwOnError();
  await images
    .insert([first, second].map((id) => ({ id, file: '800x600.webp', name: `${id.slice(0, 8)}.jpg` })))
    .throwOnError();
  await page.goto('/dashboard/media/all');
  await page.getByLabel('Without a description').check();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Describe one by one' }).click();
  const dialog = page.getByRole('dialog', { name: 'Describe image' });
  await expect(dialog).toContainText('2 images in this list have none.');
  await page.keyboard.type(`A boat ${first}`);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('This is the last one.');
  await expect(dialog.getByLabel('Image description (alt text)')).toBeFocused();
  await page.keyboard.type(`A boat ${second}`);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Every image has a description.')).toBeVisible();

  await page.getByLabel('Without a description').uncheck();
  await page.getByLabel('Search images').fill('A boat');
  await expect(page.getByRole('article')).toHaveCount(2);
  for (const id of [first, second]) await page.getByLabel(`Select A boat ${id}`).check();
  await page.getByRole('button', { name: 'Delete 2 images' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete 2 images?' });
  await expect(asked).toContainText('No page shows these 2 images');
  await asked.getByRole('button', { name: 'Delete 2 images' }).click();
  await expect(page.getByText('2 images were deleted.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('No images match your search.')).toBeVisible();
});
