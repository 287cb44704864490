import type { Page } from '@playwright/test';
import { axeFindings } from '../product/axe-findings.ts';
import { expect, test } from '../product/fixture.ts';
import { openHydrated } from '../product/hydrated.ts';
import { leadsOf } from './lead-forms.ts';

/** Each test uses different times, so that no other test books them. */
async function choose(page: Page, nth: number): Promise<string> {
  const time = page.getByRole('radio').nth(nth);
  await time.check();
  return (await time.getAttribute('value')) ?? '';
}

async function send(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill('Bo Lind');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Book this time' }).click();
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('B-36 B-110 B-112 a consultation is booked; what is wrong or taken meanwhile loses nothing; the link moves and cancels it', async ({
    page,
    product,
    request,
  }) => {
    await page.goto('/contact');
    await page.getByRole('link', { name: 'Book your free consultation' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book a Free Consultation');
    await expect(page.getByText('Times are in Eastern')).toBeVisible();
    await page.getByLabel('Message').fill('About our shop');
    await send(page, 'a@');
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([
      'Choose a time',
      'Enter an email address, such as name@example.com',
    ]);
    await expect(page.getByLabel('Message')).toHaveValue('About our shop');

    const slot = await choose(page, 0);
    const faster = await product
      .visitor()
      .rpc('book_consultation', { slot, fields: { name: 'Cy Dow', email: 'faster@dow.example' } });
    expect(faster.data).toMatchObject({ outcome: 'booked' });
    await send(page, 'book@lind.example');
    await expect(page.getByRole('alert')).toContainText('Someone just took that time');
    await expect(page.getByLabel('Message')).toHaveValue('About our shop');
    await expect(page.locator(`[value="${slot}"]`)).toHaveCount(0);
    await choose(page, 3);
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your consultation is booked');
    const [lead] = await leadsOf(product, 'book@lind.example');
    expect(lead).toMatchObject({ name: 'Bo Lind', message: 'About our shop', source_path: '/book' });

    const path = new URL(page.url()).pathname;
    const opened = await request.get(path);
    expect(opened.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(await opened.text()).not.toContain('Lind');
    const file = await request.get(`${path}/calendar`);
    expect(await file.text()).toContain('METHOD:PUBLISH');

    await page.getByText('Change the time').click();
    await choose(page, 8);
    await page.getByRole('button', { name: 'Move to this time' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your consultation has a new time');
    await page.getByText('Cancel the consultation').click();
    await page.getByRole('button', { name: 'Cancel my consultation' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your consultation is cancelled');
    const unknown = await request.get(`/book/${'0'.repeat(64)}`);
    expect(unknown.status()).toBe(404);
    expect(await unknown.text()).toContain('Please open the link in our email again');
  });
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/Regina' });

  test('B-36 with scripts each time stands in the visitor’s zone too, and a lead form leads here', async ({
    page,
    product,
  }) => {
    await openHydrated(page, '/book');
    await expect(
      page.getByText('Your local time (Central Standard Time) is shown under each one.'),
    ).toBeVisible();
    await expect(
      page.getByRole('radio', { name: /^\d+:\d\d [ap]\.m\. ?\d+:\d\d [ap]\.m\. for you$/ }).first(),
    ).toBeVisible();
    expect(await axeFindings(page, [390, 1280], 'main')).toEqual([]);
    await page.getByText('Show more days').click();
    await choose(page, 60);
    await send(page, 'regina@lind.example');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your consultation is booked');
    expect(await axeFindings(page, [390, 1280], 'main')).toEqual([]);
    const { data } = await product
      .admin()
      .from('bookings')
      .select('visitor_zone')
      .eq('visitor_zone', 'America/Regina');
    expect(data).toHaveLength(1);
    await page.goto('/contact?sent=1');
    const confirmation = page.locator('#sent');
    await expect(confirmation.getByRole('link', { name: 'Book your free consultation' })).toBeVisible();
  });
});

test('B-36 where it is closed the page is not found and nothing leads to it', async ({
  page,
  product,
  request,
}) => {
  const setOpen = (isOpen: boolean) =>
    product.admin().from('booking_settings').update({ is_open: isOpen }).eq('id', true).throwOnError();
  await setOpen(false);
  try {
    expect((await request.get('/book')).status()).toBe(404);
    expect(await (await request.get('/sitemap.xml')).text()).not.toContain('/book<');
    await page.goto('/contact?sent=1');
    await expect(page.locator('a[href="/book"]')).toHaveCount(0);
  } finally {
    await setOpen(true);
  }
});
