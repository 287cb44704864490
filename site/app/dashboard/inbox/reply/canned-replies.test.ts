import { expect, test } from 'vitest';
import { fillCannedReplyPlaceholders, firstNameOf } from './canned-replies.ts';
import { findUnfilledPlaceholders } from './send-reply.ts';

const values = { firstName: 'Zoë', service: null, myName: '$& Maude', agency: 'Fairlead' };

test('B-102 fields are filled in however they are spaced; one without a value stays, and is found', () => {
  const filled = fillCannedReplyPlaceholders(
    'Hi {{First  name }}, {{service}} on {{date}}. {{my name}}, {{agency}}',
    values,
  );
  expect(filled).toBe('Hi Zoë, {{service}} on {{date}}. $& Maude, Fairlead');
  expect(findUnfilledPlaceholders(`${filled} {{date}}`)).toEqual(['{{service}}', '{{date}}']);
  expect(findUnfilledPlaceholders('{ {a} } }} {{')).toEqual([]);
});

test('braces in a value that is filled in are not filled in again', () => {
  expect(fillCannedReplyPlaceholders('{{first name}}', { ...values, firstName: '{{agency}}' })).toBe(
    '{{agency}}',
  );
});

test('the first name is all before the first space', () => {
  expect(['Jean-Sébastien Bouchard', ' Tom  Ng', 'Cher', ''].map(firstNameOf)).toEqual([
    'Jean-Sébastien',
    'Tom',
    'Cher',
    '',
  ]);
});
