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
])('%s that is on stops the start with its name and the way out', (name, toml) => {
  expect(() => check(toml)).toThrow(
    new RegExp(`^supabase/config\\.toml: ${name.replaceAll('.', '\\.')} is .*(switch it off|remove it)`),
  );
  expect(() => check(toml)).not.toThrow(/hidden-words/);
});

test('the disabled sections of a fresh project give no warning', () => {
  const toml = `
    project_id = "fresh"
    [api]
    enabled = true
    port = 54321
    [api.tls]
    enabled = false
    cert_path = "../certs/my-cert.pem"
    [db]
    port = 54322
    shadow_port = 54320
    major_version = 17
    health_timeout = "2m"
    [db.pooler]
    enabled = false
    pool_mode = "transaction"
    [db.migrations]
    enabled = true
    schema_paths = []
    [db.network_restrictions]
    enabled = true
    allowed_cidrs = ["0.0.0.0/0"]
    allowed_cidrs_v6 = ["::/0"]
    [studio]
    openai_api_key = "env(OPENAI_API_KEY)"
    [inbucket]
    port = 54324
    [auth.rate_limit]
    email_sent = 2
    web3 = 30
    [auth.captcha]
    enabled = false
    secret = "env(CAPTCHA_SECRET)"
    [auth.third_party.firebase]
    enabled = false
    [auth.third_party.auth0]
    enabled = "false"
    tenant = "env(TENANT)"
    [auth.hook.mfa_verification_attempt]
    enabled = false
    uri = "pg-functions://postgres/public/mfa"
    [auth.sms.twilio]
    enabled = false
    auth_token = "env(TWILIO)"
    [auth.external.apple]
    enabled = false
    secret = "env(APPLE)"
    [auth.oauth_server]
    enabled = false
    authorization_url_path = "/oauth/consent"
    [auth.passkey]
    enabled = false
    [edge_runtime]
    policy = "per_worker"
    [edge_runtime.secrets]
    KEY = "env(KEY)"
    [functions.hello]
    import_map = "./functions/hello/deno.json"
    [analytics]
    backend = "postgres"
    [experimental]
    s3_host = "env(S3_HOST)"
    [remotes.preview]
    project_id = "abcdefghijklmnopqrst"
    [remotes.preview.auth.captcha]
    enabled = true`;
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
