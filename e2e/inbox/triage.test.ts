import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import type { Product } from '../product/product.ts';
import { resize } from '../product/resize.ts';
import { toast } from '../product/toasts.ts';
import { expect, uniqueLeadName, makeLead, test, openLead } from '../product/staff.ts';

const words = `Yes, Thursday works.\n\n-- \nAna Roy\n\nOn Mon, Nov 23, 2026, Fairlead wrote:\n> Does Thursday work?`;
const pixels = Buffer.from(
  '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wgARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUAQEAAAAAAAAAAAAAAAAAAAAB/9oADAMBAAIQAxAAAACBP//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Af//Z',
  'base64',
);
const facts = Buffer.from('Exif\0\0II*\0\b\0\0\0\0\0\0\0\0\0Phone 9 at 44.63', 'latin1');
/** A photo with camera metadata, followed by a script. */
const photo = Buffer.concat([
  pixels.subarray(0, 2),
  Buffer.from([0xff, 0xe1, 0, facts.length + 2]),
  facts,
  pixels.subarray(2),
  Buffer.from('<script>alert(1)</script>'),
]);
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
  '--b',
  'Content-Type: image/jpeg; name="site.jpg"',
  'Content-Transfer-Encoding: base64',
  '',
  photo.toString('base64').replaceAll(/(.{76})/g, '$1\r\n'),
  '--b',
  'Content-Type: application/octet-stream; name="setup.chm"',
  '',
  'Runs something',
  '--b--',
  '',
].join('\r\n');

/** Calls the database as the server's mail reader does. */
async function receive(product: Product, given: Record<string, unknown>): Promise<void> {
  const id = randomUUID();
  const mail = {
    id,
    kind: 'person',
    way: 'imap',
    tokens: [],
    mail_ids: [],
    content_key: id.replaceAll('-', '').repeat(2),
    mail_id: `<${id}@roy.example>`,
    from_name: 'Ana Roy',
    subject: 'Re: Your inquiry',
    body: words,
    folds: [2, 7],
    size_bytes: raw.length,
    files: [
      { part: 0, name: 'plan.txt', media_type: 'text/plain', size_bytes: 26, refused: null },
      { part: 1, name: 'site.jpg', media_type: 'image/jpeg', size_bytes: photo.length, refused: null },
      { part: 2, name: 'setup.chm', media_type: 'text/plain', size_bytes: 15, refused: null },
    ],
    ...given,
  };
  const content = Buffer.from(raw).toString('base64');
  await product.admin.rpc('receive_mail', { mail, raw: content }).throwOnError();
}

test('B-92 B-117 B-118 B-124 an email to sort appears live and is joined to a lead by keyboard, read in its thread, and moved back', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName();
  const email = `${name.replaceAll(/\W/g, '').toLowerCase()}@roy.example`;
  await makeLead(product, { name, email });
  const subject = `About ${name}`;
  await page.goto('/dashboard/messages/triage');
  await expect(page.getByText(/^Nothing to sort/).or(page.getByRole('article').first())).toBeVisible();
  await receive(product, { from_address: 'other@roy.example', subject, sender_check: 'unconfirmed' });
  const mail = page.getByRole('article').filter({ hasText: subject });
  await expect(mail).toContainText('No lead has this email address.');
  await expect(mail.getByText('Does Thursday work?')).toBeHidden();
  await expect(mail.getByText('Past your response-time target')).toHaveCount(0);
  await mail.getByText('Quoted text and signature').click();
  await expect(mail.getByText('Does Thursday work?')).toBeVisible();
  await expect(mail).toContainText('Sender not confirmed');
  const save = async (name: string): Promise<Download> => {
    const download = page.waitForEvent('download');
    await mail.getByRole('button', { name }).click();
    return download;
  };
  expect((await save('plan.txt (1 KB)')).suggestedFilename()).toBe('plan.txt');
  const picture = await save('site.jpg');
  expect(picture.suggestedFilename()).toBe('site.webp');
  const drawn = await readFile(await picture.path());
  expect(drawn.subarray(8, 12).toString()).toBe('WEBP');
  expect(drawn.toString('latin1')).not.toMatch(/Exif|Phone|script/);
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  await resize(page, 320, 640);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await resize(page, 1280, 800);

  await mail.getByRole('button', { name: 'Add to a lead (email from Ana Roy)' }).focus();
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

  const bounced = { email_bounced_at: new Date().toISOString() };
  await product.admin.from('leads').update(bounced).eq('email', email).throwOnError();
  const card = await openLead(page, email, name);
  await card
    .getByRole('button', { name: /conversation/i })
    .first()
    .click();
  await expect(card.getByText('by email')).toBeVisible();
  await expect(card.getByText('Sender not confirmed')).toBeVisible();
  await expect(card.getByText('From another address: other@roy.example')).toBeVisible();
  await expect(card.getByText('Does Thursday work?')).toBeHidden();
  await expect(card.getByText('Email bounced')).toBeVisible();
  await card.getByPlaceholder('Type your reply here...').click();
  await expect(card.getByText('Email to this address bounced.')).toBeVisible();
  await card.getByRole('button', { name: 'Remove this warning' }).click();
  await expect(card.getByRole('textbox')).toBeFocused();
  await expect(card.getByText('Email bounced')).toHaveCount(0);
  await card.getByRole('button', { name: /^Move/ }).click();
  await page.getByRole('radio', { name: 'None of these: move to Emails to sort' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Choose' }).click();
  await expect(card.getByText('by email')).toHaveCount(0);
});

test('B-286 a card shows that an automatic email has come; it is opened and made a message by keyboard @audit', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName();
  const email = `${name.replaceAll(/\W/g, '').toLowerCase()}@roy.example`;
  const { id: lead } = await makeLead(product, { name, email });
  const { data: token } = await product.admin.rpc('reply_token', { lead }).throwOnError();
  const card = await openLead(page, email, name);
  await expect(card.getByText('1 automatic email')).toHaveCount(0);
  await receive(product, {
    kind: 'auto-reply',
    from_address: email,
    tokens: [token],
    subject: 'Away: December 3',
  });
  await expect(card.getByText('1 automatic email')).toBeVisible();
  await card
    .getByRole('button', { name: /conversation/i })
    .first()
    .click();
  const automatic = card.locator('summary').filter({ hasText: '1 automatic email' });
  await automatic.focus();
  await page.keyboard.press('Enter');
  const button = card.getByRole('button', { name: 'This is from a person (email from Ana Roy)' });
  await expect(button).toBeVisible();
  expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, `Email added to the conversation with ${name}`)).toBeVisible();
  await expect(card.getByText('by email')).toBeVisible();
  await expect(automatic).toHaveCount(0);
  await expect(card.getByRole('heading', { name })).toBeFocused();
});
