import { expect } from '../product/fixture.ts';
import type { States, Step } from './screen.ts';
import * as step from './state-steps.ts';

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

const shown = [
  ({ page }) =>
    page.route('**/rest/v1/agency_settings?**', (route) => {
      const isList = route.request().url().includes('created_by');
      return route.fulfill({ json: isList ? versions : versions[0] });
    }),
  step.visitAsOwner(),
  step.see('restored by'),
] satisfies Step[];

const partners = [
  { name: 'Moosewick Dental', logo_url: null, logo_ground: 'any' },
  {
    name: 'A rather long name of a partner, Ltd.',
    logo_url: '/samples/480/harbour-reviews.webp',
    logo_ground: 'light',
  },
];

export const agencyStates: States = {
  'own colours that are corrected': [
    ...shown,
    step.press('Your own', 'radio'),
    ({ page }) => page.getByLabel('Links and buttons', { exact: true }).fill('#ff6600'),
    step.see('Too light to read'),
  ],
  'settings shown': shown,
  'partners with logos': [
    step.fulfill({ 'partners?': partners }),
    ...shown,
    step.seeRole('button', /^Replace the logo of/),
  ],
  'changes of a version open': [...shown, step.pressText(/^Changed: /), step.scrollUp],
  'problems of fields': [
    ...shown,
    step.fillIn('Agency name', ''),
    step.fillIn('Monday, opens at', '17:00'),
    step.press('Save changes'),
    ({ page }) => expect(page.getByRole('alert').filter({ hasText: '2 things to fix' })).toBeFocused(),
  ],
  'for owners only': [step.visit, step.see('Only owners can change the agency’s details.')],
};
