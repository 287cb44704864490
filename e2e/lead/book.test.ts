import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import { expect, test } from '../product/fixture.ts';
import { expectHydrated, markHydration, movePointer, openHydrated } from '../product/hydrated.ts';
import { resize } from '../product/resize.ts';
import { readLeadsByEmail } from '../product/read-leads.ts';

const days = (page: Page) => page.locator('[name=day]');

/**
 * Chooses a time. Each test uses its own days, so that no other test books the same time. The last day may have few.
 */
async function choose(page: Page, { daysBeforeLast, time }: { daysBeforeLast: number; time: number }) {
  await days(page)
    .nth(-1 - daysBeforeLast)
    .check();
  const slot = page.getByRole('radio', { name: /[ap]\.m\./ }).nth(time);
  await slot.check();
  return (await slot.getAttribute('value')) ?? '';
}

async function send(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill('Bo Lind');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Book this time' }).click();
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('B-36 B-110 B-112 a consultation is booked; a wrong value or a slot taken by someone else loses no input; the link moves and cancels it', async ({
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
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText(['Choose a time', 'Email']);
    await expect(page.locator('.toast')).toHaveText('Validation ErrorChoose a time');
    await expect(page.getByLabel('Message')).toHaveValue('About our shop');
    await summary.getByRole('link', { name: 'Choose a time' }).click();
    await expect(days(page).first()).toBeFocused();
    await page.getByLabel('Email').fill('book@lind.example');
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expect(days(page).first()).toBeFocused();
    await expect(summary).toHaveCount(0);

    const slot = await choose(page, { daysBeforeLast: 1, time: 0 });
    const faster = await product
      .visitor()
      .rpc('book_consultation', { slot, fields: { name: 'Cy Dow', email: 'faster@dow.example' } });
    expect(faster.data).toMatchObject({ outcome: 'booked' });
    await send(page, 'book@lind.example');
    await expect(page.getByText('Someone just took that time')).toHaveCount(1);
    await expect(page.getByRole('alert')).toContainText('Someone just took that time');
    await expect(page.getByLabel('Message')).toHaveValue('About our shop');
    await expect(days(page).nth(-2)).toBeChecked();
    await expect(page.locator(`[value="${slot}"]`)).toHaveCount(0);
    await choose(page, { daysBeforeLast: 1, time: 3 });
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your consultation is booked');
    const [lead] = await readLeadsByEmail(product, 'book@lind.example');
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
    await choose(page, { daysBeforeLast: 2, time: 2 });
    await page.getByRole('button', { name: 'Move to this time' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your consultation has a new time');
    await page.getByText('Cancel the consultation').click();
    await page.getByRole('button', { name: 'Cancel my consultation' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your consultation is cancelled');
    const unknown = await request.get(`/book/${'0'.repeat(64)}`);
    expect(unknown.status()).toBe(404);
    expect(await unknown.text()).toContain('Please open the link in our email again');
    await page.goto(`/book/${'0'.repeat(64)}`);
    for (const link of await page.locator('main p a').all())
      await expect(link).toHaveCSS('text-decoration-line', 'underline');
  });
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/Regina' });

  test('B-36 with scripts each time is also shown in the visitor’s zone, and a lead form links here', async ({
    page,
    product,
  }) => {
    await openHydrated(page, '/book');
    await expect(
      page.getByText('Your local time (Central Standard Time) is shown under each one.'),
    ).toBeVisible();
    await expect(
      page.getByRole('radio', { name: /^\d+:\d\d [ap]\.m\. ?\d+:\d\d [ap]\.m\. your time$/ }).first(),
    ).toBeVisible();
    expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
    const chosen = await choose(page, { daysBeforeLast: 3, time: 1 });
    const day = new Date(chosen).toLocaleDateString('en-CA', { day: 'numeric', timeZone: 'America/Toronto' });
    await expect(page.getByText(new RegExp(`^You chose \\w+, \\w+ ${day}, .* Eastern`))).toBeVisible();
    await send(page, 'regina@lind.example');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your consultation is booked');
    expect(await findAxeProblems(page, [390, 1280], 'main')).toEqual([]);
    const { data } = await product.admin
      .from('bookings')
      .select('visitor_zone')
      .eq('visitor_zone', 'America/Regina');
    expect(data).toHaveLength(1);
    await page.goto('/contact?sent=1');
    const confirmation = page.locator('#sent');
    await expect(confirmation.getByRole('link', { name: 'Book your free consultation' })).toBeVisible();
  });
});

test('B-36 nothing moves when scripts run and a visitor’s own times appear; a call that is moved has the zone of then', async ({
  browser,
  product,
}) => {
  const visit = async (timezoneId: string) => {
    const context = await browser.newContext({ timezoneId, viewport: { width: 390, height: 844 } });
    return context.newPage();
  };
  const page = await visit('America/St_Johns');
  await markHydration(page);
  await page.goto(`${product.url}/book`);
  const places = () =>
    page
      .locator('form label')
      .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top + scrollY));
  const before = await places();
  await movePointer(page);
  await expectHydrated(page);
  await expect(page.getByText('Your local time (Newfoundland ')).toBeVisible();
  expect(await places()).toEqual(before);
  await choose(page, { daysBeforeLast: 4, time: 0 });
  await send(page, 'travels@lind.example');
  await expect(page.getByText('In your time zone: ')).toContainText('Newfoundland Standard Time');

  const later = await visit('America/Halifax');
  await openHydrated(later, page.url().split('?')[0] ?? '');
  await later.getByText('Change the time').click();
  await choose(later, { daysBeforeLast: 4, time: 5 });
  await later.getByRole('button', { name: 'Move to this time' }).click();
  await expect(later.getByRole('heading', { level: 1 })).toHaveText('Your consultation has a new time');
  await expect(later.getByText('In your time zone: ')).toContainText('Atlantic Standard Time');
  await page.context().close();
  await later.context().close();
});

test('B-36 a keyboard chooses a day, then one of its times, which are the only ones shown and sent', async ({
  page,
  product,
}) => {
  await page.goto('/book');
  const times = page.getByRole('radio', { name: /[ap]\.m\./ });
  await expect(page.getByRole('group', { name: /^(Morning|Afternoon|Evening) of / }).first()).toBeVisible();
  // a time of a day that is left again
  await days(page).nth(-5).check();
  await times.first().check();
  await days(page).nth(-5).focus();
  await page.keyboard.press('ArrowLeft');
  const day = days(page).nth(-6);
  await expect(day).toBeChecked();
  for (const group of await page.getByRole('group', { name: /^(Morning|Afternoon|Evening) of / }).all())
    await expect(group).toHaveAccessibleName(new RegExp(` of ${await day.getAttribute('aria-label')}$`));
  await send(page, 'keys@lind.example');
  await expect(page.locator('#slot-error')).toHaveText('Choose a time');
  await expect(day).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(times.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(times.nth(1)).toBeChecked();
  const slot = (await times.nth(1).getAttribute('value')) ?? '';
  await page.getByRole('button', { name: 'Book this time' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your consultation is booked');
  const { data } = await product.admin.from('bookings').select('starts_at').eq('starts_at', slot);
  expect(data).toHaveLength(1);
});

test('B-36 B-443 at every width the days of a month and the times of one are in view; from 768 px on the month stays whole with the times beside it, and the form where it fits', async ({
  page,
}) => {
  const times = page.getByRole('radio', { name: /[ap]\.m\./ });
  const calendar = page.getByRole('group', { name: 'Choose a day' });
  const form = page.getByRole('region', { name: 'About you' });
  for (const width of sampleMatrix([320, 768, 1440], [390, 1024, 2560]))
    await test.step(`${width} px`, async () => {
      await resize(page, width, 900);
      await page.goto('/book');
      const [left, right] = [await calendar.boundingBox(), await form.boundingBox()];
      if (!left || !right) throw new Error('Nothing is drawn.');
      if (width < 1024) expect(right.y).toBeGreaterThan(left.y + left.height);
      else {
        expect(right.x).toBeGreaterThan(left.x + left.width);
        expect(Math.abs(right.y - left.y)).toBeLessThan(120);
        // centred, and no wider than the page
        expect(Math.abs(left.x - (width - right.x - right.width))).toBeLessThan(2);
        expect(right.x + right.width - left.x).toBeLessThanOrEqual(1440);
      }
      expect(await days(page).count()).toBeGreaterThan(5);
      expect(await times.count()).toBeLessThan(25);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      if (width < 768) return;
      const readBoxes = () =>
        days(page).evaluateAll((all) =>
          all.map((day) => day.getBoundingClientRect()).map(({ top, right: end }) => ({ top, end })),
        );
      const readTops = async () => (await readBoxes()).map(({ top }) => Math.round(top));
      const before = await readTops();
      await days(page).last().check();
      expect(await readTops()).toEqual(before);
      const end = Math.max(...(await readBoxes()).map((box) => box.end));
      for (const time of await times.all()) expect((await time.boundingBox())?.x).toBeGreaterThan(end);
    });
});
