import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  exitCodeOf,
  permanentFailureExitCode,
  PermanentStartupError,
  StartupError,
} from '@fairlead/backend/errors';
import { readConfig } from './config.ts';
import { projectRoot } from '../project-root.ts';

describe('configuration', () => {
  test('nothing set is local mode with open sign-up', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      SITE_URL: 'http://localhost:3000',
      SIGN_UP: 'open',
      localMode: true,
    });
  });

  test.each([
    [{ HOST: '0.0.0.0' }],
    [{ SITE_URL: 'https://www.example.com' }],
    [{ HOST: '::', SITE_URL: 'http://localhost:3000' }],
    [{ HOST: '127.0.0.1.evil.example' }],
    [{ DATABASE_URL: 'postgres://user:secret@db.example:5432/live' }],
    [{ SUPABASE_URL: 'https://x.supabase.co', PUBLISHABLE_KEY: 'x'.repeat(20), SECRET_KEY: 'y'.repeat(20) }],
  ])('G-4 sign-ups wait for approval on a server that others can reach: %o', (environment) => {
    expect(readConfig(environment)).toMatchObject({ localMode: false, SIGN_UP: 'approval' });
  });

  // URL parsers end the login at the last @.
  test.each([
    [{ SMTP_URL: 'smtp://hello@example.com:secret@mail.example.com:587', MAIL_FROM: 'a@example.com' }],
    [{ DATABASE_URL: 'postgres://user@tenant:secret@db.example:5432/live' }],
    [{ DATABASE_URL: 'postgres://user:secret@db.default.svc.cluster.local.:5432/live' }],
    [{ DATABASE_URL: 'postgres://user:secret@%2Fvar%2Frun%2Fpostgresql/live' }],
  ])('B-281 an address that other programs accept is accepted: %o', (environment) => {
    expect(readConfig(environment)).toMatchObject(environment);
  });

  test.each([
    [{ PORT: 'many' }, /^PORT: use a port number/],
    [{ PORT: '70000' }, /^PORT: use a port number from 1 to 65535/],
    [{ SITE_URL: 'javascript:alert(1)' }, /^SITE_URL: use your public address/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: .*not shown/],
    [{ DATABASE_PORT: '80' }, /^DATABASE_PORT: use a port from 1024 to 65535/],
    [{ DATABASE_PORT: '3000' }, /^DATABASE_PORT: use another port/],
    [{ DATABASE_PORT: '5433', DATABASE_URL: 'postgres://a@b/c' }, /^DATABASE_PORT: only for the embedded/],
    [{ SIGN_UP: 'maybe' }, /^SIGN_UP: choose open, approval or closed/],
    [{ MAIL_IN_WEBHOOK_SECRET: `whsec_${'?'.repeat(40)}` }, /^MAIL_IN_WEBHOOK_SECRET: use .*whsec_ and/],
    [{ JWT_SECRET: 'short' }, /^JWT_SECRET: use at least 32 characters.*not shown/],
    [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL: use the address of a mail server.*not shown/],
    [{ SMTP_URL: 'smtp://mail.example.com' }, /^MAIL_FROM: use a sender address/],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM: use a sender address/],
    [{ MAIL_FROM: 'A <a@b.ca>\nBcc: c@d.ca' }, /^MAIL_FROM: use a sender address/],
    [{ SUPABASE_URL: 'https://x.supabase.co' }, /^SUPABASE_URL: also set that project/],
  ])('the message about a wrong value names the variable and the fix: %o', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  const key = 'the-same-key-for-two-uses-0123456789';
  test.each([
    [{ SITE_URL: 'https://example.com/shop' }, /^SITE_URL: .*without path.*"https:\/\/example\.com\/shop"/],
    [{ SITE_URL: 'https://example.com/?token=hunter2' }, /^SITE_URL: .*without path, query.*not shown/],
    [{ SITE_URL: 'https://admin:hunter2@example.com' }, /^SITE_URL: .*or password.*not shown/],
    [{ SITE_URL: 'https://hunter2@exa mple.com' }, /^SITE_URL: .*not shown/],
    [
      { SUPABASE_URL: 'https://a:hunter2@x.supabase.co', PUBLISHABLE_KEY: key, SECRET_KEY: `${key}2` },
      /^SUPABASE_URL: .*password.*not shown/,
    ],
    [{ PUBLISHABLE_KEY: key, SECRET_KEY: key }, /^SECRET_KEY: use a different value.*PUBLISHABLE_KEY/],
    [{ JWT_SECRET: key, SECRET_KEY: key }, /^JWT_SECRET: use a different value.*SECRET_KEY/],
    [
      { STRIPE_SECRET_KEY: `sk_${key}`, SECRET_KEY: `sk_${key}` },
      /^STRIPE_SECRET_KEY: use a different value/,
    ],
    [{ HOST: '[::1]' }, /^HOST: use the address without brackets, e\.g\. ::1/],
    [{ HOST: 'localhost:3000' }, /^HOST: use an address to listen on/],
    [{ HOST: 'http://localhost' }, /^HOST: use an address to listen on/],
    [{ PORT: '-0.5' }, /^PORT: .*$/],
    [{ DATABASE_URL: 'postgres://u:hunter2@[half/db' }, /^DATABASE_URL: .*not shown/],
    [{ TRUSTED_PROXIES: '1' }, /^TRUSTED_PROXIES: .*set SITE_URL/],
    [{ TRUSTED_PROXIES: '1', SITE_URL: 'http://localhost:4913' }, /^TRUSTED_PROXIES: .*not localhost/],
    [{ SMTP_URL: 'smtp//u:hunter2@mail.example' }, /^SMTP_URL: .*not shown/],
  ])('the message about a wrong value is one line and contains no secret: %o', (environment, message) => {
    const read = () => readConfig(environment);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/hunter2|the-same-key|\n/);
  });

  test.each(['::1', '::', '127.0.0.1', '0.0.0.0', 'localhost', 'fe80::1%eth0', '2001:db8::3000'])(
    'HOST may be %s',
    (HOST) => expect(readConfig({ HOST }).HOST).toBe(HOST),
  );

  test('G-4 a proxy in front of a server on loopback is fine under a public address', () => {
    const config = readConfig({ TRUSTED_PROXIES: '1', SITE_URL: 'https://agency.example' });
    expect(config).toMatchObject({ TRUSTED_PROXIES: 1, localMode: false });
  });

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', SITE_URL: '' }).PORT).toBe(3000);
  });
});

test('B-219 a wrong setting ends with the exit code that the systemd unit does not retry', () => {
  const error = (() => {
    try {
      return readConfig({ PORT: 'many' });
    } catch (caught) {
      return caught;
    }
  })();
  const codes = [error, new PermanentStartupError('x'), new StartupError('x'), new Error('x')].map(
    exitCodeOf,
  );
  expect(codes).toEqual([permanentFailureExitCode, permanentFailureExitCode, 1, 1]);
  const unit = readFileSync(join(projectRoot, 'deploy/fairlead.service'), 'utf8');
  expect(unit).toContain(`\nRestartPreventExitStatus=${permanentFailureExitCode}\n`);
  const [beforeService = ''] = unit.split('[Service]');
  expect(beforeService).toMatch(/^StartLimitIntervalSec=\d+$/m);
  expect(beforeService).toMatch(/^StartLimitBurst=\d+$/m);
});
