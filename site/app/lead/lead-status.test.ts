import { expect, test } from 'vitest';
import { filterableLeadStatuses, leadStatuses, leadStatusLabel, leadStatusVariant } from './lead-status.ts';

test('P-118 there are five statuses, in the order of the selector', () => {
  expect(leadStatuses.map(leadStatusLabel)).toEqual([
    'New',
    'Contacted',
    'In Conversation',
    'Qualified',
    'Not Interested',
  ]);
});

test('P-107 the filter offers four statuses', () => {
  expect(filterableLeadStatuses.map(leadStatusLabel)).toEqual([
    'New',
    'Contacted',
    'In Conversation',
    'Qualified',
  ]);
});

test('P-119 the badge of a status is default for new and empty, outline for qualified, and secondary for any other', () => {
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
