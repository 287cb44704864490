// Converts waiting time in business hours to business days.
import type { WeeklyOpeningHours } from './agency-field-definition.ts';

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * Minutes of business hours as whole days: 0 below eight hours, then at least 1. A day is as long as the agency is open
 * on average; without opening hours 9 to 5, as in the database.
 */
export function businessMinutesToDays(minutes: number, openingHours: WeeklyOpeningHours): number {
  if (minutes < 480) return 0;
  const days = Object.values(openingHours).map(([opens, closes]) => minutesOf(closes) - minutesOf(opens));
  const open = days.length === 0 ? 480 : days.reduce((sum, day) => sum + day, 0) / days.length;
  return Math.max(1, Math.floor(minutes / open));
}
