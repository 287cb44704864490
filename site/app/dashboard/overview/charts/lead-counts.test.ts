import { expect, test } from 'vitest';
import { formatMonthAndDay } from '../../screen/format-calendar-day.ts';
import {
  formatPercent,
  summarizeLeadsByDay,
  summarizeLeadsByService,
  summarizeLeadsBySource,
} from './lead-counts.ts';

const days = (...totals: number[]) =>
  totals.map((total, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}`, total }));

test('the summary of days has the total and the busiest day', () => {
  expect(summarizeLeadsByDay(days(0, 0, 0))).toBe('No leads in the last 3 days.');
  expect(summarizeLeadsByDay(days(0, 1, 0))).toBe('1 lead in the last 3 days, on Nov 2.');
  expect(summarizeLeadsByDay(days(1, 1, 0))).toBe('2 leads in the last 3 days, no more than one a day.');
  expect(summarizeLeadsByDay(days(3, 20, 0))).toBe('23 leads in the last 3 days. Busiest day: Nov 2 (20).');
  expect(summarizeLeadsByDay(days(4, 1, 4))).toBe(
    '9 leads in the last 3 days. Busiest days: Nov 1 and Nov 3 (4 each).',
  );
  expect(summarizeLeadsByDay(days(1200, 1200, 1200))).toBe(
    '3,600 leads in the last 3 days, no more than 1,200 a day.',
  );
});

test('a day is shown as in the calendar, in every time zone', () => {
  expect(formatMonthAndDay('2026-11-01')).toBe('Nov 1');
});

test('the summary of services names the most requested one', () => {
  const none = { service: null, total: 2 };
  expect(summarizeLeadsByService([])).toBe('No leads in the last 30 days.');
  expect(summarizeLeadsByService([none])).toBe('2 leads in the last 30 days, no service specified.');
  expect(summarizeLeadsByService([{ service: 'Audit', total: 3 }, none])).toBe(
    'Most requested: Audit (3 of 5 leads) in the last 30 days.',
  );
  expect(
    summarizeLeadsByService([
      { service: 'Audit', total: 3 },
      { service: 'SEO', total: 3 },
    ]),
  ).toBe('Most requested: Audit and SEO (3 of 6 leads each) in the last 30 days.');
  expect(summarizeLeadsByService(['A', 'B', 'C'].map((service) => ({ service, total: 1 })))).toBe(
    '3 services are tied (1 of 3 leads each) in the last 30 days.',
  );
});

test('a share is a whole percent, never 0 for a part above zero', () => {
  expect(formatPercent(1, 3)).toBe('33%');
  expect(formatPercent(1, 1000)).toBe('< 1%');
  expect(formatPercent(0, 5)).toBe('0%');
});

test('the summary of sources has the totals and the best one that is known', () => {
  const site = { kind: 'site', source: 'google.com', total: 9, qualified: 4 } as const;
  const campaign = { kind: 'campaign', source: 'letter', total: 9, qualified: 0 } as const;
  const direct = { kind: 'direct', source: null, total: 20, qualified: 1 } as const;
  expect(summarizeLeadsBySource([])).toBe('No leads in the last 90 days.');
  expect(summarizeLeadsBySource([direct])).toBe('20 leads in the last 90 days, 1 qualified.');
  expect(summarizeLeadsBySource([direct, site])).toBe(
    '29 leads in the last 90 days, 5 qualified. Top known source: google.com (9).',
  );
  expect(summarizeLeadsBySource([direct, site, campaign])).toBe('38 leads in the last 90 days, 5 qualified.');
});
