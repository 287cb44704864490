import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, uniqueLeadName, makeLead, test } from '../product/staff.ts';

test('B-105 a call is added as a lead by keyboard; a known address is announced first, and no mail is sent', async ({
  page,
  product,
}) => {
  const name = uniqueLeadName('Caller');
  const email = `${crypto.randomUUID()}@roy.example`;
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  await makeLead(product, { name: `${name} before`, email, created_at: anHourAgo });
  await page.goto('/dashboard/messages');
  await page.getByRole('button', { name: 'Add a lead' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a lead' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(dialog).toContainText('Enter an email address, or a phone number with its area code');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('They asked us to contact them')).toBeFocused();
  await dialog.getByLabel('They asked us to contact them').selectOption('Yes, they asked');
  await expect(dialog.getByRole('status')).toContainText(`${name} before, from today`);
  await expect(dialog.getByRole('link', { name: 'View it (opens in a new tab)' })).toBeVisible();
  expect(await findAxeProblems(page, [390, 1280], 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Add anyway' }).press('Enter');

  const card = page.getByRole('article', { name, exact: true });
  await expect(card.getByRole('heading')).toBeFocused();
  await card.getByRole('button', { name: /^Conversation Thread/ }).press('Enter');
  await expect(
    card.getByRole('list', { name: 'Where this lead came from' }).getByRole('listitem'),
  ).toHaveText(['Phone call', 'Added by you']);
  await expect(card).toContainText('1 earlier lead');
});

test('B-105 B-122 a lead without an address offers no reply and states why, until it has one', async ({
  page,
  account,
}) => {
  const name = uniqueLeadName('Caller');
  await account.client
    .rpc('add_lead', {
      lead: crypto.randomUUID(),
      fields: { name, phone: '604-555-0188', message: 'Wants a quote' },
      service: null,
      channel: 'in_person',
      asked_for_contact: false,
    })
    .throwOnError();
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const card = page.getByRole('article');
  await expect(card).toContainText('No email address. Call them, then change the status.');
  await expect(card.getByPlaceholder('Type your reply here...')).toHaveCount(0);
  await card.getByRole('button', { name: /^Conversation Thread/ }).click();
  await expect(card).toContainText("They didn't ask you to contact them.");
  await expect(card.getByRole('button', { name: /^Do not contact/ })).toHaveCount(0);
  const address = card.getByRole('textbox', { name: `Add their email address: ${name}` });
  await address.fill('caller@');
  await page.keyboard.press('Enter');
  await expect(address).toHaveAccessibleDescription(/^Enter an email address/);
  await address.fill('caller@company.example');
  await page.keyboard.press('Enter');
  await expect(card.getByPlaceholder('Type your reply here...')).toBeVisible();
  await expect(card.getByRole('heading', { name })).toBeFocused();
});

test('B-105 letters typed while the dialog is still being set up all arrive', async ({ page }) => {
  // A slow computer: the dialog has focused its first field, and the keys wait in the browser's queue.
  await page.addInitScript(() => {
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLInputElement && target.name === 'name')) return;
      console.log('focused');
      const end = performance.now() + 500;
      while (performance.now() < end);
    });
  });
  await page.goto('/dashboard/messages');
  const browser = await page.context().newCDPSession(page);
  const focused = page.waitForEvent('console', (message) => message.text() === 'focused');
  const opened = page.getByRole('button', { name: 'Add a lead' }).click();
  await focused;
  await Promise.all(
    [...'Ana'].map((text) => browser.send('Input.dispatchKeyEvent', { type: 'keyDown', text, key: text })),
  );
  await opened;
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Ana');
});
