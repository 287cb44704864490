import { expect, test } from 'vitest';
import { datesOfWeek, parseWeekMonday } from './bookings-queries.ts';

test.each([
  [null, '2026-11-25', '2026-11-23'],
  ['2026-11-29', '2026-01-01', '2026-11-23'],
  ['2027-01-01', '2026-01-01', '2026-12-28'],
  ['2026-13-45', '2026-11-23', '2026-11-23'],
  ['today', '2026-11-22', '2026-11-16'],
])('B-112 the week of the address %s on %s begins on Monday, %s', (given, today, monday) => {
  expect(parseWeekMonday(given, today)).toBe(monday);
});

test('B-112 a week has seven days, also where a clock changes', () => {
  expect(datesOfWeek('2027-03-08')).toEqual(
    [8, 9, 10, 11, 12, 13, 14].map((day) => `2027-03-${`${day}`.padStart(2, '0')}`),
  );
});
