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
