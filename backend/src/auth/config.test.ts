import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { type AuthConfig, parseAuthConfig } from './config.ts';

function read(toml: string): AuthConfig {
  return parseAuthConfig(parse(toml)['auth']);
}

test('an empty file gives the defaults of the Supabase CLI', () => {
  expect(read('')).toMatchObject({
    enable_signup: true,
    jwt_expiry: 3600,
    minimum_password_length: 6,
    refresh_token_reuse_interval: 10,
    site_url: 'http://127.0.0.1:3000',
    email: { enable_confirmations: false, double_confirm_changes: true, max_frequency: 60, otp_expiry: 3600 },
    sms: { enable_signup: false, test_otp: {} },
  });
});

test('known keys are read, unknown keys are ignored', () => {
  const config = read(`
    [auth]
    jwt_expiry = 600
    site_url = "http://127.0.0.1:3000"
    [auth.email]
    enable_confirmations = true
    max_frequency = "1m30s"
    [auth.sessions]
    timebox = "1h30m"
    [auth.sms.test_otp]
    14165550100 = "123456"
    [auth.unheard_of]
    enabled = true
  `);
  expect(config.jwt_expiry).toBe(600);
  expect(config.email.enable_confirmations).toBe(true);
  expect(config.sessions.timebox).toBe(5400);
  expect(config.email.max_frequency).toBe(90);
  expect(config.sms.test_otp).toEqual({ '14165550100': '123456' });
});

test('texts from variables are converted; an unset one does not stop a provider', () => {
  const config = read(`
    [auth]
    site_url = "env(SITE_URL)"
    jwt_expiry = "600"
    enable_signup = "false"
    additional_redirect_urls = "https://a.example,https://b.example"
    [auth.email]
    max_frequency = "500ms"
    [auth.external.google]
    enabled = "true"
    client_id = "env(GOOGLE_ID)"
    url = "env(GOOGLE_URL)"
    [auth.email.template.invite]
    content_path = "env(INVITE)"`);
  expect(config).toMatchObject({
    site_url: 'http://127.0.0.1:3000',
    jwt_expiry: 600,
    enable_signup: false,
    additional_redirect_urls: ['https://a.example', 'https://b.example'],
    email: { max_frequency: 1, template: { invite: {} } },
    external: { google: { enabled: true, client_id: 'env(GOOGLE_ID)', url: '' } },
  });
  expect(() => read('[auth]\nenable_signup = "env(OPEN)"')).toThrow(/auth\.enable_signup/);
});

test('an error about a wrong value names the setting', () => {
  expect(() => read('[auth]\njwt_expiry = "soon"')).toThrow(/auth\.jwt_expiry/);
  expect(() => read('[auth.external.github]\nenabled = true')).toThrow(
    /auth\.external\.github\.client_id is missing/,
  );
  const insecure = '[auth.external.x]\nenabled = true\nclient_id = "a"\nurl = "http://issuer.example"';
  expect(() => read(insecure)).toThrow(/auth\.external\.x\.url must be an https address/);
  expect(() => read('[auth]\nsite_url = "www.example.com"')).toThrow(/auth\.site_url.*https:/);
  expect(() => read('[auth.sessions]\ntimebox = "a day"')).toThrow(/auth\.sessions\.timebox.*24h/);
});

test('a public site never redirects to loopback, even if config.toml allows it', () => {
  const table = { additional_redirect_urls: ['http://localhost:3000/**', 'https://app.example.com/**'] };
  const listed = (siteUrl: string): string[] => parseAuthConfig(table, { siteUrl }).additional_redirect_urls;
  expect(listed('https://www.example.com')).toEqual(['https://app.example.com/**']);
  expect(listed('http://localhost:4000')).toHaveLength(2);
});
