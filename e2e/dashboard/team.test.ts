import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/fixture.ts';
import { giveRole, openTeam, teamRow } from './team.ts';
import { accountPassword, signUpAccount, openAs } from '../product/staff.ts';

test('G-5 G-53 an owner invites a colleague: the link is shown once, opens a new password, and the role counts', async ({
  newContext,
  product,
}) => {
  const { page } = await openTeam(product, newContext);
  const email = `ines-${Date.now()}@fairlead.example`;
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await expect(dialog.getByLabel('Full Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Full Name')).toHaveAccessibleDescription(/at least 2 characters/);
  await dialog.getByLabel('Full Name').fill('Inès Gagné');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('radio', { name: 'Viewer' }).check();
  expect(await findAxeProblems(page, [390], 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Enter');

  const shown = page.getByRole('dialog', { name: 'Link for Inès Gagné' });
  expect(await findAxeProblems(page, [390], 'dialog[open]')).toEqual([]);
  const link = await shown.getByLabel('Link').inputValue();
  expect(link).toMatch(new RegExp(`^${product.url}/auth\\?token_hash=[\\w-]+&type=invite$`));
  await shown.getByRole('button', { name: 'Done' }).click();
  const row = teamRow(page, 'Inès Gagné');
  await expect(row).toContainText('Viewer');
  await expect(row).toContainText("Hasn't signed in yet");

  // Someone else who registers the invited address now gains nothing.
  const thief = await product.visitor().auth.signUp({ email, password: 'the thief was here' });
  expect(thief.error?.code).toBe('user_already_exists');

  const theirs = await (await newContext({ baseURL: product.url })).newPage();
  await theirs.goto(link);
  await theirs.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(theirs).toHaveURL(/\/dashboard\/settings\?new-password$/);
  const { data: staff } = await product.admin
    .from('profiles')
    .select('full_name, email')
    .eq('email', email)
    .single();
  expect(staff?.full_name).toBe('Inès Gagné');
  await page.reload();
  await expect(row).toContainText('Last signed in');
  await expect(row.getByRole('button', { name: 'New link' })).toHaveCount(0);
});

test('G-4 G-5 the credentials of an earlier sign-up are cleared when an owner approves the address, without a notice to it @audit', async ({
  newContext,
  product,
}) => {
  const thief = await signUpAccount(product, 'Théo Voleur');
  const { page } = await openTeam(product, newContext);
  await expect(page.getByText('Sign-up is open.')).toBeVisible();
  const theirs = await openAs(newContext, product, thief);
  await theirs.goto('/dashboard/services');
  await expect(theirs.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible();

  const row = page.getByRole('article').filter({ hasText: thief.email });
  await row.getByRole('button', { name: 'Approve Théo Voleur' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve Théo Voleur' });
  await expect(dialog).toContainText(`${thief.email} isn't verified.`);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  const shown = page.getByRole('dialog', { name: 'Link for Théo Voleur' });
  expect(await shown.getByLabel('Link').inputValue()).toContain('type=invite');
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeFocused();

  // The existing session ends at once, with one clear message.
  await expect(theirs).toHaveURL(/\/auth$/);
  await expect(theirs.getByText('You were signed out in another tab or on another device.')).toBeVisible();
  expect((await thief.client.from('leads').select('id')).data).toEqual([]);
  const secondSignIn = await product
    .visitor()
    .auth.signInWithPassword({ email: thief.email, password: accountPassword });
  expect(secondSignIn.error?.code).toBe('invalid_credentials');
});

test('G-4 a colleague gets another role; one who is removed is out at once @audit', async ({
  newContext,
  product,
}) => {
  const colleague = await signUpAccount(product, 'Rémi Parti');
  await giveRole(product, colleague, 'agent');
  const { page } = await openTeam(product, newContext);
  const theirs = await openAs(newContext, product, colleague);
  await theirs.goto('/dashboard/messages');
  await expect(theirs.getByRole('article').first()).toBeVisible();

  await teamRow(page, 'Rémi Parti').getByRole('button', { name: 'Role for Rémi Parti' }).click();
  await page.getByRole('radio', { name: 'Editor' }).check();
  await page.getByRole('button', { name: 'Save role' }).click();
  await expect(teamRow(page, 'Rémi Parti')).toContainText('Editor');

  await page.getByRole('button', { name: 'Remove Rémi Parti' }).click();
  await page.getByRole('button', { name: 'Remove from team' }).click();
  await expect(page.getByText('Rémi Parti was removed.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeFocused();
  await expect(theirs).toHaveURL(/\/auth$/);
  await expect(theirs.getByText('You were signed out in another tab or on another device.')).toBeVisible();
});
