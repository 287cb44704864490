// Every setting with many malformed values: each is accepted with a meaning, or rejected with what is expected.
import { Resolver } from 'node:dns';
import { isAbsolute } from 'node:path';
import { expect, test } from 'vitest';
import { parseDatabaseUrl } from '@fairlead/backend/database';
import { exitCodeOf, permanentFailureExitCode, StartupError } from '@fairlead/backend/errors';
import { ConfigError, readConfig, settingNames, type ServerConfig } from './config.ts';
import { isLoopback, loopbackUrl } from './local-mode.ts';

/** A right value of each setting, from which malformed ones are derived; and what else must be set with it. */
const right: Record<(typeof settingNames)[number], [value: string, others?: Record<string, string>]> = {
  HOST: ['127.0.0.1'],
  PORT: ['3000'],
  DATA_DIR: ['/srv/fairlead'],
  SITE_URL: ['https://www.example.com'],
  TRUSTED_PROXIES: ['1', { SITE_URL: 'https://www.example.com' }],
  SHUTDOWN_SECONDS: ['20'],
  SHUTDOWN_NOTICE_SECONDS: ['5'],
  DATABASE_URL: ['postgres://user:hunter2@host:5432/name'],
  DATABASE_PORT: ['5433'],
  JWT_SECRET: ['hunter2-hunter2-hunter2-hunter2-hunter2'],
  JWT_SECRET_PREVIOUS: ['hunter2-hunter2-hunter2-hunter2-hunter3'],
  PUBLISHABLE_KEY: ['hunter2-hunter2-hunter2-hunter4'],
  SECRET_KEY: ['hunter2-hunter2-hunter2-hunter5'],
  SECRET_KEY_PREVIOUS: ['hunter2-hunter2-hunter2-hunter6'],
  SUPABASE_URL: ['https://xyz.supabase.co', { PUBLISHABLE_KEY: 'p'.repeat(24), SECRET_KEY: 's'.repeat(24) }],
  SIGN_UP: ['approval'],
  STRIPE_SECRET_KEY: ['sk_live_hunter2'],
  STRIPE_WEBHOOK_SECRET: ['whsec_hunter2'],
  SMTP_URL: ['smtp://user:hunter2@mail.example.com:587', { MAIL_FROM: 'a@example.com' }],
  MAIL_FROM: ['Fairlead <hello@example.com>'],
  DKIM_SELECTOR: ['fairlead2026', { SMTP_URL: 'smtp://m.example.com', MAIL_FROM: 'a@example.com' }],
  BACKUP_TO: ['/mnt/backup'],
  BACKUP_AT: ['03:30'],
  BACKUP_KEEP: ['8d 4w 12m'],
  BACKUP_PASSPHRASE: ['hunter2 hunter2 hunter2'],
  DNS_SERVER: ['9.9.9.9'],
  METRICS_TOKEN: ['hunter2-hunter2-hunter2-hunter2'],
  ACCESS_LOG: ['/var/log/fairlead/access.log'],
  OLD_POSTGRES: ['/opt/fairlead-0.1.0'],
  UPGRADE_WITHOUT_RESTORE_POINT: ['yes'],
  BACKUP_S3_ENDPOINT: ['https://s3.example.com'],
  BACKUP_S3_REGION: ['ca-central-1'],
  BACKUP_S3_ACCESS_KEY_ID: ['AKIAhunter2'],
  BACKUP_S3_SECRET_ACCESS_KEY: ['hunter2/hunter2'],
  REPLY_ADDRESS: ['reply@example.com', { MAIL_IN_WEBHOOK_SECRET: 'w'.repeat(30) }],
  MAIL_IN_IMAP_URL: ['imaps://user:hunter2@imap.example.com/INBOX', { REPLY_ADDRESS: 'r@example.com' }],
  MAIL_IN_AUTHSERV_ID: ['mx.example.com'],
  MAIL_IN_WEBHOOK_SECRET: ['hunter2-hunter2-hunter2-hunter2', { REPLY_ADDRESS: 'r@example.com' }],
  STORAGE_ACCOUNT_MB: ['2000'],
  STORAGE_TOTAL_MB: ['20000'],
  STORAGE_RESERVE_MB: ['1000'],
};

