import type { Page } from '@playwright/test';
import type { Database } from '../../site/app/data/database-types.ts';
import type { Product } from '../product/product.ts';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { holdRequests } from '../product/hold-requests.ts';
import { expect, test } from '../product/staff.ts';
import { makeOwner } from './team.ts';

type Service = Database['public']['Tables']['services']['Update'];

let services = 0;

async function openService(page: Page, product: Product, columns: Service) {
  services += 1;
  const name = `Soundings ${process.pid}-${services}`;
  const { data } = await product.admin
    .from('services')
    .insert({ name, slug: `soundings-${process.pid}-${services}`, ...columns })
    .select('id')
    .single()
    .throwOnError();
  await page.goto(`/dashboard/services/${data.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit service' })).toBeVisible();
  return {
    pitch: page.getByRole('textbox', { name: 'Short pitch' }),
    description: page.getByRole('textbox', { name: 'Description' }),
    save: page.getByRole('button', { name: 'Save changes' }),
    saved: page.getByText('All changes saved'),
    stored: async () =>
      (await product.admin.from('services').select('*').eq('id', data.id).single().throwOnError()).data,
    /** as another owner, whose name the editor shows */
    async change(changed: Service): Promise<void> {
      const { client } = await makeOwner(product, 'Odile Roy');
      await client.from('services').update(changed).eq('id', data.id).throwOnError();
    },
  };
}

test('B-521 typing goes on during a save: its response writes into no field, and what came after it is saved by the next', async ({
  page,
  product,
}) => {
  const { pitch, description, save, saved, stored } = await openService(page, product, {
    short_pitch: 'Before',
  });
  const release = await holdRequests(page, /\/rest\/v1\/services/, 'PATCH');
  // white space at the end is not stored, but another word may follow it
  await pitch.fill('First ');
  await save.click();
  await pitch.press('End');
  await pitch.pressSequentially('second');
  await save.click();
  await description.fill('Third');
  await expect(pitch).toHaveValue('First second');
  release();
  await expect.poll(async () => (await stored()).short_pitch).toBe('First second');
  await expect(saved).toBeVisible();
  expect((await stored()).description).toBe('Third');
  await expect(pitch).toHaveValue('First second');
  await pitch.fill('After');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
});

test('B-521 a save whose response is lost is no conflict with oneself, also after a reload', async ({
  page,
  product,
}) => {
  const { pitch, save, saved, stored } = await openService(page, product, { short_pitch: 'Before' });
  await page.route(/\/rest\/v1\/services/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await pitch.fill('Sent');
  await save.click();
  await expect.poll(async () => (await stored()).short_pitch).toBe('Sent');
  await expect(page.locator('.toast').last()).toContainText("We couldn't reach the server");
  await pitch.fill('Sent, and more');
  await page.unrouteAll();
  await page.reload();
  await expect(pitch).toHaveValue('Sent, and more');
  await save.click();
  await expect(saved).toBeVisible();
  expect((await stored()).short_pitch).toBe('Sent, and more');
});

test('B-521 what is typed while a new service is created belongs to it, also after a reload', async ({
  page,
  product,
}) => {
  await page.goto('/dashboard/services/new');
  const name = `Created ${process.pid}-${Date.now().toString(36)}`;
  const release = await holdRequests(page, /\/rest\/v1\/services/, 'POST');
  await page.getByLabel('Name', { exact: false }).first().fill(name);
  await page.getByRole('button', { name: 'Create service' }).click();
  await page.getByLabel('Short pitch').fill('Typed meanwhile');
  release();
  await expect(page).toHaveURL(/\/dashboard\/services\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Short pitch')).toHaveValue('Typed meanwhile');
  await page.reload();
  await expect(page.getByLabel('Short pitch')).toHaveValue('Typed meanwhile');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { data } = await product.admin.from('services').select('short_pitch').eq('name', name);
  expect(data).toEqual([{ short_pitch: 'Typed meanwhile' }]);
  await page.goto('/dashboard/services/new');
  await expect(page.getByLabel('Short pitch')).toHaveValue('');
});

test('B-520 two people save different fields and paragraphs of one service: both are kept, and the second is told', async ({
  page,
  product,
}) => {
  const service = await openService(page, product, { description: 'One.\n\nTwo.' });
  const { pitch, description, saved, stored } = service;
  await service.change({ short_pitch: 'Their pitch', description: 'One.\n\nTheir two.' });
  await description.fill('My one.\n\nTwo.');
  await description.press('Control+Home');
  await page.keyboard.press('End');
  await page.keyboard.press('Control+s');
  await expect(saved).toBeVisible();
  await expect(page.getByText('Saved together with changes from Odile Roy')).toBeVisible();
  await expect(description).toHaveValue('My one.\n\nTheir two.');
  await expect(pitch).toHaveValue('Their pitch');
  expect(await stored()).toMatchObject({
    short_pitch: 'Their pitch',
    description: 'My one.\n\nTheir two.',
  });
  await page.keyboard.type(' More.');
  await expect(description).toHaveValue('My one. More.\n\nTheir two.');
});

test('B-520 B-548 where two people changed the same words, nothing is saved before the second has chosen beside the field', async ({
  page,
  product,
}) => {
  const service = await openService(page, product, { short_pitch: 'First words', description: 'Text.' });
  const { pitch, description, save, saved, stored } = service;
  await service.change({ short_pitch: 'Their words', description: 'Their text.' });
  await pitch.fill('My words');
  await description.fill('My text.');
  await save.click();
  const alert = page.getByRole('alert').filter({ hasText: 'Odile Roy changed 2 of the same fields' });
  await expect(alert).toBeFocused();
  await expect(pitch).toHaveValue('My words');
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  // nothing is lost by a discard that is undone or by a reload, and the choice is still open
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(pitch).toHaveValue('Their words');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(alert).toBeVisible();
  await page.reload();
  await expect(pitch).toHaveValue('My words');
  await save.click();
  expect((await stored()).short_pitch).toBe('Their words');

  await alert.getByRole('link', { name: 'Short pitch' }).press('Enter');
  const choices = page.getByRole('region', { name: /both changed this/ });
  await expect(choices.first()).toBeFocused();
  await expect(choices.first()).toContainText('My words');
  await expect(choices.first()).toContainText('Their words');
  await choices.first().getByRole('button', { name: 'Use theirs' }).click();
  await expect(pitch).toHaveValue('Their words');
  await expect(choices).toHaveCount(1);
  await description.fill('My text, and more.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pitch).toHaveValue('My words');
  await expect(description).toHaveValue('My text, and more.');
  await expect(choices).toHaveCount(2);
  await choices.first().getByRole('button', { name: 'Keep mine' }).click();
  await choices.getByRole('button', { name: 'Keep mine' }).click();
  await expect(choices).toHaveCount(0);
  await save.click();
  await expect(saved).toBeVisible();
  expect(await stored()).toMatchObject({ short_pitch: 'My words', description: 'My text, and more.' });
});
