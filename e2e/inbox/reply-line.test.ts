import { expect, makeLead, test, openLead } from '../product/staff.ts';

test('P-113 P-114 G-12 the reply has three rows under a closed thread, is sent only with words in it, and has its other tools once someone writes', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product);
  const card = await openLead(page, name);
  const box = card.getByPlaceholder('Type your reply here...');
  const toggle = card.getByRole('button', { name: /^Conversation Thread/ });
  const more = card.getByRole('button', { name: /^More/ });
  const next = card.getByRole('button', { name: 'Send and next' });
  const rows = () =>
    box.evaluate((area) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
      return Math.round(
        (area.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight),
      );
    });
  await expect.poll(rows).toBe(3);
  const send = card.getByRole('button', { name: 'Send Reply' });
  await expect(send).toBeDisabled();
  await expect(next).toHaveCount(0);
  await toggle.focus();
  await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await expect.poll(rows).toBe(3);
  await expect(card.getByText(`Reply to ${name}`)).toBeVisible();
  await expect(next).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(toggle).toBeFocused();
  await expect(next).toHaveCount(0);
  // the thread opens, because the box belongs to it
  await page.keyboard.press('Enter');
  await expect(next).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(next).toHaveCount(0);
  // with a pointer it stays visible, because the next target must not move
  await box.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(next).toBeVisible();
  await box.fill('  \n ');
  await expect(send).toBeDisabled();
  await box.fill('Hello');
  await expect(send).toBeEnabled();
});
