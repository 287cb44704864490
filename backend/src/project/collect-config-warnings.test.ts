import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { collectConfigWarnings } from './collect-config-warnings.ts';

function check(toml: string): string[] {
  return collectConfigWarnings('supabase/config.toml', parse(toml));
}

test.each([
  ['auth.captcha.enabled', '[auth.captcha]\nenabled = true\nprovider = "hcaptcha"\nsecret = "hidden-words"'],
  ['auth.captcha.enabled', '[auth.captcha]\nenabled = "env(CAPTCHA)"'],
  ['auth.third_party.clerk.enabled', '[auth.third_party.clerk]\nenabled = true'],
  ['auth.third_party.new_one.enabled', '[auth.third_party.new_one]\nenabled = "1"'],
  ['auth.hook.mfa_verification_attempt.enabled', '[auth.hook.mfa_verification_attempt]\nenabled = true'],
  [
    'auth.hook.password_verification_attempt.enabled',
    '[auth.hook.password_verification_attempt]\nenabled = true',
  ],
  ['auth.hook.of_tomorrow.enabled', '[auth.hook.of_tomorrow]\nenabled = true'],
  ['auth.rate_limit.passkey', '[auth.rate_limit]\npasskey = 3'],
  ['auth.sessions.single_per_user', '[auth.sessions]\nsingle_per_user = true'],
  [
    'db.network_restrictions.enabled',
    '[db.network_restrictions]\nenabled = true\nallowed_cidrs = ["10.0.0.0/8"]',
  ],
  ['db.network_restrictions.enabled', '[db.network_restrictions]\nenabled = true\nallowed_cidrs_v6 = []'],
  ['db.ssl_enforcement.enabled', '[db.ssl_enforcement]\nenabled = true'],
])('the start stops if %s is on, and says what to do instead', (name, toml) => {
  expect(() => check(toml)).toThrow(
    new RegExp(`^supabase/config\\.toml: ${name.replaceAll('.', '\\.')} is .*(switch it off|remove it)`),
  );
  expect(() => check(toml)).not.toThrow(/hidden-words/);
});

test('the disabled sections of a fresh project give no warning', () => {
  const toml = readFileSync(new URL('fresh-config.toml', import.meta.url), 'utf8');
  expect(check(toml)).toEqual([]);
});

test('every other key without effect is one line, without its value', () => {
  const lines = check(`
    colour = "hidden-words"
    [api.tls]
    enabled = true
    [db.vault]
    token = "hidden-words"
    [auth]
    jwt_secret = "encrypted:hidden-words"
    [auth.email]
    otp_lenght = 8
    [auth.external.github]
    enabled = true
    client_id = "env(GITHUB_ID)"
    secret = "encrypted:hidden-words"
    [auth.hook.send_email]
    enabled = true
    uri = "http://localhost/mail"
    [auth.passkey]
    enabled = true`);
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual([
    'colour',
    'api.tls.enabled',
    'db.vault.token',
    'auth.jwt_secret',
    'auth.email.otp_lenght',
    'auth.external.github.client_id',
    'auth.external.github.secret',
    'auth.hook.send_email.enabled',
    'auth.passkey.enabled',
  ]);
  expect(lines[5]).toContain('env(GITHUB_ID)');
  expect(lines.join('\n')).not.toContain('hidden-words');
});
