import { expect, freshName, makeLead, test } from '../product/staff.ts';

test('G-43 a draft survives navigation and reload, lead by lead, and is gone once sent', async ({
  page,
  product,
}) => {
  const name = freshName();
  await makeLead(product, { name });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const box = page.getByPlaceholder('Type your reply here...');
  const send = page.getByRole('button', { name: 'Send Reply' });
  await box.fill('Half a sentence');
  await page.getByRole('link', { name: 'Media' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Media Management' })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('Half a sentence');
  await page.reload();
  await expect(box).toHaveValue('Half a sentence');
  await send.click();
  await expect(page.getByText('Reply Sent')).toBeVisible();
  await page.reload();
  await expect(box).toHaveValue('');
});

test('G-43 words that a second tab adds while the first sends stay; a box opened meanwhile is emptied with the rest @audit', async ({
  page,
  product,
  context,
}) => {
  const { name } = await makeLead(product, { name: freshName() });
  const other = await context.newPage();
  const path = `/dashboard/messages?search=${encodeURIComponent(name)}`;
  await Promise.all([page.goto(path), other.goto(path)]);
  const [box, theirs] = [page, other].map((tab) => tab.getByPlaceholder('Type your reply here...'));
  if (!box || !theirs) throw new Error('two tabs have two boxes');
  let release = (): void => undefined;
  async function holdAndSend(): Promise<void> {
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/rest\/v1\/lead_messages/, async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send Reply' }).click();
  }
  await box.fill('Thursday works.');
  await expect(theirs).toHaveValue('Thursday works.');
  await holdAndSend();
  await theirs.fill('Thursday works. At ten?');
  release();
  await expect(page.getByText('Reply Sent')).toBeVisible();
  await expect(box).toHaveValue('Thursday works. At ten?');
  await expect(theirs).toHaveValue('Thursday works. At ten?');

  await expect(page.getByRole('button', { name: 'Send Reply' })).toBeEnabled();
  await holdAndSend();
  await page.getByRole('link', { name: 'Media' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Media Management' })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('Thursday works. At ten?');
  release();
  await expect(box).toHaveValue('');
  await expect(theirs).toHaveValue('');
});

test('G-43 two tabs write one draft; what one has sent is gone from the other, and signing out forgets all @audit', async ({
  page,
  product,
  context,
}) => {
  const { name } = await makeLead(product, { name: freshName() });
  const other = await context.newPage();
  const path = `/dashboard/messages?search=${encodeURIComponent(name)}`;
  await Promise.all([page.goto(path), other.goto(path)]);
  const [box, theirs] = [page, other].map((tab) => tab.getByPlaceholder('Type your reply here...'));
  await box?.fill('From the first tab');
  await expect(theirs ?? page.locator('none')).toHaveValue('From the first tab');
  await theirs?.fill('From the first tab, ended in the second');
  await expect(box ?? page.locator('none')).toHaveValue('From the first tab, ended in the second');
  await page.getByRole('button', { name: 'Send Reply' }).click();
  await expect(page.getByText('Reply Sent')).toBeVisible();
  await expect(theirs ?? page.locator('none')).toHaveValue('');
  await theirs?.fill('Never sent');
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/\/auth$/);
  expect(await other.evaluate(() => Object.values(localStorage).join())).not.toContain('Never sent');
});
