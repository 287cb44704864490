import { expect, freshName, makeLead, signUpAccount, storedSession, test } from '../product/staff.ts';

test('B-96 B-97 B-98 a colleague is mentioned in a note, a call is added and a day set; none of it is mailed to the lead', async ({
  ownProduct: product,
  newContext,
}) => {
  const [ana, ben] = [await signUpAccount(product, 'Ana Agent'), await signUpAccount(product, 'Ben Agent')];
  const open = async (account: typeof ana, path = '/dashboard/messages') => {
    const storageState = storedSession(product, account);
    const page = await (await newContext({ baseURL: product.url, storageState })).newPage();
    await page.goto(path);
    return page;
  };
  const { id, name } = await makeLead(product, { name: freshName('Wanda') });
  const [page, theirs] = [await open(ana), await open(ben)];
  const card = page.getByRole('article', { name });
  const asBen = theirs.getByRole('article', { name });
  await expect(card.getByText('Unread')).toBeVisible();
  await card.getByRole('button', { name: `Conversation Thread with ${name}` }).click();
  await expect(card.getByText('Unread')).toHaveCount(0);
  await expect(asBen.getByText('Unread')).toBeVisible();

  await card.getByRole('button', { name: `More for ${name}` }).click();
  await expect(card.getByRole('button', { name: /^No reply needed/ })).toBeVisible();
  await card.getByRole('textbox', { name: `Internal note about ${name}` }).fill('Ask for the budget first');
  await card.locator('summary', { hasText: 'Mention colleagues' }).click();
  await card.getByRole('checkbox', { name: 'Ben Agent' }).check();
  await card.getByRole('button', { name: 'Save note' }).click();
  const note = card.getByRole('listitem').filter({ hasText: 'Internal note' });
  await expect(note).toContainText('Ask for the budget first');
  await expect(note).toContainText('Mentions Ben Agent');
  await expect(asBen.getByText('A note mentions you')).toBeVisible();

  await card.getByText('Add a call or visit').click();
  await card.getByRole('combobox', { name: 'Who said it' }).selectOption('We said it');
  await card.getByRole('textbox', { name: 'What was said' }).fill('Agreed to meet on Thursday');
  await card.getByRole('button', { name: 'Add to conversation' }).click();
  await expect(card.getByRole('listitem').filter({ hasText: 'Agreed to meet' })).toContainText('by phone');
  await expect(card.getByRole('button', { name: /^No reply needed/ })).toHaveCount(0);

  await card.getByRole('button', { name: 'Today' }).click();
  await expect(card.getByText(/^Follow up (today|on)/)).toBeVisible();

  await theirs.goto('/dashboard');
  await theirs.getByRole('link', { name: '1 with a note that mentions you' }).click();
  await expect(theirs).toHaveURL(/needs=mention$/);
  await expect(theirs.getByRole('button', { name: 'Mentions you' })).toHaveAttribute('aria-pressed', 'true');
  await expect(theirs.getByRole('article')).toHaveCount(1);
  const { data } = await product
    .admin()
    .from('lead_messages')
    .select('delivery_state')
    .eq('lead_id', id)
    .throwOnError();
  expect(data).toEqual([{ delivery_state: null }]);
});
