import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/fixture.ts';
import { signUpAccount } from '../product/staff.ts';
import { openTeam } from './team.ts';

test('B-72 B-73 B-75 B-115 an owner finds a person, hands out their data, corrects and erases it; a request that is due is on the overview', async ({
  newContext,
  product,
}) => {
  const mark = `${process.pid}-${Date.now()}`;
  const email = `perpetua-${mark}@zzyzx.example`;
  const admin = product.admin;
  const lead = {
    name: 'Perpetua <b>Zzyzx</b>',
    email,
    phone: '416-555-0142',
    message: 'Do you erase people?',
  };
  await product.visitor().from('leads').insert(lead).throwOnError();
  // the evening before, in the agency's zone
  const created_at = '2026-11-20T03:00:00Z';
  await admin.from('leads').update({ created_at }).eq('email', email).throwOnError();
  const id = randomUUID();
  const mail = {
    id,
    kind: 'person',
    way: 'smtp',
    tokens: [],
    mail_ids: [],
    content_key: id.replaceAll('-', '').repeat(2),
    mail_id: `<${id}@zzyzx.example>`,
    from_address: email,
    from_name: '',
    subject: `About ${mark}`,
    body: 'Any news?',
    size_bytes: 9,
  };
  await admin.rpc('receive_mail', { mail, raw: btoa('Any news?') }).throwOnError();
  const { page } = await openTeam(product, newContext);
  const received = new Date(Date.now() - 25 * 86_400_000).toISOString().slice(0, 10);

  await page.goto('/dashboard/privacy');
  const field = page.getByLabel('Email or phone', { exact: true });
  await field.fill('Perpetua');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/full email address/);
  await field.fill(email.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 lead', { exact: true })).toBeVisible();
  await expect(page.getByText('Wrote on November 19, 2026')).toBeVisible();
  const saved = async (button: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  const file = JSON.parse(await saved('Save as JSON')) as { leads: { message: string }[] };
  expect(file.leads).toMatchObject([{ email, message: lead.message, messages: [{ message: mail.body }] }]);
  const html = await saved('Save as web page');
  expect(html).toContain('Do you erase people?');
  expect(html).toContain('Perpetua &lt;b&gt;Zzyzx&lt;/b&gt;');
  expect(html).not.toContain('<b>');
  expect(html).toContain('Emails we received');
  await expect(page.getByRole('heading', { name: 'Emails received (1)' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: mail.subject })).toContainText(`From ${email}`);

  await page.getByRole('button', { name: 'Correct' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Perpetua Zzyzx');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Corrected on 1 lead.')).toBeVisible();
  await expect(page.locator('main').getByText('Perpetua Zzyzx', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Add request' }).click();
  const form = page.getByRole('dialog', { name: 'Add request' });
  await form.getByLabel('What they asked for').selectOption('Deletion');
  await form.getByLabel('Their email or phone').fill(email);
  await form.getByLabel('Received on').fill(received);
  await form.getByRole('button', { name: 'Save request' }).click();
  const row = page.getByRole('listitem').filter({ hasText: email }).last();
  await expect(row).toContainText('Answer by');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page
    .getByRole('complementary', { name: 'Privacy' })
    .getByRole('link', { name: 'View requests' })
    .click();

  await field.fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: `Delete all data about ${email}?` });
  expect(await findAxeProblems(page, [390], 'dialog[open]')).toEqual([]);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Data deleted' })).toBeFocused();
  expect(await findAxeProblems(page, [390], 'main')).toEqual([]);
  const { data } = await admin.from('leads').select('name').eq('email', email);
  expect(data).toEqual([]);

  await page.getByRole('button', { name: 'Mark the request from [erased] as answered' }).first().click();
  await page.getByRole('dialog').getByLabel('What you told them or did').fill('Erased, and told her.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Erased, and told her.' })).toContainText(
    'Answered',
  );
});

test('B-71 accounts other than owners see an explanation, and the functions return nothing to them over REST @audit', async ({
  product,
}) => {
  const { client } = await signUpAccount(product);
  for (const [name, given] of [
    ['find_person', { contacts: ['ana@roy.example'] }],
    ['erase_person', { contacts: ['ana@roy.example'] }],
    ['preview_retention', { months: 1 }],
  ] as const) {
    const { error } = await client.rpc(name, given as never);
    expect(error?.code).toBe('42501');
  }
  expect((await client.from('privacy_requests').select()).data).toEqual([]);
  expect((await client.from('privacy_incidents').select()).data).toEqual([]);
});
