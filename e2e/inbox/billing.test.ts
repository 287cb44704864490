import { startPracticeStripe, type PracticeStripe } from '../../server/practice-stripe/practice-stripe.ts';
import { toast } from '../product/toasts.ts';
import { startProduct, type Product } from '../product/product.ts';
import {
  expect,
  uniqueLeadName,
  makeLead,
  signUpAccount,
  openAs,
  test,
  type Account,
} from '../product/staff.ts';

async function syncedId(product: Product, leadId: string): Promise<string | null | undefined> {
  const { data } = await product.admin
    .from('leads')
    .select('stripe_customer_id')
    .eq('id', leadId)
    .single()
    .throwOnError();
  return data?.stripe_customer_id;
}

async function setCustomer(product: Product, leadId: string, id: string | null): Promise<void> {
  await product.admin.from('leads').update({ stripe_customer_id: id }).eq('id', leadId).throwOnError();
}

/** An account with a role from an owner, for a product on which sign-up gives none. */
async function makeStaff(product: Product, role: string): Promise<Account> {
  const account = await signUpAccount(product);
  const row = { user_id: account.session.user.id, role };
  await product.admin.from('staff').insert(row).throwOnError();
  return account;
}

test('P-120 P-121 P-122 P-158 G-38 A-19 a lead is sent to the practice Stripe, and is marked as practice', async ({
  page,
  product,
}) => {
  const lead = await makeLead(product, { name: uniqueLeadName('Billed') });
  // no live events, so the badge comes from the refetch after the write (P-125)
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, () => {});
  await page.goto('/dashboard/messages');
  const card = page.getByRole('article', { name: lead.name });
  await expect(page.getByText('Practice mode')).toBeVisible();
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await expect(card.getByText('Practice mode')).toBeVisible();
  const body = page.waitForRequest(/\/functions\/v1\/sync-lead-to-stripe$/);
  const send = card.getByRole('button', { name: /^Send to Stripe/ });
  await expect(send).toHaveAccessibleDescription(/^Practice mode/);
  const gate = Promise.withResolvers<void>();
  await page.route(/sync-lead-to-stripe/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await send.press('Enter');
  await expect(card.getByRole('button', { name: 'Syncing...' })).toBeDisabled();
  await expect(card.getByRole('button', { name: 'Syncing...' })).toBeFocused();
  gate.resolve();
  expect((await body).postDataJSON()).toEqual({ leadId: lead.id });
  await expect(toast(page, 'Success')).toContainText('Lead synced to Stripe successfully');
  await expect(card.getByText(/^Synced on \w+ \d+, \d{4}$/)).toBeVisible();
  await expect(send).toHaveCount(0);
  await expect(card.getByRole('group', { name: `Stripe, ${lead.name}` })).toBeFocused();
  expect(await syncedId(product, lead.id)).toMatch(/^practice_cus_/);
});

