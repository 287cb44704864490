import type { Page } from '@playwright/test';
import type { Product } from '../product/product.ts';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';
import { makeOwner } from './team.ts';

let services = 0;

async function openPublished(page: Page, product: Product) {
  services += 1;
  const slug = `drafted-${process.pid}-${services}`;
  const { data } = await product.admin
    .from('services')
    .insert({ name: `Drafted ${services}`, slug, short_pitch: 'Published words', is_published: true })
    .select('id')
    .single()
    .throwOnError();
  await page.goto(`/dashboard/services/${data.id}`);
  return {
    id: data.id,
    slug,
    name: `Drafted ${services}`,
    pitch: page.getByLabel('Short pitch'),
    save: page.getByRole('button', { name: 'Save draft' }),
    publish: page.getByRole('button', { name: 'Publish changes' }),
    panel: page.getByRole('region', { name: 'Unpublished changes' }),
    shown: async (path = `/services/${slug}`) => (await page.request.get(path)).text(),
  };
}

test('B-550 B-551 a draft of a published service stays a draft over a reload, is previewed, marked in the list, published, and undone with one press', async ({
  page,
  product,
}) => {
  const { id, name, pitch, save, publish, panel, shown } = await openPublished(page, product);
  await pitch.fill('Drafted words');
  await save.click();
  await expect(page.getByText(`Visitors still see the published version of ${name}.`)).toBeVisible();
  await expect(panel).toContainText('by Maude');
  expect(await shown()).toContain('Published words');
  await page.reload();
  await expect(pitch).toHaveValue('Drafted words');
  expect(await findAxeProblems(page, [320, 1280], 'main')).toEqual([]);
  const preview = page.context().waitForEvent('page');
  await panel.getByRole('link', { name: `Preview draft of ${name}` }).click();
  await expect((await preview).getByText('Drafted words').first()).toBeVisible();
  await page.goto('/dashboard/services');
  await expect(page.getByRole('article', { name })).toContainText('Unpublished changes');
  await page.goto(`/dashboard/services/${id}`);
  await publish.click();
  await expect(page.getByText(`${name} is live with your changes.`)).toBeVisible();
  await expect(panel).toHaveCount(0);
  expect(await shown()).toContain('Drafted words');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Publication undone')).toBeVisible();
  expect(await shown()).toContain('Published words');
  await expect(pitch).toHaveValue('Drafted words');
  await expect(panel).toBeVisible();
});

test('B-551 what a colleague published since is merged before a draft is published; both changes are live', async ({
  page,
  product,
}) => {
  const { id, pitch, save, publish, shown } = await openPublished(page, product);
  await pitch.fill('Drafted words');
  await save.click();
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible();
  const { client } = await makeOwner(product, 'Odile Roy');
  await client.from('services').update({ description: 'Their description' }).eq('id', id).throwOnError();
  await publish.click();
  await expect(page.getByText('Now includes changes from Odile Roy')).toBeVisible();
  await expect.poll(() => shown()).toContain('Drafted words');
  expect(await shown()).toContain('Their description');
});

test('B-552 a future date schedules a change, in the zone that the control names; it can be cancelled, and discarding the draft asks', async ({
  page,
  product,
}) => {
  const { id, name, pitch, panel, shown } = await openPublished(page, product);
  await pitch.fill('Scheduled words');
  await page.getByLabel('Publish on').fill('2099-01-05');
  await page.getByLabel('Time (Eastern Time)').fill('09:30');
  await page.getByRole('button', { name: 'Schedule changes' }).click();
  await expect(panel).toContainText('These changes go live on Jan 5, 2099, 9:30 a.m. EST.');
  expect(await shown()).toContain('Published words');
  const { data } = await product.admin
    .from('content_heads')
    .select('due_at, zone')
    .eq('record_id', id)
    .single();
  expect(data).toEqual({ due_at: '2099-01-05T14:30:00+00:00', zone: 'America/Toronto' });
  await pitch.fill('Later words');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(panel).toContainText("Edits made after scheduling aren't included.");
  await page.goto('/dashboard/services');
  await expect(page.getByRole('article', { name })).toContainText('Changes scheduled for Jan 5, 2099');
  await page.goto(`/dashboard/services/${id}`);
  await panel.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(panel).not.toContainText('go live');
  await panel.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(panel).toHaveCount(0);
  await expect(pitch).toHaveValue('Published words');
});
