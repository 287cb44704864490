import { expect, uniqueLeadName, makeLead, openAs, signUpAccount, test } from '../product/staff.ts';

test('B-34 a lead is given to a colleague and to oneself; both see it without a reload, and the filter is in the address', async ({
  product,
  newContext,
}) => {
  const colleague = uniqueLeadName('Ben');
  const [ana, ben] = [
    await signUpAccount(product, uniqueLeadName('Ana')),
    await signUpAccount(product, colleague),
  ];
  const { name } = await makeLead(product, { name: uniqueLeadName('Wanda') });
  const open = async (account: typeof ana) => {
    const page = await openAs(newContext, product, account);
    await page.goto('/dashboard/messages');
    await expect(page.getByRole('article', { name })).toBeVisible();
    return page;
  };
  const [page, theirs] = [await open(ana), await open(ben)];
  const card = page.getByRole('article', { name });
  const asBen = theirs.getByRole('article', { name });

  await card.getByRole('button', { name: `More for ${name}` }).click();
  const select = card.getByRole('combobox', { name: `Assign ${name} to` });
  await expect(select).toHaveValue('');
  await select.selectOption(colleague);
  await expect(card.getByText(`Assigned to: ${colleague}`)).toBeVisible();
  await expect(asBen.getByText('Assigned to: You')).toBeVisible();
  await expect(theirs.getByRole('status').filter({ hasText: `${name} is now assigned to you` })).toHaveCount(
    1,
  );

  await theirs.getByRole('combobox', { name: 'Filter by assignee' }).selectOption('Mine');
  await expect(theirs).toHaveURL(/assignee=me$/);
  await expect(theirs.getByRole('article')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Filter by assignee' }).selectOption('Unassigned');
  await expect(page).toHaveURL(/assignee=none$/);
  await expect(page.getByRole('article', { name })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Filter by assignee' }).hover();
  await page.getByRole('combobox', { name: 'Filter by assignee' }).selectOption(colleague);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Filter by assignee' })).toHaveValue(ben.session.user.id);
});