/** Wrong for most settings, whatever their form. */
const anywhere = [
  ' ', '\t', '\n', '\r\n', '\0', '"', "''", '""', '""""', '-', '-1', '-0', '+5', '0', '00', '0.5', '1.', '.5', '1e3',
  '1E400', '0x10', '0b1', '1_000', '1,000', '3000;', '٣٠٠٠', '３０００', 'NaN', 'Infinity', '-Infinity', 'null',
  'undefined', 'true', 'yes', 'on', '[]', '{}', '[object Object]', '~', '~/data', '~root', '.', '..', '../x', './x',
  'a/b', '/', '//', '\\', 'C:\\data', '$HOME/x', '${X}', '$(id)', '%', '%zz', '%00', '#', '#x', '?', '@', '@@', ':',
  '::', ':::', '://', '//host', 'http:', 'http://', 'https://', 'https:///x', 'file:///etc/passwd', 'javascript:x',
  'mailto:a@b.ca', 'é', '日本語', '😀', '\u202Eabc', '\uFEFFabc', 'a\u00A0b', 'a b', 'a,b', 'a;b', 'a|b', 'a\nb',
  'a\r\nB: c', 'a\0b', '<a>', 'a@', '@b', 'a@b', 'a@b@c', 'a@b,c@d.ca', 'a@b.ca;c@d.ca', 'A <a@b.ca>\nBcc: c@d.ca',
  'x'.repeat(10_000), '9'.repeat(400), '65536', '2147483648', '1e1000', 'localhost', '127.1', '1.2.3', '256.0.0.1',
  '999.999.999.999', '1.2.3.4.5', '::1', '[::1]', '::ffff:1.2.3.4', 'fe80::1%eth0', 'a..b', '.a', 'a.', '-a', 'a-',
  '*', '*:3000', 'host:99999', 'example.com:80', '/dev/null', '/proc/x', 's3:/x', 's3://', 's3://A', 's3://a/b?c#d',
  'S3://bucket/x', 'sftp://host/x', 'hunter2',
]; // prettier-ignore

/** Mistakes in writing the right value. */
function misspell(value: string): string[] {
  const half = Math.ceil(value.length / 2);
  return [
    ` ${value}`, `${value} `, `\t${value}`, `${value}\n`, `${value}\r`, `\uFEFF${value}`, `"${value}"`, `'${value}'`,
    `“${value}”`, `"${value}`, `${value},${value}`, `${value};${value}`, `${value} ${value}`, `${value}\n${value}`,
    `${value}:${value}`, `${value}#`, `${value}?`, `${value}?a=b`, `${value}#c`, `${value}@`, `${value}%`, `${value}%zz`,
    `${value}/`, `${value}//`, `${value}/../..`, `${value}\\`, `${value}=`, `=${value}`, `-${value}`, `+${value}`,
    `${value}.5`, `${value}e3`, `${value}\0`, `${value}é`, `${value}x`.repeat(200), value.slice(0, half),
    value.slice(half), value.toUpperCase(), value.replaceAll('/', ''), value.replace('://', ':'),
    value.replace('://', '//'), value.replace(/^[a-z0-9]+:\/\//, ''), value.replace(/^[a-z0-9]+:/, 'ftp:'),
    value.replace('hunter2', 'hun#ter2'), value.replace('hunter2', 'hun@ter2'), value.replace('hunter2', 'hun%ter2'),
    value.replace('hunter2', '12#hunter2'), value.replace('hunter2', '12/hunter2'), value.replace('hunter2', '12?hunter2'),
    value.replace('hunter2', 'hun:ter2'), value.replace('hunter2', 'hun ter2'), value.replace('hunter2', 'hun"ter2'),
    value.replace('hunter2', 'hun\nter2'), value.replace('hunter2', 'hünter2'), value.replace(/:\d+/, ':0'),
    value.replace(/:\d+/, ':99999'), value.replace(/:\d+/, ':x'), value.replace('example', 'exa mple'),
    value.replace('example', 'exa_mple,x'), value.replace('example', '..'), value.replace('example', 'ex%61mple'),
  ]; // prettier-ignore
}

/** Uses every accepted value as the server does; throws where a value is unusable. */
function applySettings(config: ServerConfig): void {
  loopbackUrl(config.HOST, config.PORT);
  expect(isAbsolute(config.DATA_DIR)).toBe(true);
  expect(new URL(config.SITE_URL).origin).toBe(config.SITE_URL);
  expect(Number.isInteger(config.PORT) && config.PORT > 0 && config.PORT < 65_536).toBe(true);
  for (const seconds of [config.SHUTDOWN_SECONDS, config.SHUTDOWN_NOTICE_SECONDS])
    expect(seconds >= 0 && seconds <= 3600).toBe(true);
  if (config.DATABASE_URL) openDatabaseUrl(config.DATABASE_URL);
  if (config.SUPABASE_URL) isLoopback(new URL(config.SUPABASE_URL).hostname);
  if (config.DNS_SERVER) new Resolver().setServers([config.DNS_SERVER]);
  if (config.BACKUP_TO) expect(config.BACKUP_TO).toMatch(/^(\/|s3:\/\/[a-z0-9])/);
  for (const url of [config.SMTP_URL, config.MAIL_IN_IMAP_URL]) {
    if (url === undefined) continue;
    const { username, password, hostname, pathname } = new URL(url);
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    expect(hostname).not.toBe('');
  }
  const headers = [config.PUBLISHABLE_KEY, config.SECRET_KEY, config.METRICS_TOKEN, config.STRIPE_SECRET_KEY];
  for (const value of headers)
    if (value !== undefined) expect(new Headers({ apikey: value }).get('apikey')).toBe(value);
  if (config.MAIL_FROM) expect(config.MAIL_FROM).not.toMatch(/[\r\n]/);
}

/** What is wrong with its options is reported when the start opens it. */
function openDatabaseUrl(url: string): void {
  try {
    expect(parseDatabaseUrl(url).host).not.toBe('');
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).toMatch(/^DATABASE_URL .*postgres:\/\/user:password@host/);
    expect(exitCodeOf(error)).toBe(permanentFailureExitCode);
  }
}

