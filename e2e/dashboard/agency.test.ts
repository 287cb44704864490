import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/fixture.ts';
import { makeLead } from '../product/staff.ts';
import { fetchPageText, openAsOwner, openAgencySection, saveAgencySection } from './agency-editor.ts';
import { holdScripts } from '../hydration/watch-page.ts';

test('G-19 S-18 an owner changes name, phone and hours: pages, mail, structured data, feed, share image and sign-in show it at the next request, and an earlier version is restored @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  // the longest journey of the dashboard: with mail, images and two restored versions
  test.slow();
  const { page, owner } = await openAsOwner(newContext, product);
  const before = await fetchPageText(product, '/');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Agency/ }).click();
  await openAgencySection(page, 'Versions');
  await expect(page.getByText('No changes yet.')).toBeVisible();

  await openAgencySection(page, 'Name and contact');
  await page.getByLabel('Agency name').fill('Maple & Birch');
  await page.getByLabel('Phone number (shown)').fill('(416) 555-0142');
  await page.getByLabel('Email', { exact: true }).fill('hello@maple.example');
  await openAgencySection(page, 'Business hours');
  await page.getByLabel('Business hours (shown)').fill('Tuesday to Saturday, 10 to 6');
  await page.getByLabel('Time zone').selectOption('America/Vancouver');
  await page.getByLabel('Tuesday, opens at').fill('10:00');
  await page.getByLabel('Tuesday, closes at').fill('18:00');
  await saveAgencySection(page);
  // the dashboard itself, without a reload
  await expect(page.getByRole('complementary').getByRole('link', { name: /^Maple & Birch/ })).toBeVisible();
  await expect(page).toHaveTitle('Business hours · Agency details · Maple & Birch');

  const home = await fetchPageText(product, '/');
  expect(home).toContain('Maple &amp; Birch offers result-oriented');
  expect(home).toContain('href="tel:+14165550142"');
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(home) ?? [];
  expect(JSON.parse(data)['@graph'][0]).toMatchObject({
    name: 'Maple & Birch',
    contactPoint: {
      telephone: '+14165550142',
      hoursAvailable: [{ dayOfWeek: 'https://schema.org/Tuesday', opens: '10:00', closes: '18:00' }],
    },
  });
  const shareImage = /property="og:image" content="[^"]*(\/share\/[^"]+)"/;
  expect(shareImage.exec(home)?.[1]).not.toBe(shareImage.exec(before)?.[1]);
  const contact = await fetchPageText(product, '/contact');
  for (const text of ['(416) 555-0142', 'hello@maple.example', 'Tuesday to Saturday, 10 to 6'])
    expect(contact).toContain(text);
  for (const path of [
    '/',
    '/contact',
    '/services',
    '/apps',
    '/resources',
    '/privacy',
    '/terms',
    '/accessibility',
    '/auth',
    '/dashboard',
    '/nothing',
    '/resources/feed.xml',
  ]) {
    const text = await fetchPageText(product, path);
    expect([path, /Maple &amp; Birch|Maple & Birch/.test(text)]).toEqual([path, true]);
    expect([path, /Fairlead Digital|fairlead\.example|555-0199|toll-free/i.exec(text)?.[0]]).toEqual([
      path,
      undefined,
    ]);
  }
  const lead = await makeLead(product);
  const reply = { lead_id: lead.id, message: 'Thursday works.', sender_type: 'admin' };
  await owner.client.from('lead_messages').insert(reply).throwOnError();
  await page.getByRole('navigation', { name: 'Agency' }).getByRole('link', { name: 'Mail' }).click();
  const mail = page.getByRole('button', { name: 'Re: Your inquiry to Maple & Birch' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.goto('/dashboard/agency');
  await page.getByLabel('Agency name').fill('Elm');
  await saveAgencySection(page);
  expect(await fetchPageText(product, '/')).toContain('Elm offers');
  await openAgencySection(page, 'Versions');
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByText('Changed: Agency name', { exact: true })).toHaveCount(1);
  await expect(versions.getByText('by Odile Owner')).toHaveCount(2);
  await versions.getByRole('button', { name: /^Restore the version from/ }).click();
  await expect(versions.getByText('restored by Odile Owner')).toBeVisible();
  expect(await fetchPageText(product, '/')).toContain('Maple &amp; Birch offers');
  await openAgencySection(page, 'Name and contact');
  await expect(page.getByLabel('Agency name')).toHaveValue('Maple & Birch');
  await openAgencySection(page, 'Versions');
  await versions.getByRole('button', { name: 'Restore the original settings' }).click();
  await expect(versions.getByRole('listitem').filter({ hasText: 'restored by' })).toHaveCount(2);
  expect(await fetchPageText(product, '/')).toBe(before);
});

test('G-19 a saved name is shown in the dashboard, even if another screen is being opened when the save ends @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const { page } = await openAsOwner(newContext, product);
  await page.goto('/dashboard/agency/contact');
  await page.getByLabel('Agency name').fill('Tern & Partners');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/**', async (route) => {
    if (route.request().method() !== 'GET') await released;
    await route.continue();
  });
  const saving = page.waitForRequest(
    (request) => request.url().includes('/rest/v1/') && request.method() !== 'GET',
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saving;
  const showScripts = await holdScripts(page);
  const opening = page.waitForRequest('**/assets/*.js');
  await page.getByRole('link', { name: 'Media' }).click();
  await opening;
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET');
  release();
  await saved;
  await expect(page.locator('.toast')).toContainText('Your pages are up to date.');
  showScripts();
  await expect(page.getByRole('heading', { level: 1, name: 'Media' })).toBeVisible();
  await expect(page.getByRole('complementary').getByRole('link', { name: /^Tern & Partners/ })).toBeVisible();
});

test('A-18 an invalid value is reported beside its field, no input is lost, and of two owners the second must confirm @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const { page, owner } = await openAsOwner(newContext, product);
  await page.goto('/dashboard/agency');
  await page.getByLabel('Agency name').fill('');
  await page.getByLabel('Phone number (shown)').fill('call us');
  const tagline = page.getByLabel('Tagline (footer)', { exact: true });
  await openAgencySection(page, 'Footer and call to action');
  await tagline.fill('{{nome}} since 2001');
  await openAgencySection(page, 'Business hours');
  await page.getByLabel('Monday, opens at').fill('17:00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const problems = page.getByRole('alert').filter({ hasText: '4 things to fix' });
  await expect(problems).toBeFocused();
  await problems.getByRole('link', { name: 'Fill in “Agency name”' }).click();
  await expect(page.getByLabel('Agency name')).toBeFocused();
  await expect(page.getByLabel('Agency name')).toHaveAccessibleDescription('Fill in “Agency name”');
  expect(await findAxeProblems(page, [320, 1280])).toEqual([]);
  await page.getByLabel('Agency name').fill('Maple');
  await page.getByLabel('Phone number (shown)').fill('416-555-0101');
  await page.getByRole('link', { name: /Replace {{nome}}/ }).press('Enter');
  await expect(tagline).toBeFocused();
  await expect(tagline).toHaveAccessibleDescription(/Replace {{nome}}/);
  await tagline.fill('{{name}} since 2001');
  await page.getByRole('link', { name: /both times for Monday/ }).press('Enter');
  await expect(page.getByLabel('Monday, opens at')).toBeFocused();
  await expect(page.getByLabel('Monday, opens at')).toHaveAccessibleDescription(
    /Enter both times for Monday/,
  );
  await page.getByLabel('Monday, opens at').fill('');
  await owner.client
    .from('agency_settings')
    .insert({ facts: { name: 'Theirs' } })
    .throwOnError();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const choice = page.getByRole('alert').filter({ hasText: ' changed this too. Choose what to keep:' });
  await expect(choice).toBeFocused();
  expect(await fetchPageText(product, '/')).toContain('Theirs offers');
  await choice.getByRole('link', { name: 'Agency name' }).click();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.toast')).toContainText('Saved');
  expect(await fetchPageText(product, '/')).toContain('Maple since 2001');
});
