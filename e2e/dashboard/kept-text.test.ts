import type { Locator, Page } from '@playwright/test';
import type { NewContext } from '../product/fixture.ts';
import { expect, makeLead, accountPassword, openAs, test } from '../product/staff.ts';
import type { Product } from '../product/product.ts';
import { makeOwner } from './team.ts';

/** A form: where it is, how it opens, and which field is filled in. */
interface Form {
  path: string;
  open?: (page: Page) => Promise<void>;
  field: (page: Page) => Locator;
  text?: string;
}

const words = 'Half of a thought';

function at(selector: string) {
  return (page: Page) => page.locator(selector);
}

function pressing(...names: (string | RegExp)[]) {
  return async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click();
  };
}

/** One for each kind of form: in a card, an editor, a settings card, a dialog. */
async function formsOf(product: Product): Promise<Form[]> {
  const { name } = await makeLead(product);
  const { data: service } = await product.admin
    .from('services')
    .select('id')
    .limit(1)
    .single()
    .throwOnError();
  const inbox = `/dashboard/messages?search=${encodeURIComponent(name)}`;
  const tools = pressing(`Conversation Thread with ${name}`, `More for ${name}`);
  return [
    { path: inbox, field: (page) => page.getByPlaceholder('Type your reply here...') },
    {
      path: inbox,
      open: tools,
      field: (page) => page.getByRole('textbox', { name: `Internal note about ${name}` }),
    },
    {
      path: inbox,
      async open(page) {
        await tools(page);
        const field = page.getByLabel('What was said');
        if (!(await field.isVisible())) await page.getByText('Log a call or visit').click();
      },
      field: at('[name=said]'),
    },
    {
      path: inbox,
      async open(page) {
        await page.getByPlaceholder('Type your reply here...').click();
        await pressing(`Canned replies to ${name}`, 'New canned reply')(page);
      },
      field: at('dialog[open] [name=body]'),
    },
    { path: '/dashboard/messages', open: pressing('Add a lead'), field: at('dialog[open] [name=company]') },
    { path: `/dashboard/services/${service.id}`, field: at('#service-pitch') },
    { path: '/dashboard/resources/new', field: at('#post-name') },
    { path: '/dashboard/case-studies/new', field: at('#case-study-name') },
    { path: '/dashboard/apps/new', field: at('#app-name') },
    { path: '/dashboard/categories', open: pressing('Add Category'), field: at('dialog[open] [name=name]') },
    {
      path: '/dashboard/redirects',
      open: pressing(/^Add/),
      field: at('dialog[open] [name=target]'),
      text: '/a/b',
    },
    { path: '/dashboard/settings', field: at('[name=full_name]') },
    { path: '/dashboard/settings', field: at('[name=signature]') },
    { path: '/dashboard/agency', field: (page) => page.getByLabel('Agency name') },
    { path: '/dashboard/bookings', field: at('[name=notice_hours]'), text: '17' },
    { path: '/dashboard/bookings', open: pressing('Block a time'), field: at('dialog[open] [name=reason]') },
    { path: '/dashboard/team', open: pressing(/^Invite/), field: at('dialog[open] [name=fullName]') },
    { path: '/dashboard/privacy', open: pressing('Add request'), field: at('dialog[open] [name=contact]') },
  ];
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(accountPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

const keptTexts = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('draft/')).length);

/** Types into each form, ends the session elsewhere, and checks as another account and as the same one again. */
async function expectKept(
  { product, newContext }: { product: Product; newContext: NewContext },
  chosen: (form: Form) => boolean,
): Promise<void> {
  const owner = await makeOwner(product);
  const other = await makeOwner(product, 'Otto Owner');
  const page = await openAs(newContext, product, owner);
  const forms = (await formsOf(product)).filter(chosen);
  const visit = async ({ path, open, field }: Form) => {
    await page.goto(path);
    await open?.(page);
    return field(page);
  };
  for (const form of forms) await (await visit(form)).fill(form.text ?? words);
  expect(await keptTexts(page)).toBe(forms.length);

  // the open dialog closes with the session
  await owner.client.auth.signOut();
  await expect(page.getByText('You were signed out')).toBeVisible();
  await signIn(page, other.email);
  await expect(page.getByText('Continue to')).toHaveCount(0);
  for (const form of forms) await expect(await visit(form), form.path).not.toHaveValue(form.text ?? words);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, owner.email);
  for (const form of forms) await expect(await visit(form), form.path).toHaveValue(form.text ?? words);
}

test('B-144 text in a card, an editor and a dialog is kept if the session is ended elsewhere, only for its account', async ({
  product,
  newContext,
}) => {
  const paths = ['/dashboard/resources/new', '/dashboard/team'];
  await expectKept(
    { product, newContext },
    ({ path, open }) => paths.includes(path) || (path.includes('?search=') && !open),
  );
});

test('B-144 text in every form is kept if the session is ended elsewhere, only for its account @audit', async ({
  ownProduct: product,
  newContext,
}) => {
  test.setTimeout(300_000);
  await expectKept({ product, newContext }, () => true);
});

test('B-144 Sign Out asks if unsaved text would be lost, and then deletes it', async ({ page, product }) => {
  const { name } = await makeLead(product);
  await page.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  const box = page.getByPlaceholder('Type your reply here...');
  await box.fill(words);
  const leave = page.getByRole('button', { name: 'Sign Out' });
  await leave.click();
  const question = page.getByRole('dialog', { name: 'Sign out without saving?' });
  await expect(question.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(leave).toBeFocused();
  await expect(box).toHaveValue(words);
  await leave.click();
  await question.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect.poll(() => keptTexts(page)).toBe(0);
});

test('P-88 B-144 a sign-out in another tab ends the session here, leaves this tab’s text, and either tab finds it', async ({
  page,
  product,
  account,
  context,
}) => {
  const { name } = await makeLead(product);
  const path = `/dashboard/messages?search=${encodeURIComponent(name)}`;
  const other = await context.newPage();
  await Promise.all([page.goto(path), other.goto('/dashboard')]);
  const box = page.getByPlaceholder('Type your reply here...');
  await box.fill(words);
  // that tab has no unsaved text
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/\/auth$/);
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(other, account.email);
  await other.goto(path);
  await expect(other.getByPlaceholder('Type your reply here...')).toHaveValue(words);
});

test('B-144 B-463 after a session that ended before the page loads, Continue leads to the record and its text, which never overwrites what was saved since', async ({
  page,
  product,
  account,
}) => {
  const slug = `kept-${process.pid}-${Date.now().toString(36)}`;
  const { data: service } = await product.admin
    .from('services')
    .insert({ name: 'Kept', slug })
    .select('id')
    .single()
    .throwOnError();
  const path = `/dashboard/services/${service.id}`;
  await page.goto(path);
  const pitch = page.getByRole('textbox', { name: 'Short pitch' });
  await pitch.fill('Mine');
  await page.goto('/');
  await account.client.auth.signOut();
  await product.admin.from('services').update({ short_pitch: 'Theirs' }).eq('id', service.id).throwOnError();
  await page.goto(path);
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, account.email);
  await page.getByRole('link', { name: 'Continue to Services' }).click();
  await expect(pitch).toHaveValue('Mine');
  await expect(page.getByRole('alert')).toContainText('Someone else changed this too');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else changed this too');
  await page.getByRole('button', { name: 'Use theirs' }).click();
  await expect(pitch).toHaveValue('Theirs');
  await pitch.fill('Mine after all');
  await page.getByRole('link', { name: 'Categories' }).click();
  await page.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories Management' })).toBeVisible();
  expect(await keptTexts(page)).toBe(0);
});
