import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/staff.ts';

test('P-126 P-179 categories are sorted as a reader expects: in the grid, in the picker and on the public page @audit', async ({
  page,
  product,
}) => {
  const admin = product.admin;
  const added = ['Éco 9', 'Éco 10', 'mobile'].map((name) => ({ name }));
  const { data: made } = await admin.from('categories').insert(added).select('id, name').throwOnError();
  const services = made.map(({ id, name }) => ({
    name,
    slug: name.toLowerCase().replace('é', 'e').replace(' ', '-'),
    category_id: id,
    is_published: true,
  }));
  await admin.from('services').insert(services).throwOnError();
  const wanted = ['Accessibility', 'Éco 9', 'Éco 10', 'Email', 'mobile', 'Reputation', 'Search', 'Websites'];
  await page.goto('/dashboard/categories');
  await expect(page.getByRole('heading', { level: 1, name: 'Categories Management' })).toBeVisible();
  await expect(page.getByText('Organize your services with categories')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(wanted);
  await page.goto('/dashboard/services/new');
  await expect(page.getByLabel('Category').locator('option')).toHaveText(['No category', ...wanted]);
  await page.goto('/services');
  const filters = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await expect(filters).toHaveText([/^All/, ...wanted.map((name) => new RegExp(`^${name} \\d+$`))]);
  await admin
    .from('services')
    .delete()
    .in(
      'slug',
      services.map(({ slug }) => slug),
    )
    .throwOnError();
  await admin
    .from('categories')
    .delete()
    .in(
      'id',
      made.map(({ id }) => id),
    )
    .throwOnError();
});

test('P-23 no grid of the dashboard has more than three columns; the four figures are 2 × 2 or in a row @audit', async ({
  page,
  product,
}) => {
  // collapsed, so that the screens have the most room
  const cookie = { name: 'sidebar_state', value: 'false', domain: new URL(product.url).hostname };
  await page.context().addCookies([{ ...cookie, path: '/dashboard' }]);
  for (const path of sampleMatrix(['', '/media'], ['/categories', '/services', '/apps', '/settings'])) {
    await page.goto(`/dashboard${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    for (const width of sampleMatrix([390, 1440, 2560], [800, 1920])) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.locator('main :is(ul, ol, dl)').evaluateAll((lists) =>
        lists.flatMap((list) => {
          const { display, gridTemplateColumns } = getComputedStyle(list);
          const columns = display === 'grid' ? gridTemplateColumns.split(' ').length : 1;
          const most = list.matches('main > dl') ? [2, 4] : [1, 2, 3];
          return most.includes(columns) ? [] : [`${list.className}: ${columns}`];
        }),
      );
      expect(wide, `${path} at ${width}`).toEqual([]);
    }
  }
});

test('G-3 P-103 asking to add, edit or delete changes nothing, on any screen @audit', async ({
  page,
  product,
}) => {
  const tables = ['services', 'apps', 'categories', 'media', 'app_media'] as const;
  const read = async () => {
    const responses = tables.map((table) => product.admin.from(table).select('*').order('id').throwOnError());
    return (await Promise.all(responses)).map(({ data }) => data);
  };
  const before = await read();
  for (const screen of sampleMatrix(['apps', 'media'], ['services', 'categories'])) {
    for (const name of [/^Add /, /^Edit /, /^Delete /]) {
      await page.goto(`/dashboard/${screen}`);
      const main = page.getByRole('main');
      const asked = main.getByRole('button', { name }).or(main.getByRole('link', { name })).first();
      await asked.click();
      await expect(page.getByRole('dialog').or(page.locator('main form[data-saves]')).first()).toBeVisible();
      await page.keyboard.press('Escape');
    }
  }
  expect(await read()).toEqual(before);
});

test('A-25 Messages on paper: who wrote what, without what can only be filled in @audit', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/dashboard/messages');
  const card = page.getByRole('article').filter({ hasText: 'Noor Haddad' });
  await expect(card.getByRole('heading', { name: 'Noor Haddad' })).toBeVisible();
  await expect(card).toContainText("We're redoing our site in the spring");
  const filled = page
    .locator('[data-sidebar] :is(input, textarea, select, .button)')
    .filter({ visible: true });
  await expect(filled).toHaveCount(0);
  await expect(page.locator('#sidebar, [data-sidebar] > div > header').filter({ visible: true })).toHaveCount(
    0,
  );
  const cut = await page
    .locator('article p')
    .evaluateAll((all) => all.filter((line) => line.scrollWidth > line.clientWidth + 1).length);
  expect(cut).toBe(0);
});
