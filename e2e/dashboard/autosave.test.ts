import type { Page } from '@playwright/test';
import type { Product } from '../product/product.ts';
import { expect, openAs, test } from '../product/staff.ts';
import { makeOwner } from './team.ts';

let services = 0;

/** A service in the editor, and what the server has of its unsaved text, oldest first. */
async function openService(page: Page, product: Product, columns: { short_pitch?: string } = {}) {
  const slug = `autosaved-${process.pid}-${(services += 1)}`;
  const { data } = await product.admin
    .from('services')
    .insert({ name: 'Autosaved', slug, description: 'Stored.', ...columns })
    .select('id')
    .single()
    .throwOnError();
  const path = `/dashboard/services/${data.id}`;
  await page.goto(path);
  const autosaves = product.admin.from('content_autosaves');
  return {
    id: data.id,
    path,
    async kept() {
      const rows = await autosaves
        .select('text:draft->values->pitch')
        .eq('record_id', data.id)
        .order('step')
        .throwOnError();
      return rows.data.map(({ text }) => text);
    },
  };
}

const pitchOf = (page: Page) => page.getByRole('textbox', { name: 'Short pitch' });
const offerOn = (page: Page) => page.getByRole('region', { name: 'Unsaved text' });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

test('B-549 what was typed on one device is offered on another, which continues it; a save or a discard ends the offer', async ({
  page,
  product,
  newContext,
}) => {
  const { path, kept } = await openService(page, product);
  await pitchOf(page).fill('Typed on the first device');
  await expect.poll(kept).toEqual(['Typed on the first device']);

  const other = await (await newContext({ baseURL: product.url })).newPage();
  await other.goto(path);
  await expect(offerOn(other)).toContainText('Short pitch');
  await expect(pitchOf(other)).toHaveValue('');
  await offerOn(other).getByRole('button', { name: 'Compare' }).click();
  const dialog = other.getByRole('dialog', { name: 'What you typed' });
  await expect(dialog.locator('dd ins')).toContainText('Typed on the first device');
  await dialog.getByRole('button', { name: 'Continue with it' }).click();
  await expect(pitchOf(other)).toHaveValue('Typed on the first device');
  await expect(offerOn(other)).toHaveCount(0);
  await save(other);
  await expect(other.getByText('All changes saved')).toBeVisible();
  await expect.poll(kept).toEqual([]);

  await pitchOf(other).fill('Typed, and not needed');
  await expect.poll(kept).toEqual(['Typed, and not needed']);
  await other.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(kept).toEqual([]);
});

test('B-549 text is sent while typing goes on, and another account sees nothing of it', async ({
  page,
  product,
  newContext,
}) => {
  const { path, kept } = await openService(page, product);
  await pitchOf(page).focus();
  const typed = page.keyboard.type('word '.repeat(40), { delay: 60 });
  await expect.poll(kept).not.toEqual([]);
  const [first] = await kept();
  await expect.poll(async () => String((await kept())[0]).length).toBeGreaterThan(String(first).length);
  await typed;
  expect(await kept()).toHaveLength(1);

  const colleague = await openAs(newContext, product, await makeOwner(product));
  const read = colleague.waitForResponse(/content_autosaves/);
  await colleague.goto(path);
  expect(await (await read).json()).toEqual([]);
});

test('B-549 without a connection the editor says so, and sends later what was typed', async ({
  page,
  context,
  product,
}) => {
  const { kept } = await openService(page, product);
  await expect(pitchOf(page)).toBeVisible();
  await context.setOffline(true);
  await pitchOf(page).fill('Typed in a tunnel');
  await expect(page.getByRole('alert')).toContainText('kept on this device');
  expect(await kept()).toEqual([]);
  await context.setOffline(false);
  await expect.poll(kept).toEqual(['Typed in a tunnel']);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
});

