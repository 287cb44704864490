import { expect, test } from 'vitest';
import { isActiveLink } from './header.tsx';

test.each([
  ['/', '/', true],
  ['/', '/services', false],
  ['/services', '/services', true],
  ['/services', '/services/pay-per-results-seo', true],
  ['/services', '/services-and-more', false],
  ['/#about', '/', false],
  ['/apps', '/', false],
])('P-8 the link %s on %s is active: %s', (to, pathname, active) => {
  expect(isActiveLink(to, pathname)).toBe(active);
});
