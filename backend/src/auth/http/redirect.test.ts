import { expect, test } from 'vitest';
import { parseAuthConfig } from '../config.ts';
import { parseAllowedRedirectUrl, resolveRedirectUrl } from './redirect.ts';

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

test.each([
  ['https://www.example.com', 'https://www.example.com/'],
  ['https://www.example.com/dashboard?a=1#b', 'https://www.example.com/dashboard?a=1#b'],
  ['HTTPS://WWW.EXAMPLE.COM/x', 'https://www.example.com/x'],
  ['https://app.example.com/a/b.c?d=/e', 'https://app.example.com/a/b.c?d=/e'],
  ['https://pr-7.preview.example.com/in/here', 'https://pr-7.preview.example.com/in/here'],
  ['http://localhost:3000/auth', 'http://localhost:3000/auth'],
  ['https://exact.example.com/', 'https://exact.example.com/'],
  ['https://exact.example.com/callback', 'https://exact.example.com/callback'],
  ['https://two.example.org/x', 'https://two.example.org/x'],
  ['https://dev1.example.net/b', 'https://dev1.example.net/b'],
  ['myapp://callback/x?y=1', 'myapp://callback/x?y=1'],
])('P-163 %s is allowed', (given, href) => {
  expect(parseAllowedRedirectUrl(given, config)).toBe(href);
});

test.each([
  '',
  '/dashboard',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https:/\\evil.example',
  'https://evil.example',
  'https://evil.example/https://www.example.com',
  'https://evil.example?https://app.example.com/x',
  'https://evil.example#https://app.example.com/x',
  'https://www.example.com.evil.example',
  'https://www.example.com@evil.example',
  'https://www.example.com:443@evil.example/',
  'https://user@www.example.com/',
  'https://:pass@app.example.com/x',
  'https://www.example.com\\@evil.example',
  'https://evil.example\\.app.example.com/x',
  'https://evil.example%2f.app.example.com/x',
  'https://evil。example/.app.example.com/',
  'https://ａpp.evil.example/',
  'https://www.example.com:8443/',
  'http://www.example.com/',
  'ftp://www.example.com/',
  'https://a.b.preview.example.com/in/x',
  'https://pr.preview.example.com/in/x/y',
  'https://evil.example/x.preview.example.com/in/x',
  'https://exact.example.com/other',
  'https://exact.example.com/callback?next=//evil.example',
  'https://exact.example.com/a/..%5c..',
  'https://three.example.org/x',
  'https://dev.example.net/b',
  'https://dev1.example.net/c',
  'http://localhost:4000/x',
  'http://localhost.evil.example:3000/x',
  'http://127.0.0.1:3000/x',
  'http://2130706433:3000/x',
  'javascript:alert(1)//app.example.com/',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://app.example.com/x',
  'https://app.example.com/x\r\nset-cookie: a=b',
  'https://app.example.com/\u0000',
  'https://app.example.com/ x',
  'https://app.example.com/\u2028',
  'otherapp://callback/x',
  'myapp:callback',
  `https://app.example.com/${'x'.repeat(2048)}`,
])('P-163 %j is not allowed', (given) => {
  expect(parseAllowedRedirectUrl(given, config)).toBeUndefined();
});

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
