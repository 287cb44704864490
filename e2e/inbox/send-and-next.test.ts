import { toast } from '../product/toasts.ts';
import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

test('B-101 Send and next sends, and moves to the next lead of the list that waits', async ({
  page,
  product,
}) => {
  const first = uniqueLeadName('Waiting');
  await makeLead(product, { name: `${first} C` });
  // already has a reply
  await makeLead(product, { name: `${first} B`, status: 'contacted' });
  await makeLead(product, { name: `${first} A` });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(first)}`);
  await expect(page.getByRole('article')).toHaveCount(3);
  const boxOf = (letter: string) =>
    page.getByRole('article', { name: `${first} ${letter}` }).getByPlaceholder('Type your reply here...');
  const said = (text: string) => page.getByRole('status').getByText(text, { exact: true });

  await boxOf('A').fill('Thursday works.');
  await page
    .getByRole('article', { name: `${first} A` })
    .getByRole('button', { name: 'Send and next' })
    .click();
  await expect(boxOf('C')).toBeFocused();
  await expect(page.getByRole('article', { name: `${first} C` })).toContainText(
    'Do you take on one-page sites?',
  );
  await expect(said(`Sent. Next waiting: ${first} C`)).toBeAttached();
  await expect(
    page
      .getByRole('article', { name: `${first} A` })
      .locator('.badge')
      .first(),
  ).toHaveText('Contacted');

  await page.keyboard.insertText('Yes, we do.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(said('Sent. No other lead in this list is waiting.')).toBeAttached();
  await expect(boxOf('C')).toHaveValue('');
  await expect(boxOf('C')).toBeFocused();

  // a waiting lead that is below the loaded ones
  const contacted = Array.from({ length: 51 }, () => ({
    name: `${first} D`,
    status: 'contacted',
    email: 'd@d.example',
  }));
  await product.admin.from('leads').insert(contacted).throwOnError();
  await makeLead(product, { name: `${first} Z`, created_at: '2026-01-05T12:00:00Z' });
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(50);
  // the refetch of the previous list is slow, and so is the count of the filtered one, which is shown as well
  await page.route(/rpc\/(count|search)_leads/, async (route) => {
    const isCount = route.request().url().includes('count_leads');
    const isNarrowed = route.request().postDataJSON().only_needing_reply === true;
    if (isCount === isNarrowed) await boxOf('Z').waitFor();
    await route.continue();
  });
  await page.getByPlaceholder('Type your reply here...').first().fill('One more thing.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(said('1 result')).toBeAttached();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(said(`Sent. Next waiting: ${first} Z`)).toBeAttached();
  await expect(boxOf('Z')).toBeFocused();
  await expect(page).toHaveURL(/search=.*&needs=reply$/);

  // the next change is announced, but the user's own reply was not
  await product.admin.from('leads').update({ status: 'qualified' }).eq('name', `${first} Z`).throwOnError();
  const status = page.getByRole('status');
  await expect(status.filter({ hasText: `Status of ${first} Z` })).toHaveCount(1);
  await expect(status.filter({ hasText: 'You replied' })).toHaveCount(0);
});

test('B-101 Send and next announces that it can send but there is no next lead; the keys of the inbox do the same @audit', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName('Alone');
  const { id } = await makeLead(product, { name });
  await page.route(/\/go-to-next-waiting[^/]*\.js$/, (route) => route.abort());
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  await page.getByRole('heading', { level: 2, name }).focus();
  await page.keyboard.press('w');
  const failed = toast(page, "We couldn't reach the server. Try again in a moment.");
  await expect(failed).toHaveCount(1);

  const box = page.getByPlaceholder('Type your reply here...');
  await box.fill('Thursday works.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(toast(page, 'Reply Sent')).toHaveCount(1);
  await expect(failed).toHaveCount(2);
  await expect(box).toBeFocused();
  const { data } = await product.admin.from('lead_messages').select('message').eq('lead_id', id);
  expect(data).toEqual([{ message: 'Thursday works.' }]);
});

/** Whether nothing lies over the upper and the lower part of an element. */
function isUncovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [top + 3, bottom - 3].every((y) => document.elementFromPoint((left + right) / 2, y) === element);
}

test('B-101 A-9 the next lead is at the top of the window, where no toast covers it @audit', async ({
  page,
  product,
}) => {
  const first = uniqueLeadName('Waiting');
  for (const letter of 'GFEDCBA') await makeLead(product, { name: `${first} ${letter}` });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(first)}`);
  await page.getByRole('button', { name: `Conversation Thread with ${first} C` }).click();
  await page.getByPlaceholder('Type your reply here...').first().click();
  for (const letter of 'BC') {
    await page.keyboard.insertText('Thursday works.');
    await page.keyboard.press('Control+Shift+Enter');
    const card = page.getByRole('article', { name: `${first} ${letter}` });
    await expect(card.getByRole('textbox')).toBeFocused();
    await expect(page.locator('.toast')).toHaveCount('ABC'.indexOf(letter));
    await expect(card.getByText('First message')).toBeVisible();
    for (const part of [
      card.getByRole('heading'),
      card.getByRole('textbox'),
      card.getByText('Do you take').first(),
    ])
      await expect.poll(() => part.evaluate(isUncovered), { timeout: 2_000 }).toBe(true);
  }
  await expect(page.getByRole('button', { name: `More for ${first} C` })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  // on a phone the box is below the conversation, which stays closed
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.insertText('Thursday works.');
  await page.keyboard.press('Control+Shift+Enter');
  const next = page.getByRole('article', { name: `${first} D` });
  await expect(next.getByRole('textbox')).toBeFocused();
  await expect(next.getByRole('textbox')).toBeInViewport({ ratio: 1 });
  await expect(next.getByRole('button', { name: /^Conversation Thread/ })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  // the card that was left by keys is as small as before
  await expect(page.getByRole('article', { name: `${first} A` })).not.toContainText('Canned replies');
});
