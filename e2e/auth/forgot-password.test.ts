import { findAxeProblems } from '../product/find-axe-problems.ts';
import { enrollAuthenticator } from '../product/enroll-authenticator.ts';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import type { Product } from '../product/product.ts';
import { readWrittenMails } from '../product/read-written-mails.ts';
import { accountPassword, signUpAccount, openAs } from '../product/staff.ts';

const next = 'another horse battery';

/** The link in the newest message of a kind to an address, from the .eml files of a product without a mail server. */
async function linkTo(product: Product, email: string): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const mails = await readWrittenMails(product);
      const mail = mails.findLast(({ kind, to }) => kind === 'recovery' && to?.[0]?.address === email);
      return (found = linkIn(mail?.html ?? ''));
    })
    .not.toBe('');
  return found;
}

function linkIn(html: string): string {
  return (/href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
}

test('G-26 G-53 the link in the mail about a forgotten password asks first; then the new password must be set before anything else', async ({
  page,
  product,
  newContext,
}) => {
  const { email } = await signUpAccount(product);
  await openHydrated(page, '/auth');
  await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up']);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password?' })).toBeFocused();

  // The same response whether the account exists or not.
  const status = page.locator('form > [tabindex="-1"]', { hasText: "If there's an account for" });
  const unknownEmail = `nobody-${Date.now()}@fairlead.example`;
  await page.getByLabel('Email').fill(unknownEmail);
  await page.keyboard.press('Enter');
  await expect(status).toBeFocused();
  const unknownText = (await status.textContent()) ?? '';
  expect(unknownText).toContain(unknownEmail);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(status).toHaveText(unknownText.replace(unknownEmail, email));

  const link = await linkTo(product, email);
  expect(link).toMatch(`${product.url}/auth?token_hash=`);
  // Mail scanners may open it several times, and it still works.
  for (const method of ['HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
  await openHydrated(page, link);
  expect(await findAxeProblems(page, [390], 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await expect(page).toHaveURL(`${product.url}/dashboard/settings?new-password`);
  await expect(page.getByLabel('Full Name')).toHaveCount(0);
  const field = page.getByLabel('New password', { exact: true });
  await field.fill('short');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Enter a password of at least 6 characters/);
  await expect(field).toBeFocused();
  await field.fill(next);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/dashboard/settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  const signIn = (word: string) => product.visitor().auth.signInWithPassword({ email, password: word });
  expect((await signIn(accountPassword)).error).toMatchObject({ code: 'invalid_credentials' });
  expect((await signIn(next)).error).toBeNull();

  // The page states that the link was used, and offers another.
  const late = await (await newContext({ baseURL: product.url })).newPage();
  await late.goto(link);
  await late.getByRole('button', { name: 'Choose a new password' }).click();
  await expect(late.getByRole('alert')).toBeFocused();
  await expect(late.getByText('This link has expired, was already used, or is incomplete.')).toBeVisible();
  await expect(late.getByRole('button', { name: 'Send me a link' })).toBeVisible();
});

test('G-53 a second factor is checked before the new password is set, and an incomplete invitation link explains what to do @audit', async ({
  newContext,
  product,
}) => {
  const account = await signUpAccount(product);
  const { totp } = await enrollAuthenticator(account);
  const made = await product.admin.auth.admin.generateLink({ type: 'recovery', email: account.email });
  const hash = made.data.properties?.hashed_token;

  // Another account is signed in there: the link still asks, and does not lead to that account's dashboard.
  const page = await openAs(newContext, product, await signUpAccount(product));
  await page.goto(`/auth?token_hash=${hash}&type=recovery`);
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await page.getByRole('button', { name: 'Switch accounts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: "Verify it's you" })).toBeFocused();
  await page.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.keyboard.press('Enter');
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been changed.')).toBeVisible();

  const guest = await (await newContext({ baseURL: product.url })).newPage();
  await guest.goto('/auth?token_hash=cut-of&type=invite');
  await expect(guest.getByRole('heading', { level: 1, name: 'Welcome aboard' })).toBeVisible();
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(guest.getByText('Ask the person who invited you for a new one.')).toBeVisible();
  await guest.getByRole('link', { name: 'Go to sign in' }).click();
  await expect(guest.getByRole('tab', { name: 'Sign In' })).toBeVisible();
});
