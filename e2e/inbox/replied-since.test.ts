import { expect, makeLead, openAs, signUpAccount, test, openLead } from '../product/staff.ts';
import { toast } from '../product/toasts.ts';
import { holdRequests } from '../product/hold-requests.ts';

test('B-146 if a colleague has replied since a reply was begun, their reply is shown and sending must be confirmed; the preview names them', async ({
  page,
  product,
}) => {
  const carl = await signUpAccount(product, 'Carl Roy');
  const { name, id } = await makeLead(product);
  const card = await openLead(page, name);
  const box = card.getByPlaceholder('Type your reply here...');
  await box.fill('We can start on Monday.');
  const theirs = { lead_id: id, message: 'We can start in March.', sender_type: 'admin' };
  await carl.client.from('lead_messages').insert(theirs).throwOnError();
  const author = card.locator('p:has(> strong + time)');
  await expect(author).toContainText('Carl Roy');
  await expect(author.locator('+ p')).toHaveText('We can start in March.');
  await box.press('Control+Enter');
  const question = page.getByRole('dialog', { name: `Carl Roy has already replied to ${name}` });
  await expect(question).toContainText('We can start in March.');
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('We can start on Monday.');
  const count = () => product.admin.from('lead_messages').select('id').eq('lead_id', id).throwOnError();
  expect((await count()).data).toHaveLength(1);

  await box.press('Control+Enter');
  await question.getByRole('button', { name: 'Send mine too' }).click();
  await expect(author).toContainText('You');
  await expect(author.locator('+ p')).toHaveText('We can start on Monday.');
  expect((await count()).data).toHaveLength(2);
  // a message that the user has seen causes no question
  await box.fill('As Carl writes: March.');
  await box.press('Control+Enter');
  await expect(author.locator('+ p')).toHaveText('As Carl writes: March.');
});

test('B-420 two colleagues press Ctrl+Enter in the same instant: one reply leaves, and the other is held until its author has seen it', async ({
  page,
  product,
  newContext,
}) => {
  const { name, id } = await makeLead(product);
  const theirs = await openAs(newContext, product, await signUpAccount(product, 'Carl Roy'));
  const screens = [
    { at: page, text: 'We can start on Monday.', colleague: 'Carl Roy' },
    { at: theirs, text: 'We can start in March.', colleague: 'Maude Tremblay-Okoye' },
  ];
  const releases = await Promise.all(
    screens.map(async ({ at, text }) => {
      const box = (await openLead(at, name)).getByPlaceholder('Type your reply here...');
      await box.fill(text);
      const release = await holdRequests(at, /\/rest\/v1\/lead_messages/, 'POST');
      const asked = at.waitForRequest(
        (request) => request.method() === 'POST' && /lead_messages/.test(request.url()),
      );
      await box.press('Control+Enter');
      await asked;
      return release;
    }),
  );
  for (const release of releases) release();
  const question = (at: typeof page) => at.getByRole('dialog', { name: `has already replied to ${name}` });
  await expect
    .poll(async () => (await Promise.all(screens.map(({ at }) => question(at).count()))).toSorted())
    .toEqual([0, 1]);
  const isHeld = await question(page).count();
  const [held, stored] = isHeld === 1 ? screens : screens.toReversed();
  if (!held || !stored) throw new Error('there are two');
  const read = () =>
    product.admin.from('lead_messages').select('message').eq('lead_id', id).order('created_at');
  expect((await read()).data).toEqual([{ message: stored.text }]);
  await expect(question(held.at)).toContainText(`${held.colleague} has already replied`);
  await expect(question(held.at)).toContainText(stored.text);
  await held.at.keyboard.press('Enter');
  const box = held.at.getByPlaceholder('Type your reply here...');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue(held.text);

  await box.press('Control+Enter');
  await question(held.at).getByRole('button', { name: 'Send mine too' }).click();
  await expect(box).toHaveValue('');
  expect((await read()).data).toEqual([{ message: stored.text }, { message: held.text }]);
});

test('B-420 a refused reply takes no focus from text that is typed elsewhere: a toast names the lead, and the text stays in its box @audit', async ({
  page,
  product,
}) => {
  const carl = await signUpAccount(product, 'Carl Roy');
  const { name, id } = await makeLead(product);
  const card = await openLead(page, name);
  const box = card.getByPlaceholder('Type your reply here...');
  await box.fill('We can start on Monday.');
  const release = await holdRequests(page, /\/rest\/v1\/lead_messages/, 'POST');
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && /lead_messages/.test(request.url()),
  );
  await box.press('Control+Enter');
  await asked;
  const search = page.getByRole('searchbox').or(page.locator('#lead-search')).first();
  await search.focus();
  const theirs = { lead_id: id, message: 'We can start in March.', sender_type: 'admin' };
  await carl.client.from('lead_messages').insert(theirs).throwOnError();
  release();
  await expect(toast(page, 'Failed to Send')).toContainText(name);
  await expect(search).toBeFocused();
  await expect(page.getByRole('dialog', { name: 'has already replied' })).toHaveCount(0);
  await expect(box).toHaveValue('We can start on Monday.');
  const { data } = await product.admin.from('lead_messages').select('message').eq('lead_id', id);
  expect(data).toEqual([{ message: theirs.message }]);
});

test('B-420 if the reply that an author has seen is undone, theirs is sent without a question @audit', async ({
  page,
  product,
}) => {
  const carl = await signUpAccount(product, 'Carl Roy');
  const { name, id } = await makeLead(product);
  const theirs = { lead_id: id, message: 'We can start in March.', sender_type: 'admin' };
  const { data: made } = await carl.client
    .from('lead_messages')
    .insert(theirs)
    .select('id')
    .single()
    .throwOnError();
  const card = await openLead(page, name);
  const box = card.getByPlaceholder('Type your reply here...');
  await expect(card.getByText(theirs.message).first()).toBeVisible();
  await box.fill('As Carl writes: March.');
  await carl.client.rpc('undo_reply', { reply: made?.id ?? '' }).throwOnError();
  await expect(card.getByText(theirs.message)).toHaveCount(0);
  await box.press('Control+Enter');
  await expect(box).toHaveValue('');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { data } = await product.admin.from('lead_messages').select('message').eq('lead_id', id);
  expect(data).toEqual([{ message: 'As Carl writes: March.' }]);
});
