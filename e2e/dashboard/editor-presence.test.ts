import { findAxeProblems } from '../product/find-axe-problems.ts';
import { giveRole, signUpAccount } from '../product/accounts.ts';
import { expect } from '../product/fixture.ts';
import { startProduct } from '../product/product.ts';
import { openAs, test } from '../product/staff.ts';

test('B-575 editors see who else has a record open and in which field, by their account, until they leave; agents and visitors may not join', async ({
  newContext,
}) => {
  await using product = await startProduct({ SIGN_UP: 'approval' });
  const [maude, carl, agent] = await Promise.all([
    signUpAccount(product),
    signUpAccount(product, 'Carl Roy'),
    signUpAccount(product, 'Dora Blais'),
  ]);
  await Promise.all([
    giveRole(product, maude, 'owner'),
    giveRole(product, carl, 'editor'),
    giveRole(product, agent, 'agent'),
  ]);
  const services = await product.admin.from('services').select('id').limit(2).throwOnError();
  const [path = '', otherPath = ''] = services.data.map(({ id }) => `/dashboard/services/${id}`);
  const page = await openAs(newContext, product, maude);
  const theirs = await openAs(newContext, product, carl);
  await Promise.all([page.goto(path), theirs.goto(path)]);
  const shown = page.getByRole('status');
  await expect(shown.getByText('Carl Roy has this open too.')).toBeVisible();
  await expect(theirs.getByText('Maude Tremblay-Okoye has this open too.')).toBeVisible();
  await theirs.getByRole('textbox', { name: 'Short pitch' }).focus();
  await expect(shown.getByText('Carl Roy is editing this too, in Short pitch.')).toBeVisible();
  await expect(page.getByText('Carl Roy is here')).toBeVisible();
  expect(await findAxeProblems(page, [320], 'main')).toEqual([]);
  await theirs.goto(otherPath);
  await expect(page.getByText('Carl Roy')).toHaveCount(0);

  const topic = 'editor-presence';
  const { client, session } = carl;
  await client.realtime.setAuth(session.access_token);
  const channel = client.channel(topic, { config: { private: true, presence: { key: session.user.id } } });
  const { promise: joined, resolve: join } = Promise.withResolvers<void>();
  channel.subscribe((state) => state === 'SUBSCRIBED' && join());
  await joined;
  const place = `services:${path.split('/').at(-1)}`;
  expect(await channel.track({ name: 'Odile Owner', place, detail: 'not a field' })).toBe('ok');
  await expect(shown.getByText('Carl Roy has this open too.')).toBeVisible();
  await client.removeAllChannels();
  await expect(page.getByText('Carl Roy')).toHaveCount(0);

  await agent.client.realtime.setAuth(agent.session.access_token);
  for (const other of [agent.client, product.visitor()]) {
    const states: string[] = [];
    other.channel(topic, { config: { private: true } }).subscribe((state) => states.push(state));
    await expect.poll(() => states).toContain('CHANNEL_ERROR');
    await other.removeAllChannels();
    const { data, error } = await other.rpc('content_colleagues');
    expect(error ? [] : data).toEqual([]);
  }
});
