import { expect, uniqueLeadName, makeLead, openAs, test } from '../product/staff.ts';
import { makeOwner } from './team.ts';

test('G-11 an owner reads what was not sent: a reply as its reader would get it, with links and without markup @audit', async ({
  product,
  newContext,
}) => {
  const owner = await makeOwner(product);
  const email = `${uniqueLeadName().replaceAll(/\W+/g, '-').toLowerCase()}@roy.example`;
  const lead = await makeLead(product, { email });
  const message = 'See https://fairlead.example/plan. <img src=x onerror=alert(1)>';
  const { error } = await owner.client
    .from('lead_messages')
    .insert({ lead_id: lead.id, message, sender_type: 'admin' });
  expect(error).toBeNull();

  const page = await openAs(newContext, product, owner);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Agency/ }).click();
  await page
    .getByRole('navigation', { name: 'Agency' })
    .getByRole('link', { name: 'Mail', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible();
  const row = page.getByRole('article').filter({ hasText: email });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(row.locator('.badge')).toHaveText('Reply');
  const lines = await row.locator('time').evaluate((time) => {
    const text = document.createRange();
    text.selectNodeContents(time);
    return new Set([...text.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines, 'lines of the date').toBe(1);
  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Re: Your inquiry to Fairlead Digital' });
  await expect(dialog).toContainText('Fairlead Digital <no-reply@localhost>');
  await expect(dialog.getByText(email)).toBeVisible();
  await expect(dialog.locator('dl + p')).toContainText('<img src=x onerror=alert(1)>');
  const link = dialog.getByRole('link', { name: 'https://fairlead.example/plan', exact: true });
  await expect(link).toHaveAttribute('href', 'https://fairlead.example/plan');
  expect(await dialog.locator('img, iframe').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button')).toBeFocused();
});
