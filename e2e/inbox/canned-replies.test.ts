import { expect, uniqueLeadName, makeLead, test, openLead } from '../product/staff.ts';
import { holdRequests } from '../product/hold-requests.ts';

test('B-102 B-131 a canned reply is written, found, and inserted at the caret with its fields filled in; it is not sent with an unfilled field', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product, { name: uniqueLeadName('Zoë') });
  const card = await openLead(page, name);
  const box = card.getByPlaceholder('Type your reply here...');
  await box.click();
  await box.fill('Before. After.');
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(8, 8));
  await expect(card.getByRole('button', { name: `Canned replies to ${name}` })).toBeVisible();
  // only by keyboard: past the two buttons that send
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: `Canned replies to ${name}` })).toBeFocused();
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Canned replies' });
  await list.getByRole('button', { name: 'New canned reply' }).click();
  const editor = page.getByRole('dialog', { name: 'New canned reply' });
  const title = `Hours ${name}`;
  await editor.getByLabel('Name').fill(title);
  await editor.getByLabel('Reply').fill('Hi {{First name}}, {{service}} is open. {{my name}}, {{agency}}');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toHaveCount(0);

  await list.getByLabel('Search canned replies').fill(title.toUpperCase());
  await expect(list.locator('[data-choice]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(box).toBeFocused();
  const agency = 'Fairlead Digital';
  await expect(box).toHaveValue(`Before. Hi Zoë, {{service}} is open. Maude Tremblay-Okoye, ${agency}After.`);
  // the placeholder is selected, and the reply is not sent
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Fill in or remove {{service}} before you send.')).toBeVisible();
  await page.keyboard.insertText('Our office');
  await page.keyboard.press('Control+Enter');
  await expect(card.getByText('1 reply')).toBeVisible();
  await expect(box).toHaveValue('');

  await card.getByRole('button', { name: `Canned replies to ${name}` }).click();
  await list.getByRole('button', { name: `Edit ${title}` }).click();
  await page
    .getByRole('dialog', { name: 'Edit canned reply' })
    .getByRole('button', { name: 'Delete' })
    .click();
  const question = page.getByRole('dialog', { name: `Delete ${title}?` });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(list.getByText(title)).toHaveCount(0);
  await expect(list.getByRole('searchbox')).toBeFocused();
});

test('the place of the button of the canned replies is reserved before its script is loaded @audit', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const release = await holdRequests(page, '**/assets/canned-replies-button-*.js');
    await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
    const box = page.getByPlaceholder('Type your reply here...');
    await box.fill('Hello');
    const form = page.getByRole('article', { name }).locator('form', { has: box });
    await expect(form.getByRole('button', { name: 'Send and next' })).toBeVisible();
    const before = await form.boundingBox();
    release();
    await expect(form.getByRole('button', { name: /^Canned replies/ })).toBeVisible();
    expect(await form.boundingBox()).toEqual(before);
    await page.unrouteAll();
  }
});
