import { enrollAuthenticator } from '../product/enroll-authenticator.ts';
import { expect, test } from '../product/fixture.ts';
import { signUpAccount, openAs } from '../product/staff.ts';
import { giveRole, makeOwner, teamRow } from './team.ts';

test('G-4 G-53 an owner without the second factor has no role, the last owner stays; if a second factor is required, rows are hidden and only Settings is open @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const owner = await makeOwner(product);
  const before = owner.session.access_token;
  const refused = await owner.client.rpc('require_second_factor', { required: true });
  expect(refused.error?.message).toBe('Set up two-step verification for yourself first.');
  await enrollAuthenticator(owner);
  const refusedLink = await fetch(`${product.url}/team-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${before}` },
    body: JSON.stringify({
      what: 'invite',
      fullName: 'Zoé Zed',
      email: 'zoe@fairlead.example',
      role: 'owner',
    }),
  });
  expect(refusedLink.status).toBe(403);

  const agent = await signUpAccount(product, 'Ana Agent');
  const page = await openAs(newContext, product, agent);
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  await giveRole(product, agent, 'agent');
  const lifted = (await owner.client.auth.getSession()).data.session ?? owner.session;
  const team = await openAs(newContext, product, { ...owner, session: lifted });
  await team.goto('/dashboard/team');
  await teamRow(team, 'Odile Owner').getByRole('button', { name: 'Remove Odile Owner' }).click();
  await team.getByRole('button', { name: 'Leave the team' }).click();
  await expect(team.getByRole('alert')).toContainText("The last owner can't be removed.");
  await team.keyboard.press('Escape');
  await expect(teamRow(team, 'Odile Owner')).toContainText('Owner');
  await team.getByRole('switch', { name: 'Require two-step verification' }).click();
  await expect(team.getByText('On: everyone must complete it to get in')).toBeVisible();
  // the open screen closes automatically
  await expect(page.getByText('Your agency requires two-step verification.')).toBeVisible();
  expect((await agent.client.from('leads').select('id')).data).toEqual([]);
  await page.getByRole('link', { name: 'Set it up in Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await expect(page.getByRole('button', { name: /authenticator/i })).toBeVisible();
});
