import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';

test('P-57 P-58 P-178 G-20 the contact page has its texts, its form and the ways to reach the agency', async ({
  page,
}) => {
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get in Touch');
  const main = page.locator('main');
  for (const text of ['Canada-wide service', 'Monday - Friday: 9:00 AM - 5:00 PM EST'])
    await expect(main).toContainText(text);
  const calls = main.getByRole('link', { name: '1-800-555-0199' });
  // a narrow window also has one under its heading, because the facts are below the form there
  for (const [width, count] of [
    [1280, 1],
    [390, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(calls).toHaveCount(count);
    for (const call of await calls.all()) await expect(call).toHaveAttribute('href', 'tel:+18005550199');
  }
});

for (const [path, words] of [
  [
    '/privacy',
    [
      'Data we collect',
      'How we use it',
      'Cookies',
      'Sharing',
      'Security',
      'Your rights',
      'Children under 18',
      'Changes',
    ],
  ],
  [
    '/terms',
    [
      'Services',
      'payment',
      'Pay-per-results',
      'Intellectual property',
      'Liability',
      'Governing law',
      'Termination',
    ],
  ],
] as const) {
  test(`P-63 P-64 P-65 P-66 P-178 G-21 ${path}: today's date, its headings, how to reach us`, async ({
    page,
  }) => {
    await page.clock.setFixedTime(new Date('2031-06-01T16:00:00Z'));
    await page.goto(path);
    await expect(page.locator('main')).toContainText('June 1, 2031');
    const headings = await page.locator('.prose h2').allTextContents();
    for (const word of words) expect(headings.join('|'), word).toContain(word);
    const text = (await page.locator('main').textContent()) ?? '';
    for (const word of ['1-800-555-0199', 'hello@fairlead.example', '18']) expect(text).toContain(word);
    expect(text).toMatch(/do not serve (any|every)one under (the age of )?18/);
    if (path === '/terms')
      expect(text).toContain('limited to the fees you paid us in the previous 12 months');
  });
}

test('the chart of a page that a client navigation brings is drawn there @audit', async ({ page }) => {
  await openHydrated(page, '/');
  await page.locator('header').getByRole('link', { name: 'Contact' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get in Touch');
  await expect(
    page.getByRole('complementary', { name: 'How to reach us' }).locator('svg.chart path').first(),
  ).toBeAttached();
});
