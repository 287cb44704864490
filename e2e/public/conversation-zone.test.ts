import { expect, test } from '../product/fixture.ts';
import { makeLead, readConversationPath } from '../product/staff.ts';

test('B-414 the page of a conversation names the zone of its times, also without scripts', async ({
  product,
  newContext,
}) => {
  // Nov 20 in the zone of the visitor
  const { id } = await makeLead(product, { created_at: '2026-11-20T04:30:00Z' });
  const path = await readConversationPath(product, id);
  for (const javaScriptEnabled of [true, false]) {
    const context = await newContext({
      baseURL: product.url,
      timezoneId: 'Asia/Kathmandu',
      javaScriptEnabled,
    });
    const page = await context.newPage();
    await page.goto(path);
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages.getByText('Times are in Eastern Time.')).toBeVisible();
    await expect(messages.getByRole('listitem').first()).toContainText('November 19, 2026 at 11:30 p.m.');
  }
});
