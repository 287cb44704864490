import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, uniqueLeadName, makeLead, openAs, test } from '../product/staff.ts';
import { makeOwner } from './team.ts';

test('B-80 an owner reads who did what in sentences, filtered by person, area and day; others have no link', async ({
  page: colleague,
  account,
  product,
  newContext,
}) => {
  const lead = await makeLead(product);
  await account.client.from('leads').update({ status: 'qualified' }).eq('id', lead.id).throwOnError();
  const email = account.session.user.email ?? '';
  const { error } = await product.visitor().auth.signInWithPassword({ email, password: 'a guess' });
  expect(error?.code).toBe('invalid_credentials');
  const title = uniqueLeadName('Post');
  const slug = title.toLowerCase().replaceAll(/\W+/g, '-');
  await account.client.from('posts').insert({ title, slug }).throwOnError();
  await colleague.goto(`/dashboard/messages?search=${encodeURIComponent(lead.name)}`);
  await Promise.all([
    colleague.waitForEvent('download'),
    colleague.getByRole('button', { name: 'Export CSV' }).press('Enter'),
  ]);
  await expect(colleague.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  await colleague.goto('/dashboard/audit');
  await expect(colleague.getByText('Only owners can view the audit log.')).toBeVisible();

  const page = await openAs(newContext, product, await makeOwner(product, 'Maya Tremblay'));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Agency/ }).click();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await page.getByLabel('Person').selectOption({ value: account.session.user.id });
  const list = page.locator('main').getByRole('listitem');
  await expect(list.filter({ hasText: 'exported leads from a search.' })).toHaveCount(1);
  const moved = list.filter({
    hasText: `Maude Tremblay-Okoye changed the status of the lead “${lead.name}” to Qualified.`,
  });
  await expect(moved).toContainText('from ');
  await expect(list.filter({ hasText: 'A wrong password was entered' }).first()).toBeVisible();
  await expect(
    list.filter({ hasText: `Maude Tremblay-Okoye created the resource “${title}”.` }),
  ).toBeVisible();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);

  await page.getByLabel('Activity').selectOption('Content');
  await expect(moved).toHaveCount(0);
  await expect(list.filter({ hasText: title })).toBeVisible();
  await page.getByLabel(/^To\b/).fill('2020-01-02');
  await expect(page.getByText('No entries match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/dashboard\/audit$/);
  await list.filter({ hasText: lead.name }).getByRole('link').first().click();
  await expect(page.getByRole('article', { name: lead.name })).toBeVisible();
});
