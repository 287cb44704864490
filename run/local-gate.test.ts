import { expect, test } from 'vitest';
import { refuseForeign } from './local-gate.ts';

test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost'])(
  'local mode answers %s',
  (host) => {
    expect(refuseForeign({ host })).toBeNull();
  },
);

test.each([
  [{ host: 'evil.example' }, 'evil.example'],
  [{ host: 'localhost.evil.example:3000' }, 'localhost.evil.example'],
  [{}, 'the name ""'],
  [{ host: 'localhost:3000', 'x-forwarded-for': '1.2.3.4' }, 'x-forwarded-for'],
  [{ host: 'localhost:3000', forwarded: 'for=1.2.3.4' }, 'forwarded'],
])('G-4 local mode refuses %o and names SITE_URL', (headers, named) => {
  expect(refuseForeign(headers)).toContain(named);
  expect(refuseForeign(headers)).toContain('SITE_URL');
});
