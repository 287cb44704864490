import { startSmtpSink, type SmtpSink } from '../fakes/smtp/smtp-sink.ts';
import { expect, test } from './fixture.ts';
import { startProduct, type Product } from './product.ts';
import { password } from './staff.ts';

let sink: SmtpSink;
let product: Product;

test.beforeAll(async () => {
  sink = await startSmtpSink();
  // Open to the network, so an address is confirmed by mail.
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

test('G-5 G-29 P-168 exposed: the message opens the account, once, and no token stays in the address', async ({
  newContext,
}) => {
  const page = await (await newContext({ baseURL: product.url })).newPage();
  const email = `noor-${Date.now()}@fairlead.example`;
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('Noor Haddad');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Account created!')).toBeVisible();
  const advice = page.getByText('If a message from us arrives, follow its link');
  await expect(advice).toBeFocused();
  await expect(page).toHaveURL(`${product.url}/auth`);

  const mail = await sink.mailTo(email);
  expect(mail.parsed.from).toMatchObject({ name: 'Fairlead', address: 'hello@fairlead.example' });
  await page.goto(linkIn(mail.html));
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/dashboard`);
  await page.goBack();
  await expect(page).not.toHaveURL(/token/);

  // In another browser, later: the link is used up, and the page says so.
  const late = await (await newContext({ baseURL: product.url })).newPage();
  await late.goto(linkIn(mail.html));
  await expect(late.getByText('Email link is invalid or has expired')).toBeVisible();
  await expect(late).toHaveURL(`${product.url}/auth`);
});
