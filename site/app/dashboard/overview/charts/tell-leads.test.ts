import { expect, test } from 'vitest';
import { dayName, percent, tellDays, tellServices } from './tell-leads.ts';

const days = (...totals: number[]) =>
  totals.map((total, place) => ({ day: `2026-11-${String(place + 1).padStart(2, '0')}`, total }));

test('a chart of days says its sentence: how many, and when most', () => {
  expect(tellDays(days(0, 0, 0))).toBe('No leads in the last 3 days.');
  expect(tellDays(days(0, 1, 0))).toBe('1 lead in the last 3 days, on Nov 2.');
  expect(tellDays(days(1, 1, 0))).toBe('2 leads in the last 3 days, no more than one a day.');
  expect(tellDays(days(3, 20, 0))).toBe('23 leads in the last 3 days. Busiest day: Nov 2 (20).');
  expect(tellDays(days(4, 1, 4))).toBe('9 leads in the last 3 days. Busiest days: Nov 1 and Nov 3 (4 each).');
  expect(tellDays(days(1200, 1200, 1200))).toBe('3,600 leads in the last 3 days, no more than 1,200 a day.');
});

test('a day is told as it stands in the calendar, whatever the zone of the viewer', () => {
  expect(dayName('2026-11-01')).toBe('Nov 1');
});

test('a chart of services says which is asked for most', () => {
  const none = { service: null, total: 2 };
  expect(tellServices([])).toBe('No leads in the last 30 days.');
  expect(tellServices([none])).toBe('No service specified by any of 2 leads in the last 30 days.');
  expect(tellServices([{ service: 'Audit', total: 3 }, none])).toBe(
    'Most requested: Audit (3 of 5 leads) in the last 30 days.',
  );
  expect(
    tellServices([
      { service: 'Audit', total: 3 },
      { service: 'SEO', total: 3 },
    ]),
  ).toBe('Most requested: Audit and SEO (3 of 6 leads each) in the last 30 days.');
  expect(tellServices(['A', 'B', 'C'].map((service) => ({ service, total: 1 })))).toBe(
    '3 services are tied (1 of 3 leads each) in the last 30 days.',
  );
});

test('a share is a whole percent, and never 0 for something', () => {
  expect(percent(1, 3)).toBe('33%');
  expect(percent(1, 1000)).toBe('< 1%');
  expect(percent(0, 5)).toBe('0%');
});
