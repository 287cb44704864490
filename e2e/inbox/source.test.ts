import { readFile } from 'node:fs/promises';
import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

test('B-61 an open card shows the source of its lead, the export contains it, and the overview counts it with outcomes @audit', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName('Sourced');
  const host = `site-${Date.now()}.example`;
  await makeLead(product, {
    name,
    status: 'qualified',
    landing_path: '/apps',
    referrer_host: host,
    campaign_medium: 'email',
  });
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card).not.toContainText(host);
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  const source = card.getByRole('list', { name: 'Where this lead came from' });
  await expect(source.getByRole('listitem')).toHaveText([
    `Came from ${host}`,
    'Campaign: email',
    'First page: /apps',
  ]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(`"${host}","/apps","","email",""\r\n`);

  await page.goto('/dashboard');
  const chart = page.getByRole('region', { name: 'Leads by source' });
  await expect(chart.getByText(/^[\d,]+ leads? in the last 90 days, [\d,]+ qualified\./)).toBeVisible();
  await chart.locator('summary').click();
  const row = chart.getByRole('row').filter({ hasText: host });
  await expect(row.getByRole('cell')).toHaveText(['1', '1']);
});
