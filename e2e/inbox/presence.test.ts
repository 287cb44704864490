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

test('B-264 nobody types in a colleague’s name: neither under their key nor with their name in what is sent', async ({
  page,
  product,
}) => {
  const [carl, dora] = await Promise.all([
    signUpAccount(product, 'Carl Roy'),
    signUpAccount(product, 'Dora Blais'),
  ]);
  const { name, id } = await makeLead(product);
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const card = page.getByRole('article', { name });
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  const { client } = carl;
  const victim = dora.session.user.id;
  await client.realtime.setAuth(carl.session.access_token);
  const forged = { account: victim, name: 'Dora Blais', key: victim, lead: id, is_typing: true };
  for (const [key, outcome] of [
    [victim, 'error'],
    ['', 'error'],
    [carl.session.user.id, 'ok'],
  ] as const) {
    const channel = client.channel('inbox-presence', { config: { private: true, presence: { key } } });
    const states: string[] = [];
    channel.subscribe((state) => states.push(state));
    await expect.poll(() => states).toEqual(['SUBSCRIBED']);
    expect(await channel.track(forged), key).toBe(outcome);
    if (outcome === 'error') await client.removeChannel(channel);
  }
  await expect(card.getByText('Carl Roy is typing...')).toBeVisible();
  await expect(card.getByText('Dora Blais')).toHaveCount(0);
  await client.removeAllChannels();
});
