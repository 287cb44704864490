import { expect, test } from 'vitest';
import { findForeignRequestReason } from './find-foreign-request-reason.ts';

function reasonFor(headers: Record<string, string>, httpVersion = '1.1'): string | null {
  return findForeignRequestReason({ headers, httpVersion });
}

const host = 'localhost:3000';
const crossSite = { host, 'sec-fetch-site': 'cross-site' };

test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost'])('local mode serves %s', (name) => {
  expect(reasonFor({ host: name })).toBeNull();
});

test.each([
  [
    'the client from a page of another port',
    { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' },
  ],
  ['the client from 127.0.0.1', { ...crossSite, origin: 'http://127.0.0.1:5173' }],
  ['a form of its own', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
  [
    'an address typed in',
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ],
  [
    'a link on a foreign page, and the redirect back from a provider',
    {
      ...crossSite,
      referer: 'https://mail.example/',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    },
  ],
  ['a picture on a page of 127.0.0.1', { ...crossSite, referer: 'http://127.0.0.1:5173/' }],
  ['a script of its own page', { referer: 'http://localhost:3000/', 'sec-fetch-site': 'same-origin' }],
])('local mode serves %s', (_what, headers) => {
  expect(reasonFor({ host, ...headers })).toBeNull();
});

test.each([
  [{ host: 'evil.example' }, 'evil.example'],
  [{ host: 'localhost.evil.example:3000' }, 'localhost.evil.example'],
  [{}, 'the name ""'],
  [{ host, 'x-forwarded-for': '1.2.3.4' }, 'x-forwarded-for'],
  [{ host, forwarded: 'for=1.2.3.4' }, 'forwarded'],
  // DNS rebinding: the attacker controls both names.
  [{ host: 'evil.example:3000', origin: 'http://evil.example:3000' }, 'evil.example'],
])('G-4 local mode denies %o and names SITE_URL', (headers, named) => {
  expect(reasonFor(headers as Record<string, string>)).toContain(named);
  expect(reasonFor(headers as Record<string, string>)).toContain('SITE_URL');
});

test.each([
  'via',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
  'fly-client-ip',
  'fastly-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for-ip',
  'x-azure-clientip',
  'cdn-loop',
  'x-vercel-forwarded-for',
  'x-original-forwarded-for',
  'fly-forwarded-proto',
  'cf-ray',
  'x-amzn-trace-id',
  'x-cloud-trace-context',
  'x-arr-ssl',
])('G-4 a proxy that sends the name localhost and the header %s is denied', (name) => {
  expect(reasonFor({ host, [name]: '203.0.113.9' })).toContain(name);
});

test('G-4 a proxy without such a header but with HTTP/1.0 is denied', () => {
  expect(reasonFor({ host }, '1.0')).toContain('HTTP/1.0');
});

test.each([
  // If a proxy rewrites Host, a page's own posts and sockets still contain its address.
  { origin: 'https://demo.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'http://localhost.evil.example:3000' },
  { origin: 'null', ...crossSite },
  { origin: 'file://' },
  // A foreign page may link to this server, but not embed, load or frame it.
  crossSite,
  { ...crossSite, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script', referer: 'https://evil.example/' },
  { ...crossSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  // The browser considers the page to be of this server, so the server has another name outside.
  { referer: 'https://demo.example/contact', 'sec-fetch-site': 'same-origin' },
  { referer: 'http://192.168.1.7:8080/contact' },
])('G-4 local mode denies what comes from a page of another site: %o', (headers) => {
  expect(reasonFor({ host, ...headers })).toMatch(/page of .*SITE_URL/);
});