test('P-123 an error in the response, an error status and a lost connection are shown, and change nothing @audit', async ({
  page,
  product,
}) => {
  const lead = await makeLead(product, { name: uniqueLeadName('Unbilled') });
  await page.goto('/dashboard/messages');
  const card = page.getByRole('article', { name: lead.name });
  const send = card.getByRole('button', { name: /^Send to Stripe/ });
  const call = /\/functions\/v1\/sync-lead-to-stripe$/;
  const fallback = 'Failed to sync lead to Stripe';
  const responses = [
    [{ status: 200, json: { error: 'Stripe is asleep.' } }, 'Stripe is asleep.'],
    [{ status: 200, json: { error: { message: 'Stripe is ill.' } } }, 'Stripe is ill.'],
    [{ status: 200, json: { error: '' } }, fallback],
    [{ status: 200, json: { error: { code: 7 } } }, fallback],
    [{ status: 200, contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }, fallback],
    [{ status: 500, json: { error: 'Broken in the middle.' } }, 'Broken in the middle.'],
    [{ status: 500, json: { error: '' } }, fallback],
    [{ status: 500, json: { error: ['odd'] } }, fallback],
    [{ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }, fallback],
    [{ status: 500, body: '' }, fallback],
  ] as const;
  const failed = page.locator('.toast[data-variant=destructive]').filter({ hasText: 'Sync Failed' });
  for (const [response, text] of responses) {
    await page.route(call, (route) => route.fulfill(response));
    await send.click();
    await expect(failed.last()).toContainText(text);
    await expect(page.getByText(/\[object|successfully|Edge Function/)).toHaveCount(0);
    await page.unroute(call);
    await expect(send).toBeEnabled();
    while ((await failed.count()) > 0) await failed.first().getByRole('button').click();
  }
  await page.route(call, (route) => route.abort());
  await send.click();
  await expect(failed).toContainText("We couldn't reach the server.");
  await expect(send).toBeEnabled();
  // the next failure replaces the one before
  await send.click();
  await expect(send).toBeEnabled();
  await expect(failed).toHaveCount(1);
  expect(await syncedId(product, lead.id)).toBeNull();
});

test('G-38 P-123 without a key under a public name that this machine cannot resolve: the missing setting is named, and logged @audit', async ({
  newContext,
}) => {
  await using product = await startProduct({ SITE_URL: 'http://agency.invalid', SIGN_UP: 'open' });

  const agent = await makeStaff(product, 'agent');
  const lead = await makeLead(product);
  const sync = { body: { leadId: lead.id } };
  expect((await agent.client.functions.invoke('sync-lead-to-stripe', sync)).data).toEqual({
    error: "Stripe isn't connected. Ask the person who runs your server to connect it.",
  });
  await expect.poll(product.output).toContain("no lead was synced: Stripe isn't set up");

  // Outside local mode there is no mailbox; the messages are in the folder.
  await product.admin.from('staff').update({ role: 'owner' }).eq('user_id', agent.session.user.id);
  const page = await openAs(newContext, product, agent);
  await page.goto('/dashboard/mail');
  await expect(page.getByText('they are saved as files in DATA_DIR/mail.')).toBeVisible();
});

test.describe('with a Stripe key', () => {
  let stripe: PracticeStripe;
  let product: Product;

  test.beforeAll(async () => {
    stripe = await startPracticeStripe();
    product = await startProduct({
      STRIPE_SECRET_KEY: 'sk_test_of_these_tests',
      STRIPE_API_URL: stripe.url,
      SIGN_UP: 'approval',
    });
  });
  test.afterAll(async () => {
    await product.stop();
    await stripe.close();
  });

  test('G-38 pressed twice is one customer; e-mail and mark are found again; trouble changes nothing @audit', async ({
    newContext,
  }) => {
    const [agent, viewer] = [await makeStaff(product, 'agent'), await makeStaff(product, 'viewer')];
    const sync = async (leadId: string, { client }: Account = agent) =>
      (await client.functions.invoke('sync-lead-to-stripe', { body: { leadId } })).data as Record<
        string,
        string
      >;
    const lead = await makeLead(product, { name: uniqueLeadName(), email: 'twice@roy.example' });

    stripe.failure = 500;
    expect((await sync(lead.id))['error']).toContain('Something went wrong at Stripe');
    expect(await syncedId(product, lead.id)).toBeNull();
    stripe.failure = null;

    const responses = await Promise.all([sync(lead.id), sync(lead.id), sync(lead.id)]);
    expect(new Set(responses.map(({ customerId }) => customerId)).size).toBe(1);
    const ours = () => stripe.customers.filter(({ email }) => email === 'twice@roy.example');
    expect(ours()).toHaveLength(1);
    expect(ours()[0]).toMatchObject({ name: lead.name, metadata: { lead_id: lead.id } });

    const secondLead = await makeLead(product, { name: uniqueLeadName(), email: 'twice@roy.example' });
    expect((await sync(secondLead.id))['customerId']).toBe(ours()[0]?.id);
    expect(ours()).toHaveLength(1);

    // The response to the first attempt was lost; a day later the address at Stripe has been changed.
    const moved = await makeLead(product, { name: uniqueLeadName(), email: 'before@roy.example' });
    const known = (await sync(moved.id))['customerId'];
    Object.assign(stripe.customers.find(({ id }) => id === known) ?? {}, { email: 'after@roy.example' });
    await setCustomer(product, moved.id, null);
    stripe.clearIdempotencyKeys();
    const made = stripe.customers.length;
    expect((await sync(moved.id))['customerId']).toBe(known);
    // a customer of the practice Stripe is treated as not sent
    await setCustomer(product, moved.id, 'practice_cus_of_yesterday');
    expect((await sync(moved.id))['customerId']).toBe(known);
    expect(stripe.customers).toHaveLength(made);

    const unseen = { error: "This lead was deleted, or you don't have permission to view it." };
    expect(await sync('00000000-0000-4000-8000-000000000000')).toEqual(unseen);
    expect(await sync(lead.id, viewer)).toEqual(unseen);
    expect((await sync('1; drop table leads'))['error']).toContain('leadId');

    // the ids in these tests are of the practice Stripe, so the screen offers to send them for real
    const page = await openAs(newContext, product, agent);
    await page.goto(`/dashboard/messages?search=${encodeURIComponent(lead.name)}`);
    await expect(page.getByRole('button', { name: `Send to Stripe (${lead.name})` })).toBeVisible();
    await expect(page.getByText('Practice mode')).toHaveCount(0);
  });
});
