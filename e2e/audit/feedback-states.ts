import type { States } from './screen.ts';
import * as step from './state-steps.ts';

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

const shown = [step.visitAsOwner({ 'accessibility_feedback?': reports }), step.see('The captions are late.')];

export const feedbackStates: States = {
  reports: shown,
  'no report': [
    step.visitAsOwner({ 'accessibility_feedback?': [] }),
    step.seeElement('main h1'),
    step.settled,
  ],
  'a report being deleted': [...shown, step.press(/^Delete/), step.seeDialog],
};
