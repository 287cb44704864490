import { expect, test } from 'vitest';
import { canonicalRedirectUrl } from './canonical-redirect-url.ts';

const ours = new Set(['', 'services', 'apps', 'dashboard', 'sitemap.xml']);

test.each([
  ['/SeRvices', '/services'],
  ['/%73ervices', '/services'],
  ['//services', '/services'],
  ['/\\services', '/services'],
  ['/services.', '/services'],
  ['/services...', '/services'],
  ['/services%20', '/services'],
  ['/services/', '/services'],
  ['/services//Winning-Websites//', '/services/winning-websites'],
  ['/services%2Fwinning-websites', '/services/winning-websites'],
  ['/services%5cwinning-websites', '/services/winning-websites'],
  ['/services/../%44ashboard', '/dashboard'],
  ['/APPS.data?_routes=A', '/apps.data?_routes=A'],
  ['/Sitemap.XML', '/sitemap.xml'],
  ['/?A=b', null],
  ['/services?category=E-mail', null],
  ['/services.data', null],
  ['/_root.data', null],
  ['/services/..x', null],
  ['/%zz', null],
  ['/services/%c3%a9', null],
  ['/services/a%20b', null],
  ['/services%3Fa', null],
  ['/dashboard/mail/files/Report-A.eml', null],
  ['/NOPE', null],
  ['//evil.example', null],
  ['/NOPE/', '/NOPE'],
])('P-19 S-2 the canonical form of %s', (url, canonical) => {
  expect(canonicalRedirectUrl(url, ours)).toBe(canonical);
  if (canonical !== null) expect(canonicalRedirectUrl(canonical, ours)).toBeNull();
});
