import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { asOwner, open, press, respond, scrollUp, see, showing } from './state-steps.ts';

/** Two versions, as an owner gets them; the account that looks is none. */
const versions = [
  {
    id: 2,
    created_at: '2026-11-20T15:00:00Z',
    created_by: null,
    restored_from: 1,
    facts: { name: 'Maple & Birch', phone: '416-555-0101' },
    texts: { 'en-CA': { tagline: '{{name}} since 2001' } },
  },
  {
    id: 1,
    created_at: '2026-11-12T15:00:00Z',
    created_by: null,
    restored_from: null,
    facts: { name: 'Maple' },
    texts: {},
  },
];

async function openAsOwner(page: Page, path: string): Promise<void> {
  await page.route('**/rest/v1/agency_settings?**', (route) => {
    const isList = route.request().url().includes('created_by');
    return route.fulfill({ json: isList ? versions : versions[0] });
  });
  await open(page, path, asOwner);
  await see(page, 'restored by');
}

export const agencyStates: State[] = [
  {
    name: 'own colours that are corrected',
    async open(page, path) {
      await openAsOwner(page, path);
      await page.getByRole('radio', { name: 'Your own' }).check();
      await page.getByLabel('Links and buttons', { exact: true }).fill('#ff6600');
      await see(page, 'Too light to read');
    },
  },
  { name: 'settings shown', open: openAsOwner },
  {
    name: 'partners with logos',
    async open(page, path) {
      const logo_url = '/samples/480/harbour-reviews.webp';
      const partner = { name: 'Moosewick Dental', logo_url: null, logo_ground: 'any' };
      const other = { name: 'A rather long name of a partner, Ltd.', logo_url, logo_ground: 'light' };
      await respond(page, { 'partners?': [partner, other] });
      await openAsOwner(page, path);
      await expect(page.getByRole('button', { name: /^Replace the logo of/ })).toBeVisible();
    },
  },
  {
    name: 'changes of a version open',
    async open(page, path) {
      await openAsOwner(page, path);
      await page
        .getByText(/^Changed: /)
        .first()
        .click();
      await scrollUp(page);
    },
  },
  {
    name: 'problems of fields',
    async open(page, path) {
      await openAsOwner(page, path);
      await page.getByLabel('Agency name').fill('');
      await page.getByLabel('Monday, opens at').fill('17:00');
      await press(page, 'Save changes');
      await expect(page.getByRole('alert').filter({ hasText: '2 things to fix' })).toBeFocused();
    },
  },
  showing('for owners only', 'Only owners can change the agency’s details.'),
];
