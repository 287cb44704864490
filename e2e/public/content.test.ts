import { emptyAgencyRecord } from '../../site/app/agency/agency-fields.ts';
import { toServerAgency } from '../../site/app/agency/agency.ts';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fillByLabel, openProposalDialog } from '../lead/lead-forms.ts';
import { toast } from '../product/toasts.ts';
import { startProduct, type Product } from '../product/product.ts';

const { agency } = toServerAgency(emptyAgencyRecord);

test('G-16 validation is our own: no native bubble, no length limit that cuts typed text, required fields are still announced', async ({
  page,
}) => {
  await openHydrated(page, '/contact');
  const form = page.locator('main form');
  await expect(form).toHaveJSProperty('noValidate', true);
  await expect(form.locator('[maxlength]')).toHaveCount(0);
  await expect(form.getByRole('textbox', { name: /^Message/ })).toHaveAttribute('aria-required', 'true');
  // A pasted text longer than the limit is kept, counted, and refused with the specified message.
  await fillByLabel(form, { Name: 'Ana Roy', Email: 'ana@roy.example', Message: 'm'.repeat(2_050) });
  await expect(form.locator('.field-foot .figure')).toHaveText('2,050 / 2,000');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page, 'Validation Error')).toContainText('Message must be less than 2000 characters');
  await expect(form.getByLabel('Message')).toHaveValue('m'.repeat(2_050));
  const dialog = await openProposalDialog(page);
  await expect(dialog.locator('[maxlength]')).toHaveCount(0);
  await expect(dialog.locator('form')).toHaveJSProperty('noValidate', true);
});

test('G-19 G-25 texts that the specification leaves open are on the pages, each defined once', async ({
  request,
  product,
}) => {
  const textOf = async (path: string) =>
    (await (await request.get(path)).text()).replaceAll('<!-- -->', '').replaceAll('&amp;', '&');
  const home = await textOf('/');
  const { data } = await product.admin.from('partners').select('name').throwOnError();
  const partners = data.map(({ name }) => name);
  expect(partners).toHaveLength(8);
  for (const words of [agency.phone, agency.email, agency.statement, agency.tagline, ...partners])
    expect(home).toContain(words);
  expect(home).toMatch(/Get found\..*Work for.*everyone/s);
  expect(home).toContain('sample names');
  const services = await textOf('/services');
  for (const benefit of ['Ask at the right moment', 'Reply within one business day', 'Learn what to fix'])
    expect(services).toContain(benefit);
});

test('what is only an add-on is not where a service starts', async ({ page }) => {
  await page.goto('/services');
  const tile = page.locator('.tile', { hasText: 'Know every barrier' });
  await expect(tile.getByText('from $3,900', { exact: true })).toBeVisible();
  await page.goto('/services/accessibility-audit');
  await expect(page.getByRole('region', { name: 'Pricing' }).locator('dt')).toHaveText([
    'Core, 12 pages',
    'With disabled testers',
    'Retest add-on',
  ]);
});

