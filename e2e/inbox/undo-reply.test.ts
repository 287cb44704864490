import { toast } from '../product/toasts.ts';
import { expect, uniqueLeadName, makeLead, test, openLead } from '../product/staff.ts';

test('B-148 B-423 Undo moves a sent reply back into its box and restores the lead; text typed since stays', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName('Undone');
  const { id } = await makeLead(product, { name });
  const card = await openLead(page, name);
  const box = card.getByPlaceholder('Type your reply here...');
  await box.fill('Thursday works.');
  await card.getByRole('button', { name: 'Send Reply' }).click();
  await expect(toast(page, `Reply Sent to ${name}`)).toContainText('Your message has been recorded');
  await expect(card.locator('.badge').first()).toHaveText('Contacted');
  await box.fill('And one more thing.');
  await page.getByRole('button', { name: `Undo reply to ${name}`, exact: true }).click();
  await expect(box).toHaveValue('Thursday works.\n\nAnd one more thing.');
  await expect(box).toBeFocused();
  await expect(card.locator('.badge').first()).toHaveText('New');
  const said = `Your reply to ${name} wasn't sent. Your text is back in the reply box.`;
  await expect(page.getByRole('status').getByText(said)).toBeAttached();
  const { data } = await product.admin.from('lead_messages').select('id').eq('lead_id', id).throwOnError();
  expect(data).toEqual([]);
});

test('B-148 Undo of a reply that was sent shows an error, and the reply stays @audit', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName('Left');
  const { id } = await makeLead(product, { name });
  const card = await openLead(page, name);
  await card.getByPlaceholder('Type your reply here...').fill('Thursday works.');
  await card.getByRole('button', { name: 'Send Reply' }).click();
  const undo = page.getByRole('button', { name: `Undo reply to ${name}`, exact: true });
  // The focus keeps the toast open, as for a user who hesitates.
  await undo.focus();
  await expect
    .poll(
      async () => {
        const { data } = await product.admin.from('lead_messages').select('transport_id').eq('lead_id', id);
        return data?.[0]?.transport_id ?? null;
      },
      { timeout: 30_000 },
    )
    .not.toBeNull();
  await undo.press('Enter');
  await expect(toast(page, 'This reply has already been sent.')).toBeVisible();
  await expect(card.getByPlaceholder('Type your reply here...')).toHaveValue('');
});
