import { expect, test } from 'vitest';
import { filterableLeadStatuses, leadStatuses, leadStatusLabel, leadStatusVariant } from './lead-status.ts';

test('P-118 five statuses, in the selector’s order', () => {
  expect(leadStatuses.map(leadStatusLabel)).toEqual([
    'New',
    'Contacted',
    'In Conversation',
    'Qualified',
    'Not Interested',
  ]);
});

test('P-107 the filter offers four of them', () => {
  expect(filterableLeadStatuses.map(leadStatusLabel)).toEqual([
    'New',
    'Contacted',
    'In Conversation',
    'Qualified',
  ]);
});

test('P-119 new and empty are default, qualified is outline, anything else secondary', () => {
  expect(['new', '', null, undefined].map(leadStatusVariant)).toEqual([
    'default',
    'default',
    'default',
    'default',
  ]);
  expect(leadStatusVariant('qualified')).toBe('outline');
  expect(['contacted', 'in_conversation', 'not_interested', 'on_hold'].map(leadStatusVariant)).toEqual([
    'secondary',
    'secondary',
    'secondary',
    'secondary',
  ]);
});

test('G-15 empty reads New, an unknown status is humanised', () => {
  expect(leadStatusLabel(null)).toBe('New');
  expect(leadStatusLabel('')).toBe('New');
  expect(leadStatusLabel('on_hold')).toBe('On hold');
});
