import { expect, test } from 'vitest';
import { parseAuthConfig } from '../config.ts';
import { parseAllowedRedirectUrl, resolveRedirectUrl } from './redirect.ts';
import redirects from './redirect-examples.json' with { type: 'json' };

const config = parseAuthConfig({
  site_url: 'https://www.example.com',
  additional_redirect_urls: [
    'https://app.example.com/**',
    'https://*.preview.example.com/in/*',
    'http://localhost:3000/**',
    'https://exact.example.com',
    'https://exact.example.com/callback',
    'https://{one,two}.example.org/**',
    'https://dev?.example.net/[ab]',
    'myapp://callback/**',
  ],
});

test.each(redirects.allowed as [string, string][])('P-163 a redirect to %s is allowed', (given, href) => {
  expect(parseAllowedRedirectUrl(given, config)).toBe(href);
});

test.each([...redirects.refused, `https://app.example.com/${'x'.repeat(2048)}`])(
  'P-163 a redirect to %j is not allowed',
  (given) => {
    expect(parseAllowedRedirectUrl(given, config)).toBeUndefined();
  },
);

test('P-163 on loopback the port does not matter, the host does', () => {
  const local = parseAuthConfig({ site_url: 'http://localhost:3000' });
  expect(parseAllowedRedirectUrl('http://localhost:5173/x', local)).toBe('http://localhost:5173/x');
  expect(parseAllowedRedirectUrl('http://127.0.0.1:5173/x', local)).toBeUndefined();
  expect(parseAllowedRedirectUrl('https://localhost:3000/x', local)).toBeUndefined();
});

test('P-163 a target that is not allowed falls back to the referring page, then the site', () => {
  const request = (redirectTo: string, referer: string) =>
    new Request(`http://api/auth/v1/verify?redirect_to=${encodeURIComponent(redirectTo)}`, {
      headers: { referer },
    });
  expect(resolveRedirectUrl(request('https://evil.example', 'https://app.example.com/page'), config)).toBe(
    'https://app.example.com/page',
  );
  expect(resolveRedirectUrl(request('//evil.example', 'https://evil.example/'), config)).toBe(
    'https://www.example.com',
  );
});

test('P-163 a malformed pattern matches itself alone', () => {
  const odd = parseAuthConfig({
    additional_redirect_urls: ['https://a.example/(x', 'https://b.example/[z-a]'],
  });
  expect(parseAllowedRedirectUrl('https://a.example/(x', odd)).toBe('https://a.example/(x');
  expect(parseAllowedRedirectUrl('https://b.example/b', odd)).toBeUndefined();
});
