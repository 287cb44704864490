import { expect, test } from '../fixture.ts';
import { makeOwner, signUpAccount } from '../../e2e/product/accounts.ts';
import type { Product } from '../../e2e/product/product.ts';

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