test('B-549 text of an editor that was left before the server had it is sent from another screen, once', async ({
  page,
  product,
}) => {
  const { kept } = await openService(page, product);
  const sends: string[] = [];
  page.on('request', (request) => request.url().includes('keep_autosave') && sends.push(request.url()));
  await page.route(/keep_autosave/, (route) => route.abort());
  await pitchOf(page).fill('Left too early');
  await expect(page.getByRole('alert')).toContainText('kept on this device');
  await page.goto('/dashboard/media');
  expect(await kept()).toEqual([]);
  await page.unrouteAll();
  await page.reload();
  await expect.poll(kept).toEqual(['Left too early']);
  sends.length = 0;
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Media' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(sends).toEqual([]);
});

test('B-549 text that this browser has lost, or that was emptied, is offered, and typing does not replace it', async ({
  page,
  product,
}) => {
  const { kept } = await openService(page, product);
  const long = 'A long thought. '.repeat(20).trim();
  const pitch = pitchOf(page);
  await pitch.fill(long);
  await expect.poll(kept).toEqual([long]);
  await pitch.fill('');
  await pitch.fill('Short');
  await expect.poll(kept).toEqual([long, 'Short']);
  // as after a crash, before the browser has written it to the disk
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('draft/')) localStorage.removeItem(key);
  });
  await page.reload();
  await expect(offerOn(page).getByRole('button', { name: 'Continue with it' })).toHaveCount(2);
  await pitch.fill('Begun again');
  await expect.poll(kept).toEqual([long, 'Short', 'Begun again']);
  await offerOn(page).getByRole('button', { name: 'Continue with it' }).last().click();
  await expect(pitch).toHaveValue(long);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pitch).toHaveValue('Begun again');
});

test('B-548 B-549 text that a restored version replaces is kept under Versions, for its author', async ({
  page,
  product,
}) => {
  const { kept, id } = await openService(page, product, { short_pitch: 'Saved' });
  await product.admin.from('services').update({ short_pitch: 'Saved again' }).eq('id', id).throwOnError();
  await page.reload();
  await pitchOf(page).fill('Never saved');
  await page.getByText('Versions', { exact: true }).click();
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions.getByRole('button', { name: 'Compare' }).last().click();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(pitchOf(page)).toHaveValue('Saved');
  await expect.poll(kept).toEqual(['Never saved', 'Saved']);
  await save(page);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect.poll(kept).toEqual(['Never saved']);
  const replaced = versions.getByRole('region', { name: 'Replaced before you saved it' });
  await replaced.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with it' }).click();
  await expect(pitchOf(page)).toHaveValue('Never saved');
});

test('B-549 a new service that is continued after a reload is created once; one that cannot be created keeps its text', async ({
  page,
  product,
}) => {
  await page.goto('/dashboard/services/new');
  const name = `Reloaded ${process.pid}`;
  const nameField = page.getByLabel('Name', { exact: false }).first();
  await nameField.fill(name);
  const rows = product.admin.from('content_autosaves');
  const kept = async () => (await rows.select('record_id').eq('draft->values->>name', name)).data;
  await expect.poll(kept).toHaveLength(1);
  const before = await kept();
  await page.reload();
  await expect(nameField).toHaveValue(name);
  await expect(offerOn(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Create service' }).click();
  await expect(page).toHaveURL(`/dashboard/services/${before?.[0]?.record_id}`);
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeFocused();
  await expect.poll(kept).toEqual([]);

  await pitchOf(page).fill('Written on');
  await product.admin.from('services').delete().eq('name', name).throwOnError();
  await save(page);
  const asNew = page.getByRole('button', { name: 'Save mine as a new service' });
  await expect(asNew).toBeVisible();
  await page.route(/\/rest\/v1\/services/, (route) => route.abort());
  await asNew.click();
  await expect(page.locator('.toast').last()).toContainText("We couldn't reach the server");
  await expect(pitchOf(page)).toHaveValue('Written on');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Create service' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(pitchOf(page)).toHaveValue('Written on');
  const { data } = await product.admin.from('services').select('short_pitch').eq('name', name);
  expect(data).toEqual([{ short_pitch: 'Written on' }]);
});
