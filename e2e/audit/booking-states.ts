import type { States } from './screen.ts';
import * as step from './state-steps.ts';

const lead = {
  id: '1',
  name: 'Bo Lind',
  email: 'bo@lind.example',
  phone: '416-555-0142',
  company: 'Lind & Daughters',
  message: 'About our shop',
};
const call = { ends_at: '2026-11-24T15:30:00Z', visitor_zone: 'America/Regina', lead };

const responses = {
  'bookings?': [
    { ...call, id: '1', state: 'booked', starts_at: '2026-11-24T15:00:00Z' },
    { ...call, id: '2', state: 'booked', starts_at: '2099-11-24T15:00:00Z' },
    { ...call, id: '3', state: 'cancelled', starts_at: '2026-11-26T15:00:00Z' },
    { ...call, id: '4', state: 'done', starts_at: '2026-11-24T15:00:00Z' },
    { ...call, id: '5', state: 'missed', starts_at: '2026-11-25T15:00:00Z' },
  ],
  'booking_blocks?': [
    { id: '6', starts_at: '2026-11-25T14:00:00Z', ends_at: '2026-11-26T22:00:00Z', reason: 'Trade fair' },
  ],
  'booking_settings?': { notice_hours: 24, horizon_days: 28, buffer_minutes: 15 },
  'rpc/booking_is_open': false,
};

const week = [step.visitAsOwner(responses), step.seeRole('article'), step.seeRole('switch'), step.settled];

/** A week with calls in every state and a blocked time, and the dialog in which one is blocked. */
export const bookingStates: States = {
  'a week': week,
  'dialog with an error': [
    ...week,
    step.press('Block a time'),
    step.inDialog(step.fillIn('Until day', '2020-01-01'), step.press(/^Block$/), step.seeFieldError),
  ],
};
