import { expect, makeLead, signUpAccount, openAs, test, uniqueLeadName } from '../product/staff.ts';

test('B-147 B-264 colleagues see who has a lead open and who types, by their account and not by a name that is sent, until they leave; others may not join', async ({
  page,
  product,
  newContext,
}) => {
  const carl = await signUpAccount(product, 'Carl Roy');
  const { name, id } = await makeLead(product);
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

  const { client, session } = carl;
  await client.realtime.setAuth(session.access_token);
  const presence = { key: session.user.id };
  const channel = client.channel('inbox-presence', { config: { private: true, presence } });
  const { promise: joined, resolve: join } = Promise.withResolvers<void>();
  channel.subscribe((state) => state === 'SUBSCRIBED' && join());
  await joined;
  expect(await channel.track({ name: 'Dora Blais', place: id, detail: 'typing' })).toBe('ok');
  await expect(card.getByText('Carl Roy is typing...')).toBeVisible();
  await expect(card.getByText('Dora Blais')).toHaveCount(0);
  await client.removeAllChannels();

  const visitor = product.visitor();
  const states: string[] = [];
  visitor.channel('inbox-presence', { config: { private: true } }).subscribe((state) => states.push(state));
  await expect.poll(() => states).toContain('CHANNEL_ERROR');
  await visitor.removeAllChannels();
});

test('B-264 no account can show a colleague as typing: neither under their key nor with their name in what is sent @audit', async ({
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
  const forged = { account: victim, name: 'Dora Blais', key: victim, place: id, detail: 'typing' };
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

test('B-421 Send and next and w skip a lead that a colleague has open; Send and next announces if there is no other', async ({
  page,
  product,
  newContext,
}) => {
  const first = uniqueLeadName('Waiting');
  for (const [letter, day] of [
    ['B', 1],
    ['C', 2],
    ['A', 3],
  ])
    await makeLead(product, { name: `${first} ${letter}`, created_at: `2018-01-0${day}T12:00:00Z` });
  const theirs = await openAs(newContext, product, await signUpAccount(product, 'Carl Roy'));
  const boxOf = (on: typeof page, letter: string) =>
    on.getByRole('article', { name: `${first} ${letter}` }).getByPlaceholder('Type your reply here...');
  const path = `/dashboard/messages?search=${encodeURIComponent(first)}`;
  await Promise.all([page.goto(path), theirs.goto(path)]);
  await boxOf(theirs, 'B').click();
  await expect(page.getByText('Carl Roy is viewing')).toBeVisible();
  // of all leads B waits longest
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('w');
  await expect(boxOf(page, 'C')).toBeFocused();

  await page.goto(path);
  await expect(page.getByText('Carl Roy is viewing')).toBeVisible();
  await boxOf(page, 'A').fill('Thursday works.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(boxOf(page, 'C')).toBeFocused();
  await page.keyboard.insertText('Yes, we do.');
  await page.keyboard.press('Control+Shift+Enter');
  const said = page.getByRole('status').getByText('Sent. Your colleagues have the other waiting leads open.');
  await expect(said).toBeAttached();
  await expect(boxOf(page, 'C')).toBeFocused();
  // for the others that use this product, they would have waited longest
  await product.admin.from('leads').delete().like('name', `${first}%`).throwOnError();
});

test('B-421 w opens the longest wait that no colleague has open, also right after the page has loaded @audit', async ({
  ownProduct,
  newContext,
}) => {
  const [maude, carl] = await Promise.all([signUpAccount(ownProduct), signUpAccount(ownProduct, 'Carl Roy')]);
  await ownProduct.admin.from('leads').update({ status: 'contacted' }).neq('name', '').throwOnError();
  for (const letter of 'CBA')
    await makeLead(ownProduct, {
      name: `Lead ${letter}`,
      created_at: `2026-01-0${'BAC'.indexOf(letter) + 1}T12:00:00Z`,
    });
  const boxOf = (on: typeof theirs, letter: string) =>
    on.getByRole('article', { name: `Lead ${letter}` }).getByPlaceholder('Type your reply here...');
  const theirs = await openAs(newContext, ownProduct, carl);
  await theirs.goto('/dashboard/messages');
  await expect(theirs.getByRole('article').first()).toBeVisible();
  await theirs.keyboard.press('w');
  await expect(boxOf(theirs, 'B')).toBeFocused();
  const page = await openAs(newContext, ownProduct, maude);
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('w');
  await expect(boxOf(page, 'A')).toBeFocused();
  await expect(page.getByText('Carl Roy is viewing')).toBeVisible();

  // two leads wait, and colleagues have both open
  await ownProduct.admin.from('leads').update({ status: 'contacted' }).eq('name', 'Lead C').throwOnError();
  const third = await openAs(newContext, ownProduct, await signUpAccount(ownProduct, 'Dora Blais'));
  await third.goto('/dashboard/messages');
  await expect(third.getByText('Maude Tremblay-Okoye is viewing')).toBeVisible();
  await third.keyboard.press('w');
  await expect(boxOf(third, 'B')).toBeFocused();
  const said = 'Your colleagues have every waiting lead open. Longest wait: Lead B';
  await expect(third.getByRole('status').getByText(said)).toBeAttached();
});

test('B-415 a colleague who hides the tab or makes no input for minutes no longer has the lead open, until they return', async ({
  page,
  product,
  newContext,
}) => {
  const { name } = await makeLead(product);
  const theirs = await openAs(newContext, product, await signUpAccount(product, 'Carl Roy'));
  await theirs.clock.install();
  const path = `/dashboard/messages?search=${encodeURIComponent(name)}`;
  await Promise.all([page.goto(path), theirs.goto(path)]);
  const seen = page.getByRole('article', { name }).getByText('Carl Roy is viewing');
  await page.getByRole('article', { name }).getByPlaceholder('Type your reply here...').click();
  await theirs.getByPlaceholder('Type your reply here...').click();
  await expect(seen).toBeVisible();
  const setVisibility = (state: string) =>
    theirs.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await setVisibility('hidden');
  await expect(seen).toHaveCount(0);
  await setVisibility('visible');
  await expect(seen).toBeVisible();
  await theirs.clock.fastForward('02:00');
  await theirs.mouse.move(40, 40);
  await theirs.clock.fastForward('02:00');
  await expect(seen).toBeVisible();
  await theirs.clock.fastForward('01:30');
  await expect(seen).toHaveCount(0);
  await theirs.mouse.move(60, 60);
  await expect(seen).toBeVisible();
});
