import { expect, test } from 'vitest';
import { parseAuthConfig } from './config.ts';

test('an empty file gives the defaults of the Supabase CLI', () => {
  expect(parseAuthConfig('')).toMatchObject({
    enable_signup: true,
    jwt_expiry: 3600,
    minimum_password_length: 6,
    refresh_token_reuse_interval: 10,
    email: { enable_confirmations: false },
  });
});

test('settings are read, unknown keys are ignored', () => {
  const config = parseAuthConfig(`
    [auth]
    jwt_expiry = 600
    site_url = "http://127.0.0.1:3000"
    [auth.email]
    enable_confirmations = true
    [auth.sessions]
    timebox = "1h30m"
    [auth.external.github]
    enabled = true
  `);
  expect(config.jwt_expiry).toBe(600);
  expect(config.email.enable_confirmations).toBe(true);
  expect(config.sessions.timebox).toBe(5400);
});

test('a wrong setting is named', () => {
  expect(() => parseAuthConfig('[auth]\njwt_expiry = "soon"')).toThrow(/auth\.jwt_expiry/);
  expect(() => parseAuthConfig('[auth.sessions]\ntimebox = "a day"')).toThrow(/auth\.sessions\.timebox.*24h/);
  expect(() => parseAuthConfig('[auth')).toThrow(/not valid TOML/);
});
