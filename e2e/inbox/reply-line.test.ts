import { expect, freshName, makeLead, test } from '../product/staff.ts';

test('P-113 G-12 the reply is one line under a closed thread, and three rows for whoever comes to write', async ({
  page,
  product,
}) => {
  const name = freshName();
  await makeLead(product, { name });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const card = page.getByRole('article', { name });
  const box = card.getByPlaceholder('Type your reply here...');
  const toggle = card.getByRole('button', { name: /^Conversation Thread/ });
  const more = card.getByRole('button', { name: /^More/ });
  const rows = async () => Math.floor(((await box.boundingBox())?.height ?? 0) / 24);
  await expect.poll(rows).toBe(1);
  await toggle.focus();
  await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  await expect.poll(rows).toBe(1);
  await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await expect.poll(rows).toBe(3);
  await expect(card.getByText(`Reply to ${name}`)).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(toggle).toBeFocused();
  await expect.poll(rows).toBe(1);
  // the thread opens, because the box belongs to it
  await page.keyboard.press('Enter');
  await expect.poll(rows).toBe(3);
  await page.keyboard.press('Enter');
  await expect.poll(rows).toBe(1);
  // with the pointer it stays closed, because the next target must not move
  await box.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect.poll(rows).toBe(3);
});
