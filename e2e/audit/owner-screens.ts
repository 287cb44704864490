import { agencyStates } from './agency-states.ts';
import { auditLogStates } from './audit-log-states.ts';
import { bookingStates } from './booking-states.ts';
import type { Screen } from './combinations.ts';
import { mailStates } from './mail-states.ts';
import { privacyScreens } from './privacy-screens.ts';
import { teamStates } from './team-states.ts';

/** Screens for owners alone. */
export const ownerScreens: Screen[] = [
  { path: '/dashboard/agency', states: agencyStates },
  { path: '/dashboard/audit', states: auditLogStates },
  { path: '/dashboard/bookings?week=2026-11-24', states: bookingStates },
  { path: '/dashboard/mail', states: mailStates },
  { path: '/dashboard/team', states: teamStates },
  ...privacyScreens,
];
