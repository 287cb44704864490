// The accessibility check of a record's page in its editor.
import type { Page } from '@playwright/test';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import type { Product } from '../product/product.ts';
import { expect, test } from '../product/staff.ts';

const body = `${'Water rises and falls twice a day. '.repeat(80)}

THIS IS A VERY LOUD sentence.

## Tides

#### Deep *water*

[Click here](/contact) and [Click here](/services), not [](/apps).

![](/icon-192.png)
`;

let posts = 0;

async function openPost(page: Page, product: Product) {
  posts += 1;
  const { data } = await product.admin
    .from('posts')
    .insert({ title: 'Checked', slug: `checked-${process.pid}-${posts}`, body, is_published: true })
    .select('id')
    .single()
    .throwOnError();
  await page.goto(`/dashboard/resources/${data.id}`);
  const panel = page.getByRole('region', { name: 'Accessibility check' });
  return {
    text: page.getByRole('textbox', { name: 'Text' }),
    panel,
    items: panel.getByRole('listitem'),
    open: () => panel.locator('summary').first().press('Enter'),
    findings: async () => {
      const { data: versions } = await product.admin
        .from('content_versions')
        .select('state, findings')
        .eq('record_id', data.id)
        .order('version')
        .throwOnError();
      return versions.map(({ state, findings }) => ({
        state,
        reasons: (findings as { reason: string | null }[] | null)?.map(({ reason }) => reason) ?? null,
      }));
    },
  };
}

const selected = (area: HTMLTextAreaElement) => [
  area.selectionStart,
  area.value.slice(area.selectionStart, area.selectionEnd),
];

test('B-537 each kind of fault is found and leads to its words, by keys alone; a dismissal survives a reload and a publication, and a key voids the result', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { text, panel, items, open, findings } = await openPost(page, product);
  await open();
  const run = panel.getByRole('button', { name: 'Check this page' });
  await expect(run).toBeVisible();
  expect(asked.filter((url) => url.includes('axe'))).toEqual([]);
  await run.press('Enter');
  await expect(panel).toContainText('6 things to improve');
  expect(asked.filter((url) => /\/axe\.min-[^/]*\.js$/.test(url))).toHaveLength(1);
  expect(await items.allInnerTexts()).toEqual([
    expect.stringContaining('“Deep water”'),
    expect.stringContaining('“Click here”'),
    expect.stringContaining('“Click here”'),
    expect.stringContaining('“THIS IS A VERY LOUD”'),
    expect.stringContaining('“/icon-192.png”'),
    expect.stringContaining('Links must have discernible text'),
  ]);
  const places = ['Deep *water', 'Click here', 'Click here', 'THIS IS A VERY LOUD', 'icon-192.png', '[]('];
  for (const [index, words] of places.entries()) {
    await items.nth(index).getByRole('button').first().press('Enter');
    await expect(text).toBeFocused();
    const from = index === 2 ? body.lastIndexOf(words) : body.indexOf(words);
    expect(await text.evaluate(selected)).toEqual([from, words]);
    expect(await text.evaluate(({ scrollTop }) => scrollTop), words).toBeGreaterThan(100);
  }
  expect(await findAxeProblems(page, [320, 1280], 'section[aria-label="Accessibility check"]')).toEqual([]);

  await items.nth(3).getByRole('button', { name: 'Dismiss' }).press('Enter');
  const reason = panel.getByLabel('Why is it fine as it is?');
  await expect(reason).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('Write a short reason');
  await page.keyboard.type('A quotation');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('5 things to improve');
  await page.reload();
  await open();
  await expect(panel).toContainText('5 things to improve');
  await panel.locator('summary').last().press('Enter');
  await expect(panel).toContainText('A quotation');

  await expect(panel).not.toContainText('has changed since');
  await text.press('End');
  await page.keyboard.type('x');
  await expect(panel).toContainText('The page has changed since this check.');
  await expect(panel.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(panel.getByText('Save first')).toHaveCount(0);
  await expect(panel).toContainText('The page has changed since this check.');
  await panel.getByRole('button', { name: 'Check again' }).press('Enter');
  const reasons = [null, null, null, null, null, 'A quotation'];
  await expect.poll(async () => (await findings()).at(-1)).toEqual({ state: 'draft', reasons });
  await expect(panel).not.toContainText('has changed since');
  await expect(panel).toContainText('5 things to improve');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('Checked is live with your changes.')).toBeVisible();
  expect((await findings()).at(-1)).toEqual({ state: 'saved', reasons });
  await expect(panel).toContainText('5 things to improve');
  await expect(panel).not.toContainText('has changed since');
  await page.getByText('Versions', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText(
    'Accessibility check: 5 to improve',
  );
});

test('B-537 a check whose rules cannot be loaded, or whose page is saved meanwhile, says so and keeps nothing; the next one does', async ({
  page,
  product,
}) => {
  const { panel, open, findings } = await openPost(page, product);
  await open();
  const nothing = [{ state: 'saved', reasons: null }];
  await page.route(/\/axe\.min/, (route) => route.abort());
  await panel.getByRole('button', { name: 'Check this page' }).click();
  const problem = panel.getByRole('alert');
  await expect(problem).toHaveText(
    "The check couldn't run, so nothing was recorded. We couldn't load its rules. Try again.",
  );
  await expect(panel).not.toContainText('Nothing found');
  expect(await findings()).toEqual(nothing);
  await page.unrouteAll();
  await page.route(/\/axe\.min/, async (route) => {
    await product.admin.from('posts').update({ excerpt: 'Theirs' }).eq('body', body).throwOnError();
    await route.continue();
  });
  await panel.getByRole('button', { name: 'Check this page' }).click();
  await expect(problem).toContainText('Someone has saved the page since.');
  expect(await findings()).toEqual([...nothing, ...nothing]);
  await page.unrouteAll();
  await page.reload();
  await open();
  await panel.getByRole('button', { name: 'Check this page' }).click();
  await expect(panel).toContainText('6 things to improve');
  expect((await findings()).at(-1)?.reasons).toHaveLength(6);
});
