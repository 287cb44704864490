import { startSmtpSink, type SmtpSink } from '@fairlead/backend/testing/fakes';
import { expect, test } from '../product/fixture.ts';
import { startProduct, type Product } from '../product/product.ts';
import { accountPassword } from '../product/staff.ts';

let sink: SmtpSink;
let product: Product;

test.beforeAll(async () => {
  sink = await startSmtpSink();
  // A public server, so an address must be confirmed by mail.
  product = await startProduct({
    HOST: '0.0.0.0',
    SMTP_URL: sink.url,
    MAIL_FROM: 'Fairlead <hello@fairlead.example>',
  });
});

test.afterAll(async () => {
  await product.stop();
  await sink.close();
});

function linkIn(html: string): string {
  return (/href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
}

test('G-5 G-29 P-168 P-169 B-235 exposed: the message opens the account, once, and no token stays in the address', async ({
  newContext,
}) => {
  const page = await (await newContext({ baseURL: product.url })).newPage();
  const email = `noor-${Date.now()}@fairlead.example`;
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('Noor Haddad');
  await page.getByLabel('Email').fill(email);
  // P-169: on the internet the service refuses guessable passwords; the form's own rule is still six characters.
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /At least 8 characters, and not a common password/,
  );
  await page.getByLabel('Password', { exact: true }).fill('Password1');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.locator('.toast').last()).toContainText('please choose a different one');
  await page.getByLabel('Password', { exact: true }).fill(accountPassword);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Account created!')).toBeVisible();
  const advice = page.getByText("you'll get a confirmation link");
  await expect(page.locator(':focus').filter({ has: advice })).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/auth`);

  const mail = await sink.mailTo(email);
  expect(mail.parsed.from).toMatchObject({ name: 'Fairlead', address: 'hello@fairlead.example' });
  // The mail names the agency, not a host.
  expect(mail.subject).toBe('Confirm your email');
  expect(mail.html).toContain('to activate your Fairlead Digital account');
  expect(mail.text).toContain('to activate your Fairlead Digital account');
  expect(mail.text).toMatch(/-- \nFairlead Digital\s*$/);
  // Nothing here asks for a code.
  expect(mail.text).not.toContain('code');
  // Mail scanners open links without using them up.
  for (const method of ['GET', 'HEAD', 'GET'])
    expect((await fetch(linkIn(mail.html), { method })).status).toBe(200);
  await page.goto(linkIn(mail.html));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/dashboard`);
  await page.goBack();
  await expect(page).not.toHaveURL(/token/);

  // Later, in another browser: the page states that the link was used.
  const late = await (await newContext({ baseURL: product.url })).newPage();
  await late.goto(linkIn(mail.html));
  await late.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(late.locator('main').getByText('This link has expired')).toBeVisible();
  await late.getByRole('link', { name: 'Go to sign in' }).click();
  await expect(late).toHaveURL(`${product.url}/auth`);
});

test('G-5 B-235 without scripts the link confirms an address too, once, and creates no session', async ({
  newContext,
}) => {
  const email = `kai-${Date.now()}@fairlead.example`;
  await product.visitor().auth.signUp({ email, password: accountPassword });
  const mail = await sink.mailTo(email);
  const plain = await (await newContext({ baseURL: product.url, javaScriptEnabled: false })).newPage();
  await plain.goto(linkIn(mail.html));
  await plain.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(plain.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect(plain).not.toHaveURL(/token/);
  const { data, error } = await product
    .visitor()
    .auth.signInWithPassword({ email, password: accountPassword });
  expect([error, data.user?.email]).toEqual([null, email]);
  await plain.goto(linkIn(mail.html));
  await plain.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(plain.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});

test('B-235 links of a sign-in and of a changed address lead to a page with a button as well', async () => {
  const email = `lou-${Date.now()}@fairlead.example`;
  const { data } = await product.admin.auth.admin.createUser({
    email,
    password: accountPassword,
    email_confirm: true,
  });
  expect(data.user?.id).toBeDefined();
  const visitor = product.visitor();
  await visitor.auth.signInWithPassword({ email, password: accountPassword });
  await visitor.auth.updateUser({ email: `new-${email}`, current_password: accountPassword });
  await visitor.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  for (const [to, types] of [
    [`new-${email}`, ['email_change']],
    [email, ['email_change', 'magiclink']],
  ] as const) {
    const mails = await Promise.all(types.map((_, index) => sink.mailTo(to, index + 1)));
    const links = mails.map(({ html }) => new URL(linkIn(html)));
    // the queue keeps no order between two mails
    expect(links.map(({ searchParams }) => searchParams.get('type')).toSorted()).toEqual(types);
    expect(links.map(({ pathname }) => pathname)).toEqual(types.map(() => '/auth'));
  }
});

test('G-5 G-38 exposed: an invited address gets its link by mail; someone who registered it earlier, and requests a link later, gets no access', async () => {
  const owner = { email: `olga-${Date.now()}@fairlead.example`, password: accountPassword };
  const admin = product.admin;
  const made = await admin.auth.admin.createUser({ ...owner, email_confirm: true });
  await admin.from('staff').insert({ user_id: made.data.user?.id ?? '', role: 'owner' });
  const visitor = product.visitor();
  const { data: signedIn } = await visitor.auth.signInWithPassword(owner);

  // On the internet there is no practice Stripe: the missing setting is named.
  const { data: lead } = await admin
    .from('leads')
    .insert({ name: 'Ana Roy', email: 'ana@roy.example' })
    .select('id')
    .single();
  const sync = { body: { leadId: lead?.id } };
  expect((await visitor.functions.invoke('sync-lead-to-stripe', sync)).data).toEqual({
    error: "Stripe isn't connected. Ask the person who runs your server to connect it.",
  });

  // And no mailbox of local mode, because its messages contain links that open accounts.
  const authorization = `Bearer ${signedIn.session?.access_token}`;
  const mailbox = await fetch(`${product.url}/dashboard/mail/files`, { headers: { authorization } });
  expect(mailbox.status).toBe(404);

  const email = `victim-${Date.now()}@fairlead.example`;
  const thief = product.visitor();
  const theirs = { email, password: 'the thief was here' };
  await thief.auth.signUp(theirs);
  await sink.mailTo(email);
  const invited = await fetch(`${product.url}/team-links`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ what: 'invite', fullName: 'Vic Tim', email, role: 'viewer' }),
  });
  expect(await invited.json()).toEqual({ outcome: 'sent' });
  const secondSignUp = await thief.auth.signUp(theirs);
  expect(secondSignUp.data.session).toBeNull();
  expect((await thief.auth.signInWithPassword(theirs)).error).not.toBeNull();

  // The second message is the invitation, which no one can prevent by requesting other messages.
  const mail = await sink.mailTo(email, 2);
  const link = new URL(linkIn(mail.html));
  expect([link.pathname, link.searchParams.get('type')]).toEqual(['/auth', 'invite']);
  const victim = product.visitor();
  const token_hash = link.searchParams.get('token_hash') ?? '';
  expect((await victim.auth.verifyOtp({ token_hash, type: 'invite' })).error).toBeNull();
  expect((await victim.rpc('my_roles')).data).toEqual(['viewer']);
  expect((await thief.auth.signInWithPassword(theirs)).error?.code).toBe('invalid_credentials');
});
