import type { Page } from '@playwright/test';
import { expect, test } from '../product/fixture.ts';
import { expectHydrated, movePointer, openHydrated } from '../product/hydrated.ts';
import type { Product } from '../product/product.ts';
import { readNewestLead } from '../product/read-leads.ts';

/** Creates a lead with a message, a reply and a note; returns the path of its page. */
async function openConversation(product: Product, email: string): Promise<string> {
  const admin = product.admin;
  await admin.from('leads').insert({ name: 'Ana Roy', email, message: 'Could you look at our form?' });
  const lead = (await readNewestLead(product, email))?.id ?? '';
  const { error } = await admin.from('lead_messages').insert([
    { lead_id: lead, message: 'Thursday works.', sender_type: 'admin', delivery_state: 'sent' },
    { lead_id: lead, message: 'Rang twice, no answer', sender_type: 'admin' },
  ]);
  expect(error).toBeNull();
  const { data } = await admin.rpc('conversation_for_mail', { lead });
  return `/conversation/${(data as { token: string }).token}`;
}

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('listitem');

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('B-107 B-108 a prospect reads the conversation and answers; problems keep what was typed', async ({
    page,
    product,
  }) => {
    const path = await openConversation(product, 'conversation@roy.example');
    const response = await page.goto(path);
    expect(response?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
    });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your inquiry to Fairlead Digital');
    await expect(messages(page)).toHaveCount(2);
    await expect(page.getByText('Rang twice')).toHaveCount(0);
    expect(await page.content()).not.toContain('conversation@roy.example');

    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByLabel('Your reply')).toBeFocused();
    await expect(page.getByLabel('Your reply')).toHaveAccessibleDescription('Write your reply');
    await page.getByLabel('Your reply').fill('x'.repeat(5001));
    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(page.getByLabel('Your reply')).toHaveValue('x'.repeat(5001));
    await page.getByLabel('Your reply').fill('Fine with me.\nAna');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(page).toHaveURL(/\?sent=1$/);
    await expect(page.getByText('Thank you. We have your reply.')).toBeVisible();
    await expect(page.locator('#sent')).toBeFocused();
    await expect(messages(page).last()).toContainText('Fine with me.\nAna');
    await page.reload();
    await expect(messages(page)).toHaveCount(3);
    expect(product.output()).not.toContain(path.split('/')[2]);
  });
});

test('B-107 a reply that could not be sent is there again when the page is opened again, until it was sent', async ({
  page,
  product,
}) => {
  const path = await openConversation(product, 'kept@roy.example');
  const reply = page.getByLabel('Your reply');
  await openHydrated(page, path);
  await reply.fill('Friday, or the week after.');
  const posts = (url: URL) => url.pathname === path;
  await page.route(posts, (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback(),
  );
  await page.getByRole('button', { name: 'Send reply' }).click();
  await page.waitForURL('chrome-error://chromewebdata/');
  await page.goto(path);
  await movePointer(page);
  await expect(reply).toHaveValue('Friday, or the week after.');
  await page.reload();
  await movePointer(page);
  await expect(reply).toHaveValue('Friday, or the week after.');
  await page.unroute(posts);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Thank you. We have your reply.')).toBeVisible();
  await movePointer(page);
  await expectHydrated(page);
  await expect(reply).toHaveValue('');
});
