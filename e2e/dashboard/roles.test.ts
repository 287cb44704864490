import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, test } from '../product/fixture.ts';
import { startProduct } from '../product/product.ts';
import { signUpAccount, storedSession } from '../product/staff.ts';

test('G-4 an account that waits sees the frame, one clear line, and its own settings; each role what it includes @audit', async ({
  newContext,
}) => {
  await using product = await startProduct({ SIGN_UP: 'approval' });

  const account = await signUpAccount(product, 'Waiting Wanda');
  const storageState = storedSession(product, account);
  const context = await newContext({ baseURL: product.url, storageState });
  const page = await context.newPage();
  for (const path of sampleMatrix(['', '/messages'], ['/services', '/categories', '/media'])) {
    await page.goto(`/dashboard${path}`);
    await expect(page.getByText('Your account is waiting for approval by an owner.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Management' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Waiting Wanda');
  await page.getByLabel('Full Name').fill('Wanda Waits');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Wanda Waits')).toBeVisible();

  // An editor whose role is lowered while a form is open: no input is lost, and a message explains why nothing is
  // saved.
  const staff = product.admin.from('staff');
  await staff.insert({ user_id: account.session.user.id, role: 'editor' }).throwOnError();
  await page.goto('/dashboard/services');
  await page.getByRole('link', { name: /^Edit/ }).first().click();
  const name = page.getByRole('textbox', { name: /^Name/ });
  await name.fill('Half a thought');
  await staff.update({ role: 'viewer' }).eq('user_id', account.session.user.id).throwOnError();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('.toast')).toContainText(
    "You don't have permission to change content. Ask an owner.",
  );
  await expect(name).toHaveValue('Half a thought');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/dashboard/services/new');
  await expect(page.getByText("Your role can't edit content.")).toBeVisible();
  await page.goto('/dashboard/messages');
  await expect(page.getByText("Your role can't view leads.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await context.close();
});