// One product for all: no test changes what later ones read.
test.describe('with content that staff have changed', () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct();
  });
  test.afterAll(() => product.stop());

  test('G-2 related services are at the end of a post and of a service, never drafts @audit', async ({
    page,
  }) => {
    const related = page.getByRole('region', { name: /^(Related|More) services$/ }).locator('h3');
    await page.goto(`${product.url}/resources/ten-minute-keyboard-test`);
    await expect(page.getByRole('heading', { level: 2, name: 'Related services' })).toBeVisible();
    await expect(related).toHaveText(['Accessibility Audit', 'Accessible Remediation']);
    await page.goto(`${product.url}/services/accessibility-audit`);
    await expect(related).toHaveText(['Accessible Remediation', 'Pay Per Results SEO', 'Winning Websites']);
    const { error } = await product.admin
      .from('services')
      .update({ is_published: false })
      .eq('slug', 'accessible-remediation');
    expect(error).toBeNull();
    await page.reload();
    await expect(related).toHaveText(['Pay Per Results SEO', 'Winning Websites', 'Email Marketing']);
    await page.goto(`${product.url}/resources/ten-minute-keyboard-test`);
    await expect(related).toHaveText(['Accessibility Audit']);
    await related.first().locator('..').getByRole('link').click();
    await expect(page).toHaveURL(/\/services\/accessibility-audit$/);
  });

  test('G-45 a picture beside its name has an empty alternative text, a logo has its owner, and an own text replaces both', async ({
    page,
  }) => {
    const admin = product.admin;
    const picture = '/samples/winning-websites-phone.webp';
    const writes = [
      admin
        .from('services')
        .update({ hero_image_url: picture, hero_image_alt: null })
        .eq('slug', 'winning-websites'),
      admin.from('posts').update({ cover_url: picture, cover_alt: null }).eq('slug', 'casl-without-fear'),
      admin.from('apps').update({ logo_alt: 'A lead weight on a line' }).eq('slug', 'leadline'),
    ];
    for (const { error } of await Promise.all(writes)) expect(error).toBeNull();
    const alt = (selector: string) => page.locator(selector).first().getAttribute('alt');
    await page.goto(`${product.url}/services`);
    expect(await alt('.tile:has-text("Winning Websites") img')).toBe('');
    expect(await alt('.tile:has-text("Paid Search") img')).toMatch(/^One search result/);
    await page.goto(`${product.url}/services/winning-websites`);
    expect(await alt('[data-detail-header] img')).toBe('');
    await page.goto(`${product.url}/resources/casl-without-fear`);
    expect(await alt('[data-detail-header] img')).toBe('');
    await page.goto(`${product.url}/apps`);
    expect(await alt('[data-app-card]:has-text("Leadline") img')).toBe('A lead weight on a line');
    expect(await alt('[data-app-card]:has-text("Ringcheck") img')).toBe('Ringcheck logo');
  });

  test('G-24 same time: the lists keep one order; a post without a date comes last', async ({ page }) => {
    const admin = product.admin;
    const same = { created_at: '2026-11-01T12:00:00Z' };
    for (const table of ['services', 'apps'] as const)
      expect((await admin.from(table).update(same).eq('is_published', true)).error).toBeNull();
    const undated = 'ten-minute-keyboard-test';
    expect((await admin.from('posts').update({ published_at: null }).eq('slug', undated)).error).toBeNull();
    for (const [path, names, table] of [
      ['/services', '.tile:has(.tile-link) h2', 'services'],
      ['/', '[aria-labelledby=services-title] h3', 'services'],
      ['/apps', '[data-app-card] h2', 'apps'],
      ['/', '[aria-labelledby=apps-title] h3', 'apps'],
    ] as const) {
      const { data } = await product
        .visitor()
        .from(table)
        .select('name')
        .eq('is_published', true)
        .order('id');
      await page.goto(product.url + path);
      const shown = await page.locator(names).allTextContents();
      expect(shown, `${path} ${table}`).toEqual((data ?? []).map(({ name }) => name).slice(0, shown.length));
    }
    await page.goto(`${product.url}/resources`);
    const last = page.locator('.tile').last();
    await expect(last.getByRole('link')).toHaveAttribute('href', `/resources/${undated}`);
    await expect(last.locator('time')).toHaveCount(0);
  });

  test('A-21 words longer than their column, forty features and odd data make no page wider @audit', async ({
    page,
  }) => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung';
    const chips = Array.from({ length: 40 }, (_, i) => (i % 5 === 0 ? `${word}${i}` : `Feature ${i}`));
    const prices = [
      { name: word, price: 1_234_567.5, unit: 'fortnight' },
      { name: 'Text', price: '12,500' },
    ];
    const admin = product.admin;
    const body = `# ${word}\n\n${word}${word}\n\n| ${word} | b |\n|---|---|\n| x | ${word} |\n\n\`\`\`\n${word}${word}\n\`\`\``;
    const writes = [
      admin
        .from('services')
        .update({
          name: word,
          short_pitch: `${word} ${word}`,
          description: word,
          feature_chips: chips,
          pricing_json: prices,
        })
        .eq('slug', 'accessibility-audit'),
      admin
        .from('apps')
        .update({
          name: word,
          short_pitch: word,
          description: '',
          logo_url: null,
          feature_chips: chips,
          platforms: chips.slice(0, 9),
        })
        .eq('slug', 'leadline'),
      admin.from('posts').update({ title: word, excerpt: word, body }).eq('slug', 'casl-without-fear'),
    ];
    for (const { error } of await Promise.all(writes)) expect(error).toBeNull();
    for (const path of [
      '/services',
      '/services/accessibility-audit',
      '/apps',
      '/apps/leadline',
      '/resources',
      '/resources/casl-without-fear',
      '/',
    ]) {
      await page.goto(product.url + path);
      for (const width of [320, 800, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(wide, `${path} at ${width}`).toBeLessThanOrEqual(0);
        const out = await page.locator('main :is(h1, h2, h3, p, li:not(.tile), dt, dd)').evaluateAll((all) =>
          all
            .filter((element) => {
              const { left, right, width: own } = element.getBoundingClientRect();
              return (
                own > 1 && (left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1)
              );
            })
            .filter((element) => getComputedStyle(element).clipPath === 'none')
            .filter(
              (element) => getComputedStyle(element).display !== 'inline' && !element.closest('dialog, nav'),
            )
            .map((element) => element.outerHTML.slice(0, 90)),
        );
        expect(out, `${path} at ${width}`).toEqual([]);
      }
    }
  });
});
