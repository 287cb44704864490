import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

test('B-77 encryption in transit: a site at https is never asked without it again by a browser that was there', () => {
  expect(securityHeaders('https://agency.example')['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(securityHeaders('http://agency.example')).not.toHaveProperty('strict-transport-security');
});
