import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { holdRequests } from '../product/hold-requests.ts';
import { expect, makeLead, signUpAccount, test, openLead, uniqueLeadName } from '../product/staff.ts';
import type { Product } from '../product/product.ts';

const boxOf = (page: Page) => page.getByPlaceholder('Type your reply here...').first();

interface Case {
  /** Everything before the press, key or click that opens the dialog. */
  open: (page: Page, lead: { id: string; product: Product }) => Promise<void>;
  title: string | RegExp;
  /** The label of the field that receives what is typed. */
  field?: string;
}

/** By the script of the dialog. */
const cases: Record<string, Case> = {
  'add-lead-dialog': {
    open: (page) => page.getByRole('button', { name: 'Add a lead' }).press('Enter'),
    title: 'Add a lead',
    field: 'Name',
  },
  'canned-replies-dialog': {
    async open(page) {
      await boxOf(page).click();
      await page.getByRole('button', { name: /^Canned replies/ }).press('Enter');
    },
    title: 'Canned replies',
    field: 'Search canned replies',
  },
  'colleague-replied-dialog': {
    async open(page, { id, product }) {
      await boxOf(page).fill('Thursday works.');
      const { client } = await signUpAccount(product, 'Carl Roy');
      const theirs = { lead_id: id, message: 'We can start in March.', sender_type: 'admin' };
      await client.from('lead_messages').insert(theirs).throwOnError();
      await page.keyboard.press('Control+Enter');
    },
    title: /^Carl Roy has already replied/,
  },
  'confirm-sign-out-dialog': {
    async open(page) {
      await boxOf(page).fill('Thursday works.');
      await page.getByRole('button', { name: 'Sign Out' }).press('Enter');
    },
    title: 'Sign out without saving?',
  },
  'inbox-options-dialog': {
    open: (page) => page.getByRole('button', { name: 'List options' }).press('Enter'),
    title: 'List options',
  },
  'inbox-shortcuts-dialog': {
    async open(page) {
      await page.getByRole('heading', { level: 2 }).first().focus();
      await page.keyboard.press('?');
    },
    title: 'Keyboard shortcuts',
  },
};

test('each dialog that is loaded when it opens is tested here', () => {
  const sources = globSync('site/app/**/*.tsx').map((file) => readFileSync(file, 'utf8'));
  const modules = sources.flatMap((source) =>
    [...source.matchAll(/lazyDialog(?:<\w+>)?\(\s*\(\) => import\('\.\/([\w-]+)\.tsx'\)/g)].map(
      ([, name]) => name,
    ),
  );
  // opened by buttons of forms and lists, where no single key is a shortcut
  const elsewhere = ['bulk-dialog', 'choose-image'];
  expect([...new Set(modules)].toSorted()).toEqual([...Object.keys(cases), ...elsewhere].toSorted());
});

/** One with a field that takes what is typed, and one that keys open. */
const sampled = ['add-lead-dialog', 'inbox-shortcuts-dialog'];

for (const [script, { open, title, field }] of Object.entries(cases)) {
  const ending = sampled.includes(script) ? '' : ' @audit';
  test(`B-422 what is typed while ${script} is loading goes to the dialog, never to shortcuts or a select${ending}`, async ({
    page,
    product,
  }) => {
    const { id, name } = await makeLead(product, { name: uniqueLeadName('Slow') });
    await openLead(page, name);
    await expect(boxOf(page)).toBeVisible();
    const url = new RegExp(`/${script}-[^/]*\\.js$`);
    const release = await holdRequests(page, url);
    const asked = page.waitForRequest(url);
    await open(page, { id, product });
    await asked;
    await expect(page.getByRole('dialog', { name: 'Loading...' })).toBeVisible();
    const draft = await boxOf(page).inputValue();
    await page.keyboard.type('sq né');
    await page.keyboard.press('Space');
    await page.keyboard.type('w/x');
    release();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    if (field !== undefined) {
      await expect(dialog.getByLabel(field).first()).toHaveValue('sq né w/x');
      // it is typed, so it goes on there
      await page.keyboard.type('!');
      await expect(dialog.getByLabel(field).first()).toHaveValue('sq né w/x!');
    }
    expect(await boxOf(page).inputValue()).toBe(draft);
    const { data } = await product.admin.from('leads').select('status').eq('id', id).single();
    expect(data).toEqual({ status: 'new' });
  });
}

test('B-422 Escape closes a dialog that is still loading, and the focus returns to its button', async ({
  page,
  product,
}) => {
  const { name } = await makeLead(product, { name: uniqueLeadName('Slow') });
  await openLead(page, name);
  const release = await holdRequests(page, /\/add-lead-dialog-[^/]*\.js$/);
  const button = page.getByRole('button', { name: 'Add a lead' });
  await button.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Loading...' })).toBeVisible();
  await page.keyboard.type('Ana');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
  release();
  // what was typed into the closed one is not kept for the next
  await button.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add a lead' }).getByLabel('Name')).toHaveValue('');
});
