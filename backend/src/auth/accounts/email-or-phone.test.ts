import { expect, test } from 'vitest';
import { normaliseEmail } from './email-or-phone.ts';

test.each([
  ['Ana@Roy.example', 'ana@roy.example'],
  ['r&d/sales@roy.example', 'r&d/sales@roy.example'],
  ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
  ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
  ['\u{202a}ana@roy.example\u{202c}', 'ana@roy.example'],
  ['ana@roy\u{200b}.example', 'ana@roy.example'],
  // GoTrue accepts a domain without a dot
  ['ana@localhost', 'ana@localhost'],
])('the address "%s" is stored as %s', (given, stored) => {
  expect(normaliseEmail(given)).toBe(stored);
});

test.each(['ana@', 'a b@c.d', 'ana@é/roy.example', 'ana@é:80.example', '"a b"@roy.example', ''])(
  'the address "%s" is refused',
  (given) => {
    expect(() => normaliseEmail(given)).toThrow('Unable to validate email address: invalid format');
  },
);
