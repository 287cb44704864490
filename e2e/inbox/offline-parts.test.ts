import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

test('P-174 a part that cannot be fetched without a network leaves the inbox as it is, and comes with the network, styled @audit', async ({
  page,
  product,
  context,
}) => {
  const { name } = await makeLead(product, { name: uniqueLeadName('Tunnel') });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const box = page.getByPlaceholder('Type your reply here...');
  await expect(box).toBeVisible();
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => /canned-replies-button/.test(request.url()));
  await box.fill('Written in a tunnel');
  await failed;
  await expect(page.getByText('Live updates paused')).toBeVisible();
  await expect(box).toHaveValue('Written in a tunnel');
  const canned = page.getByRole('button', { name: /^Canned replies/ });
  await expect(canned).toHaveCount(0);

  await context.setOffline(false);
  await expect(canned).toBeVisible();
  await expect(canned).toHaveCSS('margin-left', '-16px');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('Written in a tunnel');
});
