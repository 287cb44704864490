import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { fillByLabel, openProposalDialog } from '../lead/lead-forms.ts';
import { toast } from '../product/toasts.ts';

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

test('A-21 words longer than their column, forty features and odd data make no page wider @audit', async ({
  page,
  ownProduct: product,
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
