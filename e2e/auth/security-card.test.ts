import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { addSecurityKey } from '../product/add-security-key.ts';
import { expect, accountPassword, test } from '../product/staff.ts';

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

/** Sets up an authenticator app through the card, then the recovery codes that are offered. */
async function setUp(page: Page): Promise<{ spent: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Phone');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Set up “Phone”' })).toBeFocused();
  await expect(page.locator('svg[shape-rendering=crispEdges]')).toBeVisible();
  expect(await findAxeProblems(page, [390], 'section section')).toEqual([]);
  const secret = ((await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()) ?? '').replaceAll(
    ' ',
    '',
  );
  const field = page.getByLabel('Code', { exact: true });
  await field.fill('12');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/That code isn't right/);
  await expect(field).toBeFocused();
  const spent = codeOf(secret);
  await field.fill(spent);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Save these codes now' })).toBeFocused();
  const codes = await page
    .getByRole('region', { name: 'Save these codes now' })
    .getByRole('listitem')
    .allTextContents();
  expect(await findAxeProblems(page, [390], 'section section')).toEqual([]);
  return { spent, codes };
}

test('G-26 recovery codes of an authenticator app are shown once and counted, and one of them signs in @audit', async ({
  page,
  account,
  product,
}) => {
  await page.goto('/dashboard/settings');
  const card = page.getByRole('region', { name: 'Security' });
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  let enrolments = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/auth/v1/factors')) enrolments += 1;
  });
  const { spent, codes } = await setUp(page);
  expect(new Set(codes).size).toBe(10);
  await expect(card.getByText('10 of 10 left')).toBeVisible();
  const saved = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt');
  await card.getByRole('button', { name: "I've saved them" }).click();
  await expect(card.getByText(codes[0] ?? '')).toHaveCount(0);
  await expect(card.locator('li p:first-child', { hasText: 'Phone' })).toBeVisible();
  expect(await findAxeProblems(page, [390], '[aria-labelledby=security]')).toEqual([]);
  expect(enrolments).toBe(1);

  // On another device, without the phone.
  const low = product.visitor();
  await low.auth.signInWithPassword({ email: account.email, password: accountPassword });
  expect((await low.rpc('count_recovery_codes')).data).toBe(0);
  expect((await low.rpc('make_recovery_codes')).error).toMatchObject({ code: '42501' });
  expect((await low.rpc('my_sessions')).data).toEqual([]);
  const enrolled = await low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' });
  expect(enrolled.error).toMatchObject({ code: 'insufficient_aal' });
  const changed = await low.auth.updateUser({
    password: 'a thief’s password',
    current_password: accountPassword,
  });
  expect(changed.error).toMatchObject({ code: 'insufficient_aal' });
  // The code of the set-up works only once.
  const { data: factors } = await low.auth.mfa.listFactors();
  const replayed = await low.auth.mfa.challengeAndVerify({
    factorId: factors?.totp[0]?.id ?? '',
    code: spent,
  });
  expect(replayed.error).toMatchObject({ code: 'mfa_verification_failed' });

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(accountPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Use a recovery code' })).toBeFocused();
  const field = page.getByLabel('Recovery code');
  await field.fill('0000-0000-0000-0000');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/That code isn't right/);
  await expect(field).toBeFocused();
  expect(await findAxeProblems(page, [390], 'main')).toEqual([]);
  await field.fill((codes[7] ?? '').toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  await expect(page.getByText('Two-step verification is off.')).toBeVisible();
  expect((await low.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
});

test('P-171 a security key by name, removed again @audit', async ({ page, context }) => {
  await page.goto('/dashboard/settings');
  const { countKeys } = await addSecurityKey(context, page);
  await page.getByRole('button', { name: 'Add a security key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Desk key');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Desk key is ready to use.')).toBeVisible();
  expect(await countKeys()).toBe(1);
  await page.getByRole('button', { name: "I've saved them" }).click();
  await page.getByRole('button', { name: 'Remove Desk key' }).click();
  await expect(page.getByRole('dialog', { name: 'Remove Desk key?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Desk key removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Desk key' })).toHaveCount(0);
});

test('G-26 a new password requires the current one; other sessions are listed and ended @audit', async ({
  page,
  account,
  product,
}) => {
  const other = product.visitor();
  await other.auth.signInWithPassword({ email: account.email, password: accountPassword });
  await page.goto('/dashboard/settings');
  const card = page.getByRole('region', { name: 'Security' });
  await expect(card.getByText('This device')).toHaveCount(1);
  await card.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else?' });
  await expect(dialog.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(card.getByText('No other devices.')).toBeVisible();
  expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });

  await card.getByRole('button', { name: 'Change password' }).click();
  const current = card.getByLabel('Current password', { exact: true });
  await expect(current).toBeFocused();
  await current.fill('not the password');
  await card.getByLabel('New password', { exact: true }).fill('another horse battery');
  await page.keyboard.press('Enter');
  await expect(current).toHaveAccessibleDescription(/That isn't your current password/);
  await expect(current).toBeFocused();
  await current.fill(accountPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await expect(current).toHaveCount(0);
});

test('G-53 opened without a fresh link, the new password asks for the current one after all', async ({
  page,
}) => {
  await page.goto('/dashboard/settings?new-password');
  await page.getByLabel('New password', { exact: true }).fill('a lantern in the fog');
  await page.getByRole('button', { name: 'Save new password' }).click();
  const current = page.getByLabel('Current password', { exact: true });
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription(/Enter your current password/);
});
