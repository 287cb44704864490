import { expect, makeLead, test } from '../product/staff.ts';
import { holdRequests } from '../product/hold-requests.ts';

test('G-43 a draft survives navigation and reload, lead by lead, and is gone once sent', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product);
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

test('G-43 text that is added while a reply is sent stays; a box opened during that time is emptied with the rest @audit', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product);
  const path = `/dashboard/messages?search=${encodeURIComponent(name)}`;
  await page.goto(path);
  const box = page.getByPlaceholder('Type your reply here...');
  const release = await holdRequests(page, /\/rest\/v1\/lead_messages/, 'POST');
  await box.fill('Thursday works. At ten?');
  await page.getByRole('button', { name: 'Send Reply' }).click();
  await page.getByRole('link', { name: 'Media' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Media Management' })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('Thursday works. At ten?');
  release();
  await expect(box).toHaveValue('');
});

test('G-43 B-144 two tabs never write into one another’s reply, and each finds its own after a reload', async ({
  page,
  product,
  context,
}) => {
  const { name } = await makeLead(product);
  const other = await context.newPage();
  const path = `/dashboard/messages?search=${encodeURIComponent(name)}`;
  await Promise.all([page.goto(path), other.goto(path)]);
  const box = page.getByPlaceholder('Type your reply here...');
  const theirs = other.getByPlaceholder('Type your reply here...');
  await box.fill('From the first tab');
  await expect(theirs).toHaveValue('');
  await theirs.fill('From the second');
  await expect(box).toHaveValue('From the first tab');
  await page.reload();
  await expect(box).toHaveValue('From the first tab');
  await other.reload();
  await expect(theirs).toHaveValue('From the second');
  // a tab that is opened later gets neither draft
  const third = await context.newPage();
  await third.goto(path);
  await expect(third.getByRole('article', { name })).toBeVisible();
  await expect(third.getByPlaceholder('Type your reply here...')).toHaveValue('');
  await page.getByRole('button', { name: 'Send Reply' }).click();
  await expect(page.getByText('Reply Sent')).toBeVisible();
  await expect(theirs).toHaveValue('From the second');
  // the next tab gets the draft of a closed one
  await other.close();
  await third.reload();
  await expect(third.getByPlaceholder('Type your reply here...')).toHaveValue('From the second');
});
