import { expect, test } from 'vitest';
import { clocksDiffer, formatCallTime, formatZone } from '../../booking/call-times.ts';
import { groupSlots } from './slot-list.tsx';

test('B-36 times stand under the agency’s day, also where it is another one elsewhere', () => {
  const slots = ['2026-12-01T23:30:00.000Z', '2026-12-02T04:30:00.000Z', '2026-12-02T14:00:00.000Z'];
  expect(groupSlots(slots, 'America/Toronto').map(({ name, slots: times }) => [name, times.length])).toEqual([
    ['Tuesday, December 1', 2],
    ['Wednesday, December 2', 1],
  ]);
});

test('B-36 zones have the name of that day, and one with the same clock is no other zone', () => {
  const [winter, summer] = ['2026-12-01T15:00:00Z', '2027-07-01T14:00:00Z'] as const;
  expect([winter, summer].map((moment) => formatZone(moment, 'America/Toronto'))).toEqual([
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
