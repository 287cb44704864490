import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/staff.ts';

test('B-64 P-181 scheduled content is nowhere on the site until its time, and everywhere afterwards, without another write @audit', async ({
  page,
  product,
}) => {
  const slug = `scheduled-${process.pid}`;
  const admin = product.admin;
  const due = new Date(Date.now() + 12_000).toISOString();
  await admin
    .from('posts')
    .insert({ title: 'High water', slug, is_published: true, published_at: due })
    .throwOnError();
  const shows = async (path: string) => (await (await page.request.get(path)).text()).includes(slug);
  const lists = ['/resources', '/resources/feed.xml', '/sitemap.xml'];
  const seen = async () => [
    (await page.request.get(`/resources/${slug}`)).status(),
    ...(await Promise.all(lists.map(shows))),
  ];
  // twice: the second time from the page cache
  expect(await seen()).toEqual([404, false, false, false]);
  expect(await seen()).toEqual([404, false, false, false]);
  const { data } = await product
    .visitor()
    .from('posts')
    .select('slug')
    .eq('is_published', true)
    .eq('slug', slug);
  expect(data).toEqual([]);
  expect(Date.now()).toBeLessThan(Date.parse(due));
  await expect.poll(seen, { timeout: 20_000, intervals: [500] }).toEqual([200, true, true, true]);
  expect(Date.now()).toBeLessThan(Date.parse(due) + 10_000);
  await admin.from('posts').delete().eq('slug', slug).throwOnError();
});

test('B-64 G-24 an editor schedules a service in the zone of the agency, which the control names', async ({
  page,
  product,
}) => {
  const slug = `to-come-${process.pid}`;
  const admin = product.admin;
  await page.goto('/dashboard/services/new');
  await page.getByLabel('Name').fill('To come');
  await page.getByLabel('Web address').fill(slug);
  await page.getByLabel('Time (Eastern Time)').fill('09:30');
  await page.getByRole('switch', { name: 'Published' }).check();
  await page.getByRole('button', { name: 'Create service' }).click();
  await page.getByRole('link', { name: 'Enter a date to go with that time' }).click();
  await expect(page.getByLabel('Publish on')).toBeFocused();
  await page.getByLabel('Publish on').fill('2099-01-05');
  await expect(page.getByText('On: anyone can see it from Jan 5, 2099, 9:30 a.m. EST')).toBeVisible();
  expect(await findAxeProblems(page, [320], 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Create service' }).click();
  await expect(page.getByText('To come will go live on Jan 5, 2099, 9:30 a.m. EST.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View To come' })).toBeVisible();
  const stored = async () =>
    (await admin.from('services').select('is_published, published_at').eq('slug', slug).single()).data;
  expect(await stored()).toEqual({ is_published: true, published_at: '2099-01-05T14:30:00+00:00' });
  expect((await page.request.get(`/services/${slug}`)).status()).toBe(404);
  await page.goto('/dashboard/services');
  await expect(page.getByRole('article', { name: 'To come' })).toContainText(
    'Scheduled for Jan 5, 2099, 9:30 a.m. EST',
  );
  await page.getByRole('link', { name: 'Edit To come' }).click();
  await expect(page.getByLabel('Time (Eastern Time)')).toHaveValue('09:30');
  await page.getByLabel('Publish on').fill('');
  await page.getByLabel('Time (Eastern Time)').fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('To come is live.')).toBeVisible();
  expect((await page.request.get(`/services/${slug}`)).status()).toBe(200);
  await admin.from('services').delete().eq('slug', slug).throwOnError();
});
