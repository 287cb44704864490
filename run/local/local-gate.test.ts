import { expect, test } from 'vitest';
import { refuseForeign, refuseForeignSocket } from './local-gate.ts';

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

test.each([
  [{ host: 'localhost:3000', origin: 'http://evil.example' }, 'http://evil.example'],
  [{ host: 'localhost:3000', origin: 'http://localhost.evil.example:3000' }, 'evil.example'],
  [{ host: 'localhost:3000', origin: 'null' }, 'null'],
  // DNS rebinding: both names are the attacker's.
  [{ host: 'evil.example:3000', origin: 'http://evil.example:3000' }, 'evil.example'],
  [{ host: 'evil.example:3000' }, 'evil.example'],
])('G-4 local mode opens no socket for %o', (headers, named) => {
  expect(refuseForeignSocket(headers)).toContain(named);
});

test.each([{ origin: 'http://localhost:5173' }, { origin: 'http://127.0.0.1:3000' }, {}])(
  'local mode opens sockets for this machine: %o',
  (headers) => {
    expect(refuseForeignSocket({ host: 'localhost:3000', ...headers })).toBeNull();
  },
);
