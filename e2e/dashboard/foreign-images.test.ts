import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { openAgencySection, openAsOwner } from './agency-editor.ts';
import { expect, signUpAccount, test } from '../product/staff.ts';

test('B-285 an editor reads which websites see visitors, and copies the images by keyboard', async ({
  page,
  product,
}) => {
  const slug = `foreign-${process.pid}`;
  const [first, second] = ['https://pictures.invalid/a.png', 'https://others.invalid/b_(1).png'];
  const body = `![A *dog* on a boat](${first} "Dog")\n\n[link](${first})\n\n![Own](/samples/ringcheck-ticket.webp)`;
  const { data } = await product.admin
    .from('posts')
    .insert({ title: 'Foreign', slug, excerpt: 'E', body })
    .select('id')
    .single()
    .throwOnError();
  await page.goto(`/dashboard/resources/${data.id}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  const copy = page.getByRole('button', { name: /^Copy .* to your site$/ });
  await expect(page.getByText('Visitors load images here from pictures.invalid,')).toBeVisible();
  await expect(copy).toHaveText('Copy the image to your site');
  await text.fill(`${body}\n\n![](<${second}>)`);
  await expect(page.getByText('from pictures.invalid and others.invalid,')).toBeVisible();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);

  // no host of .invalid has an address
  await copy.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: first })).toContainText("couldn't load this image");
  await expect(page.getByRole('alert').filter({ hasText: second })).toBeVisible();
  await expect(copy).toBeFocused();

  // stands for the other hosts: the copy is a real upload
  const sample = await readFile('site/public/samples/ringcheck-ticket.webp');
  const editor = await signUpAccount(product);
  const urls: string[] = [];
  await page.route('**/copy-image', async (route) => {
    const id = randomUUID();
    await editor.client.storage
      .from('incoming')
      .upload(`${editor.session.user.id}/${id}`, sample, { contentType: 'image/webp' });
    const response = await fetch(`${product.url}/finish-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.session.access_token}` },
      body: JSON.stringify({ id, owner: null }),
    });
    const made = (await response.json()) as { url: string };
    urls.push(made.url);
    await route.fulfill({ json: made });
  });
  await copy.press('Enter');
  await expect(page.getByText('2 images copied. Save to keep the change.')).toBeVisible();
  await expect(copy).toHaveCount(0);
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(`${body.replace(first, urls[0]!)}\n\n![](<${urls[1]}>)`);

  // the cover by its URL
  const cover = page.getByLabel('Or paste an image URL');
  await cover.fill('https://covers.invalid/c.png');
  await page.getByLabel('Image description (alt text)').fill('A chart');
  await expect(page.getByText('Visitors load images here from covers.invalid,')).toBeVisible();
  await copy.press('Enter');
  await expect(cover).toHaveCount(0);
  await expect(page.getByLabel('Image description (alt text)')).toBeFocused();
  await expect(page.getByLabel('Image description (alt text)')).toHaveValue('A chart');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { data: saved } = await product.admin.from('posts').select('cover_url').eq('id', data.id).single();
  expect(saved?.cover_url).toBe(urls[2]);
});

test('B-285 legal texts under Agency details also name the other websites @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const { page } = await openAsOwner(newContext, product);
  await page.goto('/dashboard/agency');
  await openAgencySection(page, 'Legal pages');
  await page.getByRole('textbox', { name: /Terms/ }).fill('![Seal](https://seals.invalid/seal.png)');
  await expect(page.getByText('Visitors load images here from seals.invalid,')).toBeVisible();
});
