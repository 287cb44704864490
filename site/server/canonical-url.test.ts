import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstSegments, canonicalUrl } from './canonical-url.ts';

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
  expect(canonicalUrl(url)).toBe(canonical);
  if (canonical !== null) expect(canonicalUrl(canonical)).toBeNull();
});

test('every route of the site is one of ours', () => {
  const siteMap = readFileSync(join(import.meta.dirname, '..', 'app', 'routes.ts'), 'utf8');
  const publicPages = siteMap.slice(0, siteMap.indexOf("route('preview'"));
  const contentTypes = readFileSync(join(import.meta.dirname, '../app/content/content-types.ts'), 'utf8');
  const paths = [
    ...contentTypes.matchAll(/^ +path: '\/(.+?)'/gm),
    ...publicPages.matchAll(/^ {4}route\('(.+?)'/gm),
    ...siteMap.matchAll(/^ {2}route\('(.+?)'/gm),
  ];
  const first = paths.map(([, path = '']) => path.split('/')[0] ?? '').filter((part) => part !== '*');
  expect(first.length).toBeGreaterThan(18);
  expect(first.filter((part) => !firstSegments.has(part))).toEqual([]);
});
