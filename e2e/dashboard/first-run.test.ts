import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/fixture.ts';
import { openAs } from '../product/staff.ts';
import { makeOwner } from './team.ts';

test('B-68 B-85 P-89 first steps tick themselves, remove the samples after a question and are hidden for good @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const page = await openAs(newContext, product, await makeOwner(product));
  await page.goto('/dashboard');
  const list = page.getByRole('region', { name: 'Make it yours' });
  const step = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  await expect(step('Enter your name and phone number')).toContainText('To do:');
  expect(await findAxeProblems(page, [390, 1280])).toEqual([]);

  await list.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.locator('.toast').filter({ hasText: 'Test email saved' })).toBeVisible();
  await expect(step('Send yourself a test email')).toContainText('Done:');
  await expect(step('Send yourself a test email')).toBeFocused();
  await expect(step('Set up backups')).toContainText('ask the person who runs your server to set up backups');
  await list.getByRole('button', { name: 'Remove samples' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove samples' }).click();
  await expect(page.locator('.toast').filter({ hasText: 'samples removed' })).toBeVisible();
  await expect(step('Remove the sample content')).toContainText('Done:');
  await expect(step('Remove the sample content')).toBeFocused();
  const services = await (await fetch(`${product.url}/services`)).text();
  // the panel about reputation management stays, whatever the services are (P-33)
  expect(services).toContain('More honest reviews');
  expect(services).not.toContain('Winning Websites');
  const { count } = await product.admin.from('partners').select('*', { count: 'exact', head: true });
  expect(count).toBe(0);

  await list.getByRole('link', { name: 'Go to contact details' }).click();
  await expect(page.getByLabel('Agency name')).toBeVisible();
  await page.getByLabel('Agency name').fill('Maple');
  await page.getByLabel('Phone number (shown)').fill('416-555-0101');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.toast').filter({ hasText: 'Your pages are up to date' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(step('Enter your name and phone number')).toContainText('Done:');

  await list.getByRole('button', { name: 'Dismiss checklist' }).click();
  await expect(list).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Quick Actions' })).toBeVisible();
  await expect(list).toHaveCount(0);
});
