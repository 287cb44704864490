import { findAxeProblems } from '../product/find-axe-problems.ts';
import { enrollAuthenticator } from '../product/enroll-authenticator.ts';
import { expect, test } from '../product/fixture.ts';
import { accountPassword, signUpAccount } from '../product/staff.ts';

test('G-53 with a second factor the guard asks for its code, and until then there is nothing to read', async ({
  page,
  product,
}) => {
  const account = await signUpAccount(product);
  const { client, email } = account;
  const { totp } = await enrollAuthenticator(account);
  expect((await client.from('leads').select('id')).data?.length).toBeGreaterThan(0);

  const low = product.visitor();
  await low.auth.signInWithPassword({ email, password: accountPassword });
  for (const table of ['leads', 'lead_messages', 'profiles', 'staff'] as const) {
    expect([table, (await low.from(table).select('*')).data]).toEqual([table, []]);
  }

  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(accountPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: "Verify it's you" })).toBeFocused();
  await expect(page.getByRole('navigation')).toHaveCount(0);

  const code = page.getByLabel('Code');
  await page.reload();
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill('12');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/That code isn't right/);
  await expect(code).toBeFocused();
  expect(await findAxeProblems(page, [390], 'main')).toEqual([]);
  // The code of the enrolment was used, so the next one is needed.
  await code.fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Total Leads')).toBeVisible();

  // The assurance level belongs to the session, so a reload asks for nothing.
  await page.reload();
  await expect(page.getByText('Total Leads')).toBeVisible();
});
