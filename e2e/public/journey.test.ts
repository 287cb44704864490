import { expect, test } from '../product/fixture.ts';

test('the whole path: a visitor asks for a proposal, staff sign up, find the lead, reply and set its status', async ({
  ownProduct: product,
  newContext,
}) => {
  const visitor = await (await newContext({ baseURL: product.url })).newPage();
  await visitor.goto('/');
  await visitor.getByRole('link', { name: 'View All Services' }).click();
  await visitor
    .getByRole('link', { name: /Accessibility Audit/ })
    .first()
    .click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Accessibility Audit' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Request a Proposal' }).first().click();
  const dialog = visitor.getByRole('dialog', { name: 'Request a Proposal' });
  await expect(dialog.getByText('Tell us about your interest in Accessibility Audit')).toBeVisible();
  await dialog.getByLabel('Name').fill('Wilhelmina Ashby');
  await dialog.getByLabel('Email').fill('wilhelmina@ashby.example');
  await dialog.getByLabel(/Message/).fill('Our booking form traps the keyboard.');
  await dialog.getByRole('button', { name: /Send/ }).click();
  await expect(visitor.getByText("Thank you for your interest. We'll be in touch shortly.")).toBeVisible();
  await expect(dialog).toBeHidden();

  const staff = await (await newContext({ baseURL: product.url })).newPage();
  const link = /http:\S+\/auth\?owner#owner=\S+/.exec(product.output())?.[0] ?? '';
  await staff.goto(link);
  await staff.getByLabel('Full Name').fill('Maude Tremblay-Okoye');
  await staff.getByLabel('Email').fill('maude@fairlead.example');
  await staff.getByLabel('Password', { exact: true }).fill('a long enough phrase');
  await staff.getByRole('button', { name: 'Sign Up' }).click();
  await expect(staff).toHaveURL(/\/dashboard$/);
  await staff
    .getByRole('link', { name: /^Messages/ })
    .first()
    .click();

  const card = staff.getByRole('article').filter({ hasText: 'Wilhelmina Ashby' });
  await expect(card.getByText('Interested in: Accessibility Audit')).toBeVisible();
  await expect(staff.getByRole('article').first()).toContainText('Wilhelmina Ashby');
  await card.getByRole('button', { name: /Conversation Thread/ }).click();
  await expect(card.getByText('Our booking form traps the keyboard.').last()).toBeVisible();
  await card.getByPlaceholder('Type your reply here...').fill('We can look at it on Monday.');
  await card.getByRole('button', { name: 'Send Reply' }).click();
  await expect(staff.getByText('Your message has been recorded')).toBeVisible();
  await expect(card.getByText('2 messages')).toBeVisible();
  await card.getByRole('combobox').selectOption({ label: 'Qualified' });

  await expect(async () => {
    const { data } = await product.admin
      .from('leads')
      .select('status, reply_count, service_name, lead_messages(message, sender_type)')
      .eq('email', 'wilhelmina@ashby.example')
      .single();
    expect(data).toEqual({
      status: 'qualified',
      reply_count: 1,
      service_name: 'Accessibility Audit',
      lead_messages: [{ message: 'We can look at it on Monday.', sender_type: 'admin' }],
    });
  }).toPass();

  // The link worked once, and made this account the owner.
  const { data: owners } = await product.admin.from('staff').select('role');
  expect(owners).toEqual([{ role: 'owner' }]);
});

test('a visitor without scripts asks for a proposal and writes through the contact form', async ({
  product,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/services/winning-websites');
  await page.getByRole('button', { name: 'Request a Proposal' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Noscript Nora');
  await dialog.getByLabel('Email').fill('nora@noscript.example');
  await dialog.getByRole('button', { name: /Send/ }).click();
  await expect(page.getByText("We'll be in touch shortly.")).toBeVisible();

  await page.goto('/contact');
  await page.getByLabel('Name').fill('Noscript Nora');
  await page.getByLabel('Email').fill('nora@noscript.example');
  await page.getByLabel('Message').fill('Line one\nLine two');
  await page.getByRole('button', { name: /Send/ }).click();
  await expect(page.getByText("We'll respond shortly.")).toBeVisible();
  const { data } = await product.admin
    .from('leads')
    .select('message, service_name, company')
    .eq('email', 'nora@noscript.example')
    .order('created_at');
  expect(data).toEqual([
    { message: null, service_name: 'Winning Websites', company: null },
    { message: 'Line one\nLine two', service_name: null, company: null },
  ]);
  await context.close();
});
