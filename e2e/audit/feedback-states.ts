import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { asOwner, open, showing } from './state-steps.ts';

const reports = [
  {
    id: '60000000-0000-4000-8000-000000000001',
    created_at: '2026-11-20T17:00:00Z',
    message: `The menu closes before I can choose a link.\n${'unbroken'.repeat(30)}`,
    page: '/services',
    name: 'Zoë Hart',
    reply_to: 'zoe@hart.example',
    response: null,
    responded_at: null,
    acknowledged_at: null,
  },
  {
    id: '60000000-0000-4000-8000-000000000002',
    created_at: '2026-11-12T17:00:00Z',
    message: 'The captions are late.',
    page: null,
    name: null,
    reply_to: null,
    response: 'Fixed: they come in time now.',
    responded_at: '2026-11-14T17:00:00Z',
    acknowledged_at: '2026-11-12T18:00:00Z',
  },
];

const responses = { ...asOwner, 'accessibility_feedback?': reports };

export const feedbackStates: State[] = [
  showing('reports', 'The captions are late.', { responses }),
  {
    name: 'no report',
    async open(page, path) {
      await open(page, path, { ...responses, 'accessibility_feedback?': [] });
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    },
  },
  showing('a report being deleted', null, { responses, presses: [/^Delete/] }),
];
