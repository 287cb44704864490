import { deriveHeaderSigningKey } from '../../server/boot/keys.ts';
import { createSignedFormTime } from '../../site/app/public/lead-form/intake/signed-form-time.server.ts';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { leadFieldNames } from '../../site/app/lead/lead-fields.ts';
import { fillByLabel, readLeadsByEmail, leadFormValues, readQuarantinedLeads } from './lead-forms.ts';
import { toast } from '../product/toasts.ts';
import { startProduct, type Product } from '../product/product.ts';

const robot = { name: 'Bot', email: 'bot@bot.example', message: 'Buy followers', topic: 'Casino' };

test.describe('as on the internet', () => {
  let strict: Product;
  test.beforeAll(async () => {
    strict = await startProduct();
    const { error } = await strict.admin.from('settings').update({ local_mode: false }).eq('id', true);
    expect(error).toBeNull();
  });
  test.afterAll(() => strict.stop());

  test('B-11 G-36 a submission with the hidden field filled in gets the usual response, and is quarantined', async ({
    request,
  }) => {
    const response = await request.post(strict.url + '/contact', { form: robot, maxRedirects: 0 });
    expect([response.status(), response.headers()['location']]).toEqual([303, '/contact?sent=1#sent']);
    expect(await readLeadsByEmail(strict, robot.email)).toEqual([]);
    expect(await readQuarantinedLeads(strict, robot.email)).toMatchObject([
      { message: robot.message, origin: 'site', score: 5, source_path: '/contact' },
    ]);
  });

  test('B-11 a person whose autofill filled that field is a lead all the same', async ({ page }) => {
    const email = 'autofill@roy.example';
    const hint = createSignedFormTime(deriveHeaderSigningKey(strict.secretKey), Date.now() - 5_000);
    await page.route('**/form-hint', (route) => route.fulfill({ body: hint }));
    await openHydrated(page, `${strict.url}/contact`);
    await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: email });
    await page.locator('main form [name=topic]').evaluate((field: HTMLInputElement) => {
      field.value = 'Ana Roy';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(toast(page, 'Message Sent!')).toBeVisible();
    expect(await readLeadsByEmail(strict, email)).toMatchObject([
      { score: 3, score_reasons: ['a hidden field was filled in'] },
    ]);
  });

  test('B-11 the hidden field cannot be reached by keyboard, and screen readers do not announce it', async ({
    page,
  }) => {
    const email = 'keyboard@roy.example';
    await openHydrated(page, `${strict.url}/contact`);
    await page.getByLabel('Name').focus();
    const met: (string | null)[] = [];
    const typed: Record<string, string> = { name: 'Ana Roy', email, message: 'Typed with the keyboard.' };
    for (const field of leadFieldNames) {
      met.push(await page.locator(':focus').getAttribute('name'));
      await page.keyboard.type(typed[field] ?? '');
      await page.keyboard.press('Tab');
    }
    expect(met).toEqual(leadFieldNames);
    await expect(page.getByRole('checkbox')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused();
    expect(await page.locator('main form').ariaSnapshot()).not.toContain('Topic');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Message Sent!')).toBeVisible();
    expect(await readLeadsByEmail(strict, email)).toHaveLength(1);
    expect((await readQuarantinedLeads(strict, email)).length).toBe(0);
  });

  test('G-36 a forged header, sent to the site or to the API, is ignored', async ({ request }) => {
    const email = 'forged@roy.example';
    const forged = `${Buffer.from('{"score":-9}').toString('base64')}.${'0'.repeat(64)}`;
    const headers = { 'x-lead-facts': forged };
    await request.post(strict.url + '/contact', { form: { ...robot, topic: '', email }, headers });
    await request.post(strict.url + '/rest/v1/leads', {
      data: { name: 'Bot', email },
      headers: { ...headers, apikey: strict.publishableKey },
    });
    const origins = (await readLeadsByEmail(strict, email)).map(({ origin, score }) => [origin, score]);
    expect(origins.sort()).toEqual([
      ['api', 1],
      ['site', 0],
    ]);
  });

  test('G-51 leads over the limit are quarantined, above the ceiling they are rejected with the text; totals stay correct', async ({
    page,
    request,
  }) => {
    const [first] = await readLeadsByEmail(strict, 'forged@roy.example', 'site');
    const address_hash = first?.address_hash ?? null;
    expect(address_hash).not.toBeNull();
    const before = await total(strict);
    const post = (email: string) =>
      request.post(strict.url + '/contact', { form: { ...robot, topic: '', email }, maxRedirects: 0 });
    for (let i = 0; i < 6; i += 1) expect((await post(`many${i}@roy.example`)).status()).toBe(303);
    const held = await readQuarantinedLeads(strict, 'many5@roy.example');
    expect(held).toMatchObject([{ score_reasons: ['too many messages in a short time'] }]);
    const { count } = await strict.admin.from('leads').select('*', { count: 'exact', head: true });
    expect(await total(strict)).toBe(count);
    expect(await total(strict)).toBeLessThan(before + 6);

    const row = { name: 'Bot', email: 'flood@bot.example', origin: 'site', address_hash };
    await strict.admin.from('quarantined_leads').insert(Array.from({ length: 60 }, () => row));
    await openHydrated(page, `${strict.url}/contact`);
    await fillByLabel(page.locator('main form'), { ...leadFormValues, Email: 'late@roy.example' });
    const responded = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Send Message' }).click();
    expect((await responded).status()).toBe(429);
    await expect(toast(page, 'Error')).toContainText('Please wait a minute and try again.');
    await expect(page.getByLabel('Message')).toHaveValue(leadFormValues.Message);
    await expect(page.getByText('Saved on this device.')).toHaveCount(0);
    const plain = await request.post(strict.url + '/contact', {
      form: { ...robot, topic: '', email: 'late@roy.example', message: 'Kept text' },
    });
    expect([plain.status(), (await plain.text()).includes('Kept text')]).toEqual([429, true]);
  });
});

async function total(product: Product): Promise<number> {
  const { data } = await product.admin.from('lead_totals').select('total');
  return (data ?? []).reduce((sum, row) => sum + row.total, 0);
}

test('G-51 in local mode nothing is held back: the score is stored, the lead goes to leads', async ({
  request,
  product,
}) => {
  await request.post('/contact', { form: robot });
  expect(await readLeadsByEmail(product, robot.email)).toMatchObject([{ score: 5, origin: 'site' }]);
  expect(await readQuarantinedLeads(product, robot.email)).toEqual([]);
});

test('G-50 the hint is requested when a form is first touched, not before, and never cached', async ({
  page,
  request,
}) => {
  const asked: string[] = [];
  page.on('request', (seen) => seen.url().endsWith('/form-hint') && asked.push(seen.url()));
  await openHydrated(page, '/contact');
  expect(asked).toEqual([]);
  await page.locator('main form').getByLabel('Company').focus();
  await expect.poll(() => asked.length).toBe(1);
  await page.getByLabel('Name').focus();
  const hints = await Promise.all([0, 1].map(() => request.get('/form-hint')));
  expect(hints[0]?.headers()['cache-control']).toBe('no-store');
  expect(asked).toHaveLength(1);
});
