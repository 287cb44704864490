import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

test('B-77 a browser that visited a site over https never requests it without encryption again', () => {
  expect(securityHeaders('https://agency.example')['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(securityHeaders('http://agency.example')).not.toHaveProperty('strict-transport-security');
});
