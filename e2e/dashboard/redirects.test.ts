import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

test('B-65 an address that visitors missed is listed without anything of theirs, and redirected from there', async ({
  page,
  product,
}) => {
  const admin = product.admin;
  const visitor = await page.context().newPage();
  const [often, once] = [`/missed-often-${process.pid}`, `/missed-once-${process.pid}`];
  for (const missed of [`${often}?email=ana@roy.example`, often, `${often}?a=1`, once])
    expect((await visitor.goto(missed))?.status()).toBe(404);
  expect((await page.request.get(`/by-a-program-${process.pid}`)).status()).toBe(404);
  // as the server writes them, every ten seconds; those of these visits are read at the end
  const [path, other] = [`/old-page-${process.pid}`, `/other-page-${process.pid}`];
  await admin.rpc('record_missed_paths', { paths: { [path]: 3, [other]: 1 } }).throwOnError();

  await page.goto('/dashboard/redirects');
  const row = page.getByRole('listitem').filter({ hasText: path });
  await expect(row).toContainText('3 times');
  await expect(page.getByRole('listitem').filter({ hasText: other })).toContainText('Once,');
  await row.getByRole('button', { name: `Redirect... ${path}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Add redirect' });
  await expect(dialog.getByLabel('Old address')).toHaveValue(path);
  const kind = await dialog.getByLabel('Type').boundingBox();
  const buttons = await dialog.locator('[data-dialog-buttons]').boundingBox();
  expect(buttons!.y - kind!.y - kind!.height, 'an empty alert takes no room').toBeLessThan(50);
  const target = dialog.getByLabel('New address');
  await target.fill('//evil.example');
  await page.keyboard.press('Enter');
  await expect(target).toBeFocused();
  await expect(dialog).toContainText('Enter a path that starts with /');
  await target.fill(path.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('That redirects back to itself.');
  expect(await findAxeProblems(page, [320], 'dialog[open]')).toEqual([]);
  await target.fill(`${product.url}/services`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${path} now redirects to /services.`)).toBeVisible();
  await expect(page.getByRole('article', { name: `${path} redirects to /services` })).toBeVisible();
  await expect(row.filter({ hasText: '3 times' })).toHaveCount(0);
  expect(await findAxeProblems(page, [320], 'main')).toEqual([]);

  const moved = await page.request.get(`${path.toUpperCase()}/?utm_source=letter&category=Search`, {
    maxRedirects: 0,
  });
  expect(moved.status()).toBe(301);
  const end = await visitor.goto(`${path}?utm_source=letter`);
  expect([end?.status(), visitor.url()]).toEqual([200, `${product.url}/services?utm_source=letter`]);

  await page.getByRole('button', { name: `Delete ${path}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete redirect' }).click();
  await expect(page.getByText(`${path} was deleted.`)).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(404);

  const listed = async () =>
    (
      await admin
        .from('missed_paths')
        .select('path, visits')
        .or(`path.like./missed-*-${process.pid},path.like./by-a-program-*`)
        .order('path')
    ).data;
  await expect.poll(listed).toEqual([
    { path: often, visits: 3 },
    { path: once, visits: 1 },
  ]);
});
