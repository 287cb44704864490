import { expect, test } from 'vitest';
import { describeZoneDifference } from './zone-difference.tsx';

const [winter, summer] = ['2025-01-15T12:00:00Z', '2025-07-15T12:00:00Z'];

test.each([
  ['America/Toronto', 'America/Vancouver', winter, 'Times are Eastern. Your device is three hours behind.'],
  ['America/Vancouver', 'America/Toronto', winter, 'Times are Pacific. Your device is three hours ahead.'],
  ['America/Halifax', 'America/Toronto', winter, 'Times are Atlantic. Your device is one hour behind.'],
  ['America/Halifax', 'America/St_Johns', winter, 'Times are Atlantic. Your device is half an hour ahead.'],
  [
    'America/Vancouver',
    'America/St_Johns',
    winter,
    'Times are Pacific. Your device is four and a half hours ahead.',
  ],
  [
    'America/Toronto',
    'Asia/Kathmandu',
    winter,
    'Times are Eastern. Your device is 10 hours and 45 minutes ahead.',
  ],
  ['America/Winnipeg', 'America/Regina', winter, null],
  ['America/Winnipeg', 'America/Regina', summer, 'Times are Central. Your device is one hour behind.'],
  ['America/Toronto', 'America/New_York', summer, null],
  ['America/Toronto', 'America/Toronto', summer, null],
])('B-426 %s on a device in %s at %s: %s', (agency, device, moment, text) => {
  expect(describeZoneDifference(agency, device, moment)).toBe(text);
});
