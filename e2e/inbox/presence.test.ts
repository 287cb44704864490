import { expect, makeLead, signUpAccount, openAs, test } from '../product/staff.ts';

test('B-147 colleagues see who has a lead open and who types, until they leave; others may not join', async ({
  page,
  product,
  newContext,
}) => {
  const carl = await signUpAccount(product, 'Carl Roy');
  const { name } = await makeLead(product);
  const path = `/dashboard/messages?search=${encodeURIComponent(name)}`;
  const theirs = await openAs(newContext, product, carl);
  await Promise.all([page.goto(path), theirs.goto(path)]);
  const card = page.getByRole('article', { name });
  const box = theirs.getByPlaceholder('Type your reply here...');
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await box.click();
  await expect(card.getByText('Carl Roy is viewing')).toBeVisible();
  await expect(theirs.getByText('Maude Tremblay-Okoye is viewing')).toBeVisible();
  await box.pressSequentially('We can');
  await expect(card.getByText('Carl Roy is typing...')).toBeVisible();
  // after a while without a key press
  await expect(card.getByText('Carl Roy is viewing')).toBeVisible();
  await theirs.goto('/dashboard/media');
  await expect(card.getByText('Carl Roy')).toHaveCount(0);

  const visitor = product.visitor();
  const states: string[] = [];
  visitor.channel('inbox-presence', { config: { private: true } }).subscribe((state) => states.push(state));
  await expect.poll(() => states).toContain('CHANNEL_ERROR');
  await visitor.removeAllChannels();
});
