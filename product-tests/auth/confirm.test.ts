import { startSmtpSink, type SmtpSink } from '@fairlead/backend/testing/fakes';
import { afterAll, beforeAll } from 'vitest';
import { expect, test } from '../fixture.ts';
import { postForm } from '../post-form.ts';
import { readPage } from '../read-page.ts';
import { accountPassword } from '../../e2e/product/accounts.ts';
import { startProduct, type Product } from '../../e2e/product/product.ts';

let sink: SmtpSink;
let product: Product;

beforeAll(async () => {
  sink = await startSmtpSink();
  // A public server, so an address must be confirmed by mail.
  product = await startProduct({
    HOST: '0.0.0.0',
    SMTP_URL: sink.url,
    MAIL_FROM: 'Fairlead <hello@fairlead.example>',
  });
});

afterAll(async () => {
  await product?.stop();
  await sink?.close();
});

function linkIn(html: string): string {
  return (/href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
}

test('G-5 B-235 without scripts the link confirms an address too, once, and creates no session', async () => {
  const email = `kai-${Date.now()}@fairlead.example`;
  await product.visitor().auth.signUp({ email, password: accountPassword });
  const link = linkIn((await sink.mailTo(email)).html);
  const press = async () => {
    const form = (await readPage(link)).one({ tag: 'form', text: 'Confirm my email' });
    const hidden = form.all('input').map((input) => [input.attribute('name'), input.attribute('value')]);
    const { location } = await postForm(link, Object.fromEntries(hidden) as Record<string, string>);
    return new URL(location ?? '', link).href;
  };
  const confirmed = await press();
  expect(confirmed).not.toContain('token');
  expect((await readPage(confirmed)).texts('h1')).toEqual(['Email confirmed']);
  const { data, error } = await product
    .visitor()
    .auth.signInWithPassword({ email, password: accountPassword });
  expect([error, data.user?.email]).toEqual([null, email]);
  expect((await readPage(await press())).texts('h1')).toEqual(['This link has expired']);
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
