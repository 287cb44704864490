import { expect, test } from 'vitest';
import { isListableMissedPath } from './missed-paths.ts';

test.each([
  '/old-page',
  '/about.html',
  '/services/10-minute-accessibility-check',
  '/2019/05/hello',
  '/caf%c3%a9',
])('%s is listed when visitors miss it', (path) => expect(isListableMissedPath(path)).toBe(true));

test.each([
  '/',
  '//evil.example',
  '/unsubscribe/ana@roy.example',
  '/unsubscribe/ana%40roy.example',
  '/call/18005550199',
  '/invite/5f0c1d2e-7a3b-4c5d-8e9f-0a1b2c3d4e5f',
  '/reset/eyjhbgcioijiuzi1niisinr5',
  '/dashboard/unknown',
  '/preview/services/x',
  `/conversation/${'0a'.repeat(16)}`,
  '/<script>',
  `/${'x'.repeat(10)}/${'y-'.repeat(100)}`,
])('%s is not', (path) => expect(isListableMissedPath(path)).toBe(false));
