import { rm } from 'node:fs/promises';
import { startSmtpSink } from '@fairlead/backend/testing/fakes';
import { makeDataFolder, startProduct } from '../product/product.ts';
import {
  expect,
  uniqueLeadName,
  makeLead,
  signUpAccount,
  openAs,
  storedSession,
  test,
  openLead,
} from '../product/staff.ts';
import { giveRole, makeOwner } from './team.ts';

test('G-11 a reply is marked as Recorded, with the reason, if mail is written to files; the toast has its usual text @audit', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product);
  const card = await openLead(page, name);
  await card.getByPlaceholder('Type your reply here...').fill('Thursday works.');
  await card.getByRole('button', { name: 'Send Reply' }).click();
  await expect(page.getByText('Your message has been recorded')).toBeVisible();
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await expect(card.locator('[data-state]')).toHaveText(
    /^Saved\s*Not emailed: no mail server is set up\.\s*$/,
  );
});

test('G-11 a reply that was never emailed is still marked so after a mail server is set up @audit', async ({
  newContext,
}) => {
  const dataDir = await makeDataFolder();
  const sink = await startSmtpSink();
  let product = await startProduct({}, dataDir);
  try {
    const account = await makeOwner(product);
    const name = uniqueLeadName();
    const { id } = await makeLead(product, { name });
    const reply = { lead_id: id, message: 'Thursday works.', sender_type: 'admin' };
    await account.client.from('lead_messages').insert(reply).throwOnError();
    const filed = async () =>
      (await product.admin.from('lead_messages').select('transport_id').eq('lead_id', id)).data?.[0]
        ?.transport_id;
    await expect.poll(filed).toBeTruthy();
    await product.stop();
    const mail = { SMTP_URL: sink.url, MAIL_FROM: 'Fairlead <post@mail.example>' };
    product = await startProduct(mail, dataDir);
    const page = await openAs(newContext, product, account);
    await page.goto(`${product.url}/dashboard/messages?search=${encodeURIComponent(name)}`);
    const card = page.getByRole('article', { name });
    await card.getByRole('button', { name: /^Conversation Thread/ }).click();
    await expect(card.locator('[data-state]')).toHaveText(
      /^Saved\s*Not emailed: no mail server was set up\.$/,
    );
    await page.goto(`${product.url}/dashboard/mail`);
    await expect(page.getByText('Emails appear here only when no mail server is set up.')).toBeVisible();
  } finally {
    await product.stop();
    await sink.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('G-11 G-36 a mail that the server refused is shown with the reason, to staff in the thread and to owners on the overview; it can be sent again @audit', async ({
  newContext,
}) => {
  let unknown = true;
  await using sink = await startSmtpSink({ reject: () => (unknown ? 550 : undefined) });
  await using product = await startProduct({ SMTP_URL: sink.url, MAIL_FROM: 'Fairlead <post@mail.example>' });

  const account = await makeOwner(product);
  // a colleague who has the dashboard open gets no mail
  const colleague = await signUpAccount(product, 'Agathe Agent');
  await giveRole(product, colleague, 'agent');
  await account.client
    .from('profiles')
    .update({ mail_frequency: 'never' })
    .eq('id', account.session.user.id)
    .throwOnError();
  const context = await newContext({ storageState: storedSession(product, account) });
  const page = await context.newPage();
  const name = uniqueLeadName();
  const email = `${name.replaceAll(/\W/g, '-').toLowerCase()}@roy.example`;
  await makeLead(product, { name, email });
  await page.goto(`${product.url}/dashboard/messages?search=${encodeURIComponent(name)}`);
  const card = page.getByRole('article', { name });
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await card.getByPlaceholder('Type your reply here...').fill('Thursday works.');
  await card.getByRole('button', { name: 'Send Reply' }).click();
  const delivery = card.locator('[data-state]');
  await expect(delivery).toContainText('Failed');
  await expect(delivery).toContainText('The mail server refused this message or its address (550).');

  const overview = await context.newPage();
  await product.visitor().from('leads').insert({ name: uniqueLeadName(), email: 'ana@roy.example' });
  await expect(async () => {
    await overview.goto(`${product.url}/dashboard`);
    await expect(
      overview.getByText("Lead notifications didn't reach Agathe Agent. The mail server refused"),
    ).toBeVisible({ timeout: 1_000 });
  }).toPass();
  unknown = false;
  await overview.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(overview.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(overview.getByText("Lead notifications didn't reach")).toHaveCount(0);
  await sink.mailTo(colleague.email);
  const retry = delivery.getByRole('button', { name: `Retry this reply to ${name}` });
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(delivery).toHaveText('Sent');
  await expect(delivery).toBeFocused();
  const mail = await sink.mailTo(email);
  expect(mail.text).toContain('Thursday works.');
  expect(sink.received).toHaveLength(2);
});
