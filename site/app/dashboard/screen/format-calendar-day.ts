// Formats calendar days, which have no time zone.
import { createTimeFormat, formatLongDate } from '../../ui/format-values.ts';

const formatDay = createTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** "2026-11-23" as "November 23, 2026". */
export const formatCalendarDay = (day: string): string => formatLongDate(day, 'UTC');

/** "2026-11-12" as "Nov 12". */
export const formatMonthAndDay = (day: string): string => formatDay(day, 'UTC');
