import type { Page } from '@playwright/test';
import { sampleMatrix } from '@fairlead/backend/testing/target';
import { expect, makeLead, openAs, test, uniqueLeadName } from '../product/staff.ts';
import { makeOwner } from './team.ts';

/** The times that a screen shows, and the present values of its date fields. */
function readTimes(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...[...document.querySelectorAll('main time')].map(
      (time) => `${time.getAttribute('datetime')}: ${time.textContent}`,
    ),
    ...[...document.querySelectorAll<HTMLInputElement>('main input[type=date]')].map(({ value }) => value),
  ]);
}

const rawZone = /\b(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Z]/;

test('B-426 B-427 every screen shows the agency’s clock on a device in another zone, says so once, and names no zone by its raw name', async ({
  product,
  newContext,
}) => {
  const owner = await makeOwner(product);
  const name = uniqueLeadName('Midnight');
  // 11:30 p.m. on Nov 19 in Toronto, 9:15 a.m. on Nov 20 in Kathmandu
  await makeLead(product, { name, created_at: '2026-11-20T04:30:00Z' });
  const [here, away] = await Promise.all(
    ['America/Toronto', 'Asia/Kathmandu'].map((timezoneId) =>
      openAs(newContext, product, owner, { timezoneId }),
    ),
  );
  if (!here || !away) throw new Error('there are two');
  const paths = sampleMatrix(
    ['', `/messages?search=${encodeURIComponent(name)}`, '/bookings'],
    ['/audit', '/team', '/services', '/media', '/mail', '/privacy', '/feedback', '/trash', '/agency'],
  );
  for (const path of paths) {
    for (const page of [here, away]) {
      await page.goto(`/dashboard${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [data-loading], main [aria-busy=true]')).toHaveCount(0);
    }
    const card = (page: Page) => page.getByRole('article', { name });
    if (path.startsWith('/messages'))
      for (const page of [here, away]) {
        await card(page)
          .getByRole('button', { name: /^Conversation Thread/ })
          .click();
        await card(page).getByRole('button', { name: /^More/ }).click();
        await expect(card(page).getByLabel('Follow up')).toBeVisible();
      }
    await expect.poll(() => readTimes(away), path).toEqual(await readTimes(here));
    expect(await away.locator('body').innerText(), path).not.toMatch(rawZone);
    await expect(here.getByText('Times are Eastern.')).toHaveCount(0);
    await expect(
      away.getByRole('banner').getByText('Times are Eastern. Your device is 10 hours and 45 minutes ahead.'),
    ).toHaveCount(1);
  }
  await away.goto(`/dashboard/messages?search=${encodeURIComponent(name)}`);
  await expect(away.getByRole('article', { name }).locator('header time')).toHaveText('Nov 19, 2026');
  await away.getByRole('button', { name: /^More/ }).click();
  await expect(away.getByLabel('Follow up')).toBeVisible();
  await expect(away.locator('.field', { has: away.locator('[name=follow-up]') })).toContainText(
    '(Eastern Time)',
  );
  for (const [path, open] of sampleMatrix<[path: string, open: string | null]>(
    [
      ['/bookings', 'Block a time'],
      ['/services/new', null],
    ],
    [
      ['/resources/new', null],
      ['/audit', null],
    ],
  )) {
    await away.goto(`/dashboard${path}`);
    if (open !== null) await away.getByRole('button', { name: open }).click();
    const fields = away.locator(
      ':is(input[type=date], input[type=time], input[type=datetime-local]):visible',
    );
    await expect(fields.first()).toBeVisible();
    for (const field of await fields.all()) await expect(field).toHaveAccessibleName(/\(Eastern Time\)/);
  }
  // the two dates of P-133 are those of the device
  await away.goto('/dashboard/settings');
  const created = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Asia/Kathmandu' });
  await expect(away.locator('dl time').first()).toHaveText(
    created.format(new Date(owner.session.user.created_at)),
  );
});
