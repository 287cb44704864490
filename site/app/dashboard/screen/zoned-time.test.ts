import { expect, test } from 'vitest';
import { formatTimeZone } from '../../ui/format-values.ts';
import { formatZonedTime, timestampOfWallClock, wallClockOf } from './zoned-time.ts';

test.each([
  ['America/Toronto', '2027-01-05', '09:00', '2027-01-05T14:00:00.000Z'],
  ['America/Toronto', '2027-07-05', '00:00', '2027-07-05T04:00:00.000Z'],
  ['America/St_Johns', '2027-01-05', '09:00', '2027-01-05T12:30:00.000Z'],
  ['Asia/Tokyo', '2027-01-05', '01:15', '2027-01-04T16:15:00.000Z'],
])('in the zone %s, %s %s is the time %s, and the other way round', (zone, day, time, timestamp) => {
  expect(timestampOfWallClock({ day, time }, zone)).toBe(timestamp);
  expect(wallClockOf(timestamp, zone)).toEqual({ day, time });
});

test('a time that the clock skips is read as an hour later; a time that occurs twice is read as one of the two', () => {
  expect(timestampOfWallClock({ day: '2027-03-14', time: '02:30' }, 'America/Toronto')).toBe(
    '2027-03-14T07:30:00.000Z',
  );
  expect(['2027-11-07T05:30:00.000Z', '2027-11-07T06:30:00.000Z']).toContain(
    timestampOfWallClock({ day: '2027-11-07', time: '01:30' }, 'America/Toronto'),
  );
});

test('zones are named as people name them', () => {
  expect(formatTimeZone('America/Toronto')).toBe('Eastern Time');
  expect(formatTimeZone('America/Vancouver')).toBe('Pacific Time');
  expect(formatZonedTime('2027-01-05T14:00:00Z', 'America/Toronto')).toBe('Jan 5, 2027, 9:00 a.m. EST');
});
