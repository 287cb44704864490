import { enrollAuthenticator } from '../product/enroll-authenticator.ts';
import { expect, test } from '../product/fixture.ts';
import { signUpAccount, openAs } from '../product/staff.ts';
import type { Product } from '../product/product.ts';
import { giveRole, makeOwner, teamRow } from './team.ts';

interface LinkResult {
  status: number;
  outcome?: string;
  message?: string;
}

/** The response of /team-links to a body, with the caller's token. */
async function ask(product: Product, token: string | null, body: unknown): Promise<LinkResult> {
  const response = await fetch(`${product.url}/team-links`, {
    method: 'POST',
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { outcome, message } = (await response.json()) as Omit<LinkResult, 'status'>;
  return { status: response.status, ...(outcome ? { outcome } : {}), ...(message ? { message } : {}) };
}

const invitation = { what: 'invite', fullName: 'Zoé Zed', email: 'zoe@fairlead.example', role: 'owner' };

test('G-4 a link is created only for an owner, independent of other claims, and a refused request creates nothing', async ({
  product,
}) => {
  const owner = await makeOwner(product);
  const someone = await signUpAccount(product);
  const requests = [invitation, { what: 'set-password', account: owner.session.user.id }];
  const tokens = [
    null,
    'nonsense',
    product.publishableKey,
    someone.session.access_token,
    `${owner.session.access_token}x`,
  ];
  for (const request of requests) {
    for (const token of tokens) {
      const { status, outcome } = await ask(product, token, request);
      expect([401, 403]).toContain(status);
      expect(outcome).toBe('refused');
    }
  }
  const made = await product.admin.from('profiles').select('id').eq('email', invitation.email);
  expect(made.data).toEqual([]);
  // nor a link into the account of an owner with a password, for another owner
  const other = await makeOwner(product, 'Ottilie Owner');
  expect(await ask(product, other.session.access_token, requests[1])).toEqual({
    status: 409,
    outcome: 'refused',
    message: "This account doesn't need a link.",
  });
});

test('G-4 an owner reads what is wrong with an invitation; an address that is known is not invited twice', async ({
  product,
}) => {
  const owner = await makeOwner(product);
  const token = owner.session.access_token;
  for (const body of ['', '{', '[]', 'null', 'x'.repeat(3000), { what: 'invite' }, { what: 'else' }]) {
    expect((await ask(product, token, body)).status).toBe(400);
  }
  const bad = { ...invitation, email: 'not an address' };
  expect(await ask(product, token, bad)).toMatchObject({ status: 422, message: 'Invalid email address' });
  const king = { ...invitation, role: 'king' };
  expect(await ask(product, token, king)).toMatchObject({
    status: 400,
    message: expect.stringContaining('role'),
  });
  const known = { ...invitation, email: ` ${owner.email.toUpperCase()} ` };
  expect(await ask(product, token, known)).toMatchObject({
    status: 409,
    message: `${owner.email} is already on the team.`,
  });
});

test('G-4 an invitation has the names of the agency and of who invites, for its mail', async ({
  product,
}) => {
  const owner = await makeOwner(product, 'Priya Raman');
  const email = 'invited-by-name@fairlead.example';
  const request = { ...invitation, email, role: 'agent' };
  expect(await ask(product, owner.session.access_token, request)).toMatchObject({ outcome: 'link' });
  const { data } = await product.admin.from('profiles').select('id').eq('email', email).single();
  const { data: account } = await product.admin.auth.admin.getUserById(data?.id ?? '');
  expect(account.user?.user_metadata).toMatchObject({
    agency: 'Fairlead Digital',
    invited_by: 'Priya Raman',
    full_name: 'Zoé Zed',
  });
});

test('G-4 G-53 an owner without the second factor has no role, the last owner stays; if a second factor is required, rows are hidden and only Settings is open @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  const owner = await makeOwner(product);
  const before = owner.session.access_token;
  const refused = await owner.client.rpc('require_second_factor', { required: true });
  expect(refused.error?.message).toBe('Set up two-step verification for yourself first.');
  await enrollAuthenticator(owner);
  expect((await ask(product, before, invitation)).status).toBe(403);

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
