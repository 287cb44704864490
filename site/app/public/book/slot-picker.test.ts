import { expect, test } from 'vitest';
import { clocksDiffer, formatCallTime, formatTimeZoneAt } from '../../booking/call-times.ts';
import { listCalendarMonths, groupSlotsByDay } from './slot-picker.tsx';

test('B-36 times are grouped by the agency’s day and part of the day, also where it is another day elsewhere', () => {
  const slots = [
    '2026-12-01T16:30:00.000Z',
    '2026-12-01T17:00:00.000Z',
    '2026-12-02T04:30:00.000Z',
    '2026-12-02T14:00:00.000Z',
  ];
  const days = [...groupSlotsByDay(slots, 'America/Toronto')].map(([day, times]) => [
    day,
    Object.fromEntries(times),
  ]);
  expect(days).toEqual([
    ['2026-12-01', { morning: [slots[0]], afternoon: [slots[1]], evening: [slots[2]] }],
    ['2026-12-02', { morning: [slots[3]] }],
  ]);
});

test('B-36 the calendar has whole weeks from the first day to the last, each month separately', () => {
  expect(listCalendarMonths('2026-11-27', '2026-12-08')).toEqual([
    {
      name: 'November 2026',
      days: [
        ...['22', '23', '24', '25', '26', '27', '28'].map((day) => `2026-11-${day}`),
        '2026-11-29',
        '2026-11-30',
        ...Array.from({ length: 5 }, () => null),
      ],
    },
    {
      name: 'December 2026',
      days: [
        null,
        null,
        ...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
          (day) => `2026-12-${day}`,
        ),
      ],
    },
  ]);
  expect(listCalendarMonths('2026-12-01', '2026-12-01').map(({ name }) => name)).toEqual(['December 2026']);
});

test('B-36 zones have the name of that day, and one with the same clock is no other zone', () => {
  const [winter, summer] = ['2026-12-01T15:00:00Z', '2027-07-01T14:00:00Z'] as const;
  expect([winter, summer].map((moment) => formatTimeZoneAt(moment, 'America/Toronto'))).toEqual([
    'Eastern Standard Time',
    'Eastern Daylight Time',
  ]);
  expect([winter, summer].map((moment) => formatCallTime(moment, 'America/Toronto'))).toEqual([
    '10:00 a.m.',
    '10:00 a.m.',
  ]);
  expect(clocksDiffer(winter, 'America/Toronto', 'America/Montreal')).toBe(false);
  expect(clocksDiffer(summer, 'America/Toronto', 'America/Regina')).toBe(true);
});
