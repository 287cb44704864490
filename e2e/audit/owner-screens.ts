import { agencyStates } from './agency-states.ts';
import { auditLogStates } from './audit-log-states.ts';
import { bookingStates } from './booking-states.ts';
import { mailStates } from './mail-states.ts';
import { privacyStates } from './privacy-states.ts';
import { defineScreens } from './screen.ts';
import { teamStates } from './team-states.ts';

/** Screens for owners alone. */
export const ownerScreens = defineScreens({
  '/dashboard/agency': agencyStates,
  '/dashboard/audit': auditLogStates,
  '/dashboard/bookings?week=2026-11-24': bookingStates,
  '/dashboard/mail': mailStates,
  '/dashboard/team': teamStates,
  '/dashboard/privacy': privacyStates,
});
