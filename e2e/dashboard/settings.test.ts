import { expect, sessionStorageKey, test } from '../product/staff.ts';
import { holdRequests } from '../product/hold-requests.ts';

test('P-130 P-131 P-133 P-158 P-179 G-22 the profile card reads one row and upserts the name; the account card has the ID and local dates, or N/A', async ({
  page,
  account,
  product,
}) => {
  const [read] = await Promise.all([
    page.waitForRequest(/\/rest\/v1\/profiles/),
    page.goto('/dashboard/settings'),
  ]);
  expect(new URL(read.url()).searchParams.get('id')).toBe(`eq.${account.session.user.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const name = page.getByLabel('Full Name');
  await expect(name).toHaveValue('Maude Tremblay-Okoye');
  await expect(name).toHaveAttribute('placeholder', 'Enter your full name');
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await expect(page.getByText('Email cannot be changed from this page')).toBeVisible();

  const release = await holdRequests(page, /\/rest\/v1\/profiles/, 'POST');
  await name.fill('Maude Okoye');
  const [request] = await Promise.all([
    page.waitForRequest((r) => r.url().includes('/rest/v1/profiles') && r.method() === 'POST'),
    page.getByRole('button', { name: 'Update Profile' }).click(),
  ]);
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeDisabled();
  release();
  expect(Object.keys(request.postDataJSON() as object).toSorted()).toEqual([
    'email',
    'full_name',
    'id',
    'updated_at',
  ]);
  expect(request.headers()['prefer']).toContain('resolution=merge-duplicates');
  await expect(page.locator('.toast')).toContainText('Success');
  await expect(page.locator('.toast')).toContainText('Profile updated successfully');
  await expect(page.getByRole('banner').getByText('Maude Okoye')).toBeVisible();
  // also when the new name has arrived, in a form in which someone may be typing again
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeFocused();
  const { data } = await product.admin
    .from('profiles')
    .select('full_name')
    .eq('id', account.session.user.id)
    .single();
  expect(data?.full_name).toBe('Maude Okoye');

  const card = page.getByRole('region', { name: 'Account Information' });
  await expect(card).toContainText(account.session.user.id);
  const local = await page.evaluate(
    (at) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(at)),
    account.session.user.created_at,
  );
  await expect(card.getByRole('definition').nth(1)).toHaveText(local);
  await expect(card.getByRole('definition').nth(2)).toHaveText(local);
  await page.route(/\/auth\/v1\/user/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), last_sign_in_at: null },
    });
  });
  await page.reload();
  await expect(card.getByRole('definition').nth(2)).toHaveText('N/A');
});

test('P-132 a name that is refused, or saved without a connection, stays with a message; without a user it is "No user found"', async ({
  page,
  context,
  product,
}) => {
  await page.goto('/dashboard/settings');
  const name = page.getByLabel('Full Name');
  const save = page.getByRole('button', { name: 'Update Profile' });
  await name.fill('Maude Roy');
  await context.setOffline(true);
  await save.click();
  await expect(page.locator('.toast')).toContainText("We couldn't reach the server.");
  await expect(name).toHaveValue('Maude Roy');
  await context.setOffline(false);

  await page.route(/\/rest\/v1\/profiles/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { code: 'XX', message: 'The name was refused', details: null, hint: null },
        })
      : route.continue(),
  );
  await save.click();
  const toast = page
    .locator('.toast[data-variant="destructive"]')
    .filter({ hasText: 'The name was refused' });
  await expect(toast).toContainText('Error');
  await expect(name).toHaveValue('Maude Roy');
  await page.evaluate((key) => localStorage.removeItem(key), sessionStorageKey(product));
  await save.click();
  await expect(page.locator('.toast').filter({ hasText: 'No user found' })).toBeVisible();
});

test('Ctrl+S and Cmd+S save what is edited, in a form of Settings and in an editor, and never the page @audit', async ({
  page,
  product,
  account,
}) => {
  const nameOf = async () => {
    const own = product.admin.from('profiles').select('full_name').eq('id', account.session.user.id);
    return (await own.single()).data?.full_name;
  };
  await page.goto('/dashboard/settings');
  await page.getByLabel('Full Name').fill('Maude by Key');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.locator('form[data-saves]')).toHaveCount(4);
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => {
      if (event.key === 's') document.body.dataset['kept'] = String(event.defaultPrevented);
    });
  });
  // the shortcut could be meant for any of the forms: nothing is saved, and the browser does not save the page either
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Control+s');
  await expect(page.locator('body')).toHaveAttribute('data-kept', 'true');
  expect(await nameOf()).toBe('Maude Tremblay-Okoye');
  await page.getByLabel('Full Name').press('Control+s');
  await expect(page.locator('.toast')).toContainText('Profile updated successfully');
  expect(await nameOf()).toBe('Maude by Key');

  const name = `Saved by key ${process.pid}`;
  await page.goto('/dashboard/services/new');
  await page.getByLabel('Name', { exact: false }).first().fill(name);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Meta+s');
  await expect(page).toHaveURL(/\/dashboard\/services\/[\da-f-]{36}$/);
  const { data } = await product.admin.from('services').delete().eq('name', name).select('is_published');
  expect(data).toEqual([{ is_published: false }]);
});
