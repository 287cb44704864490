import { expect, test } from '../product/staff.ts';

const scripts = '**/assets/*.js';

for (const path of ['/auth', '/dashboard/messages']) {
  test(`${path} shows an error if its scripts fail to load, and Reload loads it @audit`, async ({
    page,
    newContext,
    product,
  }) => {
    await page.route(scripts, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.goto(path);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText("Part of this page didn't load");
    await expect(page.getByText('Loading the dashboard...')).toBeHidden();
    await page.unroute(scripts);
    await alert.getByRole('link', { name: 'Reload' }).click();
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await expect(alert).toBeHidden();

    // No script runs, not even inline ones: the style sheet shows the message after a while.
    const slow = await (await newContext({ baseURL: product.url })).newPage();
    await slow.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).replace(/<script>.*?<\/script>/s, '') });
    });
    await slow.goto(path);
    await expect(slow.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(slow.getByRole('alert')).toBeHidden();
    await slow.locator('.missing-scripts').evaluate((note) => note.getAnimations()[0]?.finish());
    await expect(slow.getByRole('alert')).toBeVisible();

    const plain = await (await newContext({ baseURL: product.url, javaScriptEnabled: false })).newPage();
    await plain.goto(path);
    await expect(plain.getByText(/needs JavaScript|JavaScript is required/)).toBeVisible();
    await expect(plain.getByText('Loading the dashboard...')).toBeHidden();
  });
}

test('a site without TLS, as in an office, works: it has no crypto.randomUUID, no clipboard and no locks', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    Reflect.deleteProperty(Crypto.prototype, 'subtle');
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  });
  await page.goto('/dashboard/services/new');
  await page.getByRole('textbox', { name: /^Name/ }).fill('By a plain wire');
  await page.getByRole('button', { name: 'Add price' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByText('Changes discarded')).toBeVisible();
});

test('after a deploy or an interrupted connection, the next screen opens once it can be loaded, and nothing typed is lost @audit', async ({
  page,
  context,
}) => {
  await page.goto('/dashboard/settings');
  await page.getByLabel('Full Name').fill('Half a name');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Categories', exact: true }).click();
  await expect(page.locator('.toast')).toContainText("You're offline");
  await expect(page.getByLabel('Full Name')).toHaveValue('Half a name');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categories Management');

  let loads = 0;
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  const media = /assets\/media-[^/]*\.js$/;
  await page.route(media, (route) =>
    loads > 0 ? route.continue() : route.fulfill({ status: 404, body: 'gone' }),
  );
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Media Management');
  expect(loads).toBe(1);

  // After sign-in there is no link onward: without its scripts the page must not redirect in a loop.
  await page.route('**/assets/overview-*.js', (route) => route.abort());
  await page.goto('/auth');
  await expect(page.getByRole('alert')).toContainText("Part of this page didn't load");
  await expect(page).toHaveURL(/\/dashboard$/);
});
