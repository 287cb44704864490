import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { asOwner, loadingLines, open, press, seeFieldError } from './state-steps.ts';

const lead = {
  id: '1',
  name: 'Bo Lind',
  email: 'bo@lind.example',
  phone: '416-555-0142',
  company: 'Lind & Daughters',
  message: 'About our shop',
};
const call = {
  starts_at: '2026-11-24T15:00:00Z',
  ends_at: '2026-11-24T15:30:00Z',
  visitor_zone: 'America/Regina',
  lead,
};

const calls = [
  { ...call, id: '1', state: 'booked' },
  { ...call, id: '2', state: 'booked', starts_at: '2099-11-24T15:00:00Z' },
  { ...call, id: '3', state: 'cancelled' },
  { ...call, id: '4', state: 'done' },
  { ...call, id: '5', state: 'missed' },
].map((one, i) => ({ ...one, starts_at: i === 1 ? one.starts_at : `2026-11-2${4 + (i % 3)}T15:00:00Z` }));

const responses = {
  ...asOwner,
  'bookings?': calls,
  'booking_blocks?': [
    { id: '6', starts_at: '2026-11-25T14:00:00Z', ends_at: '2026-11-26T22:00:00Z', reason: 'Trade fair' },
  ],
  'booking_settings?': { notice_hours: 24, horizon_days: 28, buffer_minutes: 15 },
  'rpc/booking_is_open': false,
};

async function openWeek(page: Page, path: string): Promise<void> {
  await open(page, path, responses);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('switch')).toBeVisible();
  await expect(loadingLines(page)).toHaveCount(0);
}

/** A week with calls in every state and a blocked time, and the dialog in which one is blocked. */
export const bookingStates: State[] = [
  { name: 'a week', ownPage: true, open: openWeek },
  {
    name: 'dialog with an error',
    ownPage: true,
    async open(page, path) {
      await openWeek(page, path);
      await press(page, 'Block a time');
      const dialog = page.getByRole('dialog', { name: 'Block a time' });
      await dialog.getByLabel('Until day').fill('2020-01-01');
      await dialog.getByRole('button', { name: 'Block', exact: true }).click();
      await seeFieldError(dialog);
    },
  },
];
