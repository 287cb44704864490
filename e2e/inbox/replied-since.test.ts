import { expect, makeLead, signUpAccount, test, openLead } from '../product/staff.ts';

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
