import { expect, test } from 'vitest';
import { filterableStatuses, leadStatuses, statusLabel, statusVariant } from './lead-status.ts';

test('P-118 five statuses, in the selector’s order', () => {
  expect(leadStatuses.map(statusLabel)).toEqual([
    'New',
    'Contacted',
    'In Conversation',
    'Qualified',
    'Not Interested',
  ]);
});

test('P-107 the filter offers four of them', () => {
  expect(filterableStatuses.map(statusLabel)).toEqual(['New', 'Contacted', 'In Conversation', 'Qualified']);
});

test('P-119 new and empty are default, qualified is outline, anything else secondary', () => {
  expect(['new', '', null, undefined].map(statusVariant)).toEqual([
    'default',
    'default',
    'default',
    'default',
  ]);
  expect(statusVariant('qualified')).toBe('outline');
  expect(['contacted', 'in_conversation', 'not_interested', 'on_hold'].map(statusVariant)).toEqual([
    'secondary',
    'secondary',
    'secondary',
    'secondary',
  ]);
});

test('G-15 empty reads New, an unknown status is humanised', () => {
  expect(statusLabel(null)).toBe('New');
  expect(statusLabel('')).toBe('New');
  expect(statusLabel('on_hold')).toBe('On hold');
});
