import { expect, test } from 'vitest';
import { setResponseHeaders } from './response-headers.ts';

test('over https every response carries HSTS and nosniff, whatever a function sets', () => {
  for (const [publicUrl, expected] of [
    ['https://fairlead.example', 'max-age=31536000; includeSubDomains'],
    ['http://localhost:3000', null],
  ] as const) {
    const answer = new Response('', { headers: { 'x-content-type-options': 'no' } });
    const request = new Request(`${publicUrl}/functions/v1/x`);
    setResponseHeaders(answer, request, '/functions/v1/x', 'functions', { publicUrl, publishableKey: 'k' });
    expect(answer.headers.get('strict-transport-security')).toBe(expected);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});