const example = /e\.g\. \S/;

test.each(settingNames)(
  'B-281 a malformed value of %s is either accepted with a meaning, or rejected with what is expected',
  (name) => {
    const [value, others] = right[name];
    expect(() => applySettings(readConfig({ ...others, [name]: value }))).not.toThrow();
    const values = [...new Set([...anywhere, ...misspell(value)])];
    expect(values.length).toBeGreaterThan(150);
    let refused = 0;
    for (const malformed of values) {
      let config: ServerConfig;
      try {
        config = readConfig({ ...others, [name]: malformed });
      } catch (error) {
        refused += 1;
        expect(error).toBeInstanceOf(ConfigError);
        expect(exitCodeOf(error)).toBe(permanentFailureExitCode);
        const { message } = error as Error;
        // One line, which begins with the name, or that of a setting that belongs to it.
        expect([malformed, message]).toEqual([malformed, expect.stringMatching(/^[A-Z][A-Z0-9_]+: .+$/)]);
        expect(message).toMatch(new RegExp(`\\b${name}\\b|the same as`));
        if (message.startsWith(`${name}: use`))
          expect([malformed, message]).toEqual([malformed, expect.stringMatching(example)]);
        if (/hunter2/.test(value)) expect(message).not.toContain('ter2');
        expect(message.length).toBeLessThan(500);
        continue;
      }
      try {
        applySettings(config);
      } catch (error) {
        throw new Error(`${name}=${JSON.stringify(malformed)}: ${String(error)}`, { cause: error });
      }
    }
    expect(refused).toBeGreaterThan(25);
  },
);

test.each([
  ['MAIL_IN_IMAP_URL', 'user:hunter2@imap.example.com', { REPLY_ADDRESS: 'r@example.com' }],
  ['MAIL_IN_IMAP_URL', 'imaps://user:hun#ter2@imap.example.com', { REPLY_ADDRESS: 'r@example.com' }],
  ['SMTP_URL', 'smtp://user:12#hunter2@mail.example.com', { MAIL_FROM: 'a@example.com' }],
  ['DATABASE_URL', 'postgres://user:12/hunter2@db/name', {}],
  ['BACKUP_TO', 'backups', {}],
  ['BACKUP_TO', '~/backups', {}],
  ['DATA_DIR', '~/data', {}],
  ['PORT', '3e3', {}],
] as const)(
  'B-281 %s=%s is rejected with its name, what is expected and an example',
  (name, value, others) => {
    expect(() => readConfig({ ...others, [name]: value })).toThrow(new RegExp(`^${name}: use .*e\\.g\\. `));
  },
);

test('B-281 blanks around a value, as in a file of Windows, have no meaning; names of senders are quoted', () => {
  expect(readConfig({ PORT: ' 3001\r', SITE_URL: ' ', TRUSTED_PROXIES: ' ' })).toMatchObject({
    PORT: 3001,
    SITE_URL: 'http://localhost:3001',
    TRUSTED_PROXIES: 0,
  });
  const from = readConfig({ MAIL_FROM: 'Smith, Jones & Co. <hello@example.com>' }).MAIL_FROM;
  expect(from).toBe('"Smith, Jones & Co." <hello@example.com>');
  expect(readConfig({ SITE_URL: 'https://Café.example:443/' }).SITE_URL).toBe('https://xn--caf-dma.example');
  // A passphrase stays as it is.
  expect(readConfig({ BACKUP_PASSPHRASE: ' "with blanks and quotes" ' }).BACKUP_PASSPHRASE).toBe(
    ' "with blanks and quotes" ',
  );
});
