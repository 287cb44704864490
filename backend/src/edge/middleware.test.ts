import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { setSecurityAndCacheHeaders } from './middleware.ts';

test('over https every response has HSTS and nosniff, with any headers of a function', async () => {
  for (const [publicUrl, expected] of [
    ['https://fairlead.example', 'max-age=31536000; includeSubDomains'],
    ['http://localhost:3000', null],
  ] as const) {
    const app = new Hono();
    app.use(setSecurityAndCacheHeaders({ publicUrl, publishableKey: 'k' }));
    app.get('/functions/v1/x', () => new Response('', { headers: { 'x-content-type-options': 'no' } }));
    const { headers } = await app.request(`${publicUrl}/functions/v1/x`);
    expect(headers.get('strict-transport-security')).toBe(expected);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});
