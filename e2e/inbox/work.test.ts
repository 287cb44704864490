import { holdRequests } from '../product/hold-requests.ts';
import { expect, uniqueLeadName, makeLead, signUpAccount, openAs, test, openLead } from '../product/staff.ts';

test('B-96 B-97 B-98 B-120 B-123 B-131 a colleague is mentioned in a note by keyboard, which is changed and deleted, a call is added and a day set; none of it is mailed to the lead', async ({
  ownProduct: product,
  newContext,
}) => {
  const [ana, ben] = [await signUpAccount(product, 'Ana Agent'), await signUpAccount(product, 'Ben Agent')];
  const open = async (account: typeof ana, path = '/dashboard/messages') => {
    const page = await openAs(newContext, product, account);
    await page.goto(path);
    return page;
  };
  const { id, name } = await makeLead(product, { name: uniqueLeadName('Wanda') });
  const [page, theirs] = [await open(ana), await open(ben)];
  const card = page.getByRole('article', { name });
  const asBen = theirs.getByRole('article', { name });
  await expect(card.getByText('Unread')).toBeVisible();
  await card.getByRole('button', { name: `Conversation Thread with ${name}` }).click();
  await expect(card.getByText('Unread')).toHaveCount(0);
  await expect(asBen.getByText('Unread')).toBeVisible();

  await expect(page.getByRole('link', { name: /^Messages \d+ waiting for a reply$/ })).toBeVisible();
  await card.getByRole('button', { name: `More for ${name}` }).click();
  await expect(card.getByRole('button', { name: /^No reply needed/ })).toBeVisible();
  const box = card.getByRole('textbox', { name: `Internal note about ${name}` });
  const option = card.getByRole('option', { name: 'Ben Agent', selected: true });
  await box.pressSequentially('Budget first, @be');
  await expect(option).toBeVisible();
  await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  await expect(card.getByRole('status').filter({ hasText: '1 colleague. Up and Down' })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(option).toHaveCount(0);
  await expect(box).toBeFocused();
  await page.keyboard.type('. Ask @Agent');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('please');
  await expect(box).toHaveValue('Budget first, @be. Ask @Ben Agent please');
  await card.locator('summary', { hasText: 'Mention colleagues' }).click();
  await expect(card.getByRole('checkbox', { name: 'Ben Agent' })).toBeChecked();
  await card.getByRole('button', { name: 'Save note' }).click();
  const note = card.getByRole('listitem').filter({ hasText: 'Internal note' });
  await expect(note.locator('strong')).toHaveText(['Internal note', '@Ben Agent']);
  await note.getByRole('button', { name: /^Edit your note from/ }).click();
  await expect(note.getByRole('textbox', { name: 'Edit internal note' })).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' today');
  await note.getByRole('button', { name: 'Save note' }).click();
  await expect(note).toContainText('Ask @Ben Agent please today');
  await expect(note).toContainText(/edited [A-Z]/);
  await expect(asBen.getByText('A note mentions you')).toBeVisible();

  await card.getByText('Log a call or visit').click();
  await card.getByRole('combobox', { name: 'Who said it' }).selectOption('We did');
  await card.getByRole('textbox', { name: 'What was said' }).fill('Agreed to meet on Thursday');
  await card.getByRole('button', { name: 'Add to conversation' }).click();
  await expect(card.getByRole('listitem').filter({ hasText: 'Agreed to meet' })).toContainText('by phone');
  await expect(card.getByRole('button', { name: /^No reply needed/ })).toHaveCount(0);

  await card.getByRole('button', { name: 'Today' }).click();
  await expect(card.getByText(/^Follow up (today|on)/)).toBeVisible();
  // the pressed button is removed, and the focus moves to its neighbour
  await card.getByRole('button', { name: 'Clear' }).press('Enter');
  await expect(card.getByLabel(/^Date to follow up/)).toBeFocused();
  await expect(card.getByText(/^Follow up (today|on)/)).toHaveCount(0);

  await theirs.goto('/dashboard');
  await theirs.getByRole('link', { name: '1 with a note mentioning you' }).click();
  await expect(theirs).toHaveURL(/needs=mention$/);
  await expect(theirs.getByRole('button', { name: 'Mentions you' })).toHaveAttribute('aria-pressed', 'true');
  await expect(theirs.getByRole('article')).toHaveCount(1);
  await expect(theirs.getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(0);
  await note.getByRole('button', { name: /^Delete the note from/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await expect(note).toHaveCount(0);
  await expect(card.getByRole('heading', { name })).toBeFocused();
  await expect(card.getByText('1 internal note')).toHaveCount(0);
  const { data } = await product.admin
    .from('lead_messages')
    .select('delivery_state')
    .eq('lead_id', id)
    .throwOnError();
  expect(data).toEqual([{ delivery_state: null }]);
});

test('B-96 "No reply needed" ends the wait, and the focus stays beside the button @audit', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product, { name: uniqueLeadName('Nora') });
  const card = await openLead(page, name);
  await card.getByRole('button', { name: `More for ${name}` }).click();
  await card.getByRole('button', { name: /^No reply needed/ }).press('Enter');
  await expect(card.getByRole('button', { name: /^No reply needed/ })).toHaveCount(0);
  await expect(card.getByRole('button', { name: /^Mark as (un)?read/ })).toBeFocused();
  await expect(page.getByText(`${name} no longer needs a reply`)).toBeAttached();
});

test('B-96 a note that is deleted after its dialog was closed moves the focus to its lead @audit', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product, { name: uniqueLeadName('Wanda') });
  await page.goto('/dashboard/messages');
  const card = page.getByRole('article', { name });
  await card.getByRole('button', { name: `Conversation Thread with ${name}` }).click();
  await card.getByRole('button', { name: `More for ${name}` }).click();
  await card.getByRole('textbox', { name: `Internal note about ${name}` }).fill('Ask for the budget');
  await card.getByRole('button', { name: 'Save note' }).click();
  const note = card.getByRole('listitem').filter({ hasText: 'Internal note' });
  const release = await holdRequests(page, /\/rest\/v1\/lead_notes/, 'DELETE');
  await note.getByRole('button', { name: /^Delete the note from/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(note).toHaveCount(0);
  await expect(card.getByRole('heading', { name })).toBeFocused();
});
