import { randomUUID } from 'node:crypto';
import { axeFindings } from '../product/axe-findings.ts';
import type { Product } from '../product/product.ts';
import { resize } from '../product/resize.ts';
import { toast } from '../product/toasts.ts';
import { expect, freshName, makeLead, test } from '../product/staff.ts';

const words = `Yes, Thursday works.\n\n-- \nAna Roy\n\nOn Mon, Nov 23, 2026, Fairlead wrote:\n> Does Thursday work?`;
const raw = [
  'From: ana@roy.example',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  '',
  'Yes',
  '--b',
  'Content-Type: text/html; name="plan.html"',
  'Content-Disposition: attachment; filename="plan.txt"',
  '',
  '<script>alert(1)</script>',
  '--b--',
  '',
].join('\r\n');

/** As the server's reader hands it over. */
async function receive(product: Product, given: Record<string, unknown>): Promise<void> {
  const id = randomUUID();
  const mail = {
    id,
    kind: 'person',
    way: 'smtp',
    tokens: [],
    mail_ids: [],
    content_key: id.replaceAll('-', '').repeat(2),
    mail_id: `<${id}@roy.example>`,
    from_name: 'Ana Roy',
    subject: 'Re: Your inquiry',
    body: words,
    folds: [2, 7],
    size_bytes: raw.length,
    files: [{ part: 0, name: 'plan.txt', media_type: 'text/plain', size_bytes: 26, refused: null }],
    ...given,
  };
  const content = Buffer.from(raw).toString('base64');
  await product.admin().rpc('receive_mail', { mail, raw: content }).throwOnError();
}

test('B-92 an email is joined to a lead by keys alone, read in its thread, and moved back', async ({
  page,
  product,
}) => {
  const name = freshName();
  const email = `${name.replaceAll(/\W/g, '').toLowerCase()}@roy.example`;
  await makeLead(product, { name, email });
  const subject = `About ${name}`;
  await receive(product, { from_address: 'other@roy.example', subject });

  await page.goto('/dashboard/messages/triage');
  const mail = page.getByRole('article').filter({ hasText: subject });
  await expect(mail).toContainText('No lead has this address.');
  await expect(mail.getByText('Does Thursday work?')).toBeHidden();
  await mail.getByText('Quoted text and signature').click();
  await expect(mail.getByText('Does Thursday work?')).toBeVisible();
  const download = page.waitForEvent('download');
  await mail.getByRole('button', { name: 'plan.txt (1 KB)' }).click();
  expect((await download).suggestedFilename()).toBe('plan.txt');
  expect(await axeFindings(page, [390, 1280], 'main')).toEqual([]);
  await resize(page, 320, 640);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await resize(page, 1280, 800);

  await mail.getByRole('button', { name: 'Join to a lead (email from Ana Roy)' }).focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('dialog').getByRole('searchbox');
  await expect(search).toBeFocused();
  await search.fill(email);
  await expect(page.getByRole('radio')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Email moved')).toBeVisible();
  await expect(mail).toHaveCount(0);

  await page.goto(`/dashboard/messages?search=${encodeURIComponent(email)}`);
  const card = page.getByRole('article', { name });
  await card
    .getByRole('button', { name: /conversation/i })
    .first()
    .click();
  await expect(card.getByText('by email')).toBeVisible();
  await expect(card.getByText('From another address: other@roy.example')).toBeVisible();
  await expect(card.getByText('Does Thursday work?')).toBeHidden();
  await card.getByRole('button', { name: /^Move/ }).click();
  await page.getByRole('radio', { name: 'None: back to the emails to sort' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Choose' }).click();
  await expect(card.getByText('by email')).toHaveCount(0);
});
