import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

test('B-66 B-107 a card shows whether its person may be emailed; one press sets or removes Do not contact, and links do the same', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName('Consenting');
  const email = `consent-${Date.now()}@roy.example`;
  const agreed = {
    consent_text: 'Email me news.',
    consent_version: 'en-CA.1',
    consent_at: '2026-11-02T12:00:00Z',
  };
  const made = await makeLead(product, { name: `${name} one`, email, ...agreed, source_path: '/contact' });
  await makeLead(product, { name: `${name} two`, email, created_at: '2026-01-15T12:00:00Z' });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const [first, second] = [page.getByRole('article').first(), page.getByRole('article').last()];
  for (const card of [first, second])
    await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await expect(first).toContainText('Agreed to news and offers on Nov 2, 2026, at /contact.');
  await expect(first).toContainText('“Email me news.”');
  await expect(second).toContainText(
    'Their consent ended on Jul 15, 2026, six months after this inquiry. Ask before you email an offer.',
  );

  const refuse = first.getByRole('button', { name: /^Do not contact/ });
  await refuse.press('Enter');
  // every card of the address changes, and the pressed button keeps its position
  for (const card of [first, second]) {
    await expect(card.locator('header')).toContainText('Do not contact');
    await expect(card).toContainText(/Marked as do not contact on .* by a colleague\./);
  }
  const allow = first.getByRole('button', { name: /^Allow contact again/ });
  await expect(allow).toBeFocused();
  await allow.press('Enter');
  await expect(refuse).toBeVisible();
  await expect(second.locator('header')).not.toContainText('Do not contact');

  const { data } = await product.admin.rpc('conversation_for_mail', { lead: made.id });
  const { token } = data as { token: string };
  await first.getByRole('button', { name: /^More/ }).click();
  const revoke = first.getByRole('button', { name: /^Turn off existing links/ });
  await revoke.press('Enter');
  await expect(first).toContainText('Links in earlier emails no longer work.');
  await expect(revoke).toBeFocused();
  expect((await product.visitor().rpc('read_conversation', { token })).data).toBeNull();
});
