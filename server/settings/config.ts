// All settings of the server: the form of each, its hint, and which need or exclude each other.
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { permanentFailureExitCode } from '@fairlead/backend/errors';
import { findMailInSettingsProblem, mailInSettings } from './mail-in-settings.ts';
import { isLocalMode } from './local-mode.ts';
import {
  httpUrl,
  isAbsolutePath,
  isBackupTarget,
  isDnsServer,
  isDataFolder,
  isFolder,
  isHost,
  isPrintableToken,
  loginUrl,
  seconds,
  secret,
  sender,
  siteUrl,
  text,
  wholeNumber,
} from './setting-forms.ts';
import { storageQuotaSettings } from './storage-settings.ts';

const senderExpected = 'use a sender address, e.g. Fairlead <hello@example.com>';
const hostExpected = 'use an address to listen on, e.g. 127.0.0.1';
const randomSecret = 'e.g. from: openssl rand -base64 32';

/** At least `length` characters; a key travels in headers, so it has no blanks and quotes. */
function apiKey(length: number, expected: string) {
  return text(
    `${expected}, without blanks and quotes`,
    (value) => value.length >= length && isPrintableToken(value),
  );
}

function longSecret(length: number, expected: string) {
  return secret(expected, (value) => value.trim().length >= length);
}

/** The tables of docs/operate/settings.md list the same. */
const schema = z.object({
  HOST: z
    .string()
    .refine((value) => !value.startsWith('['), 'use the address without brackets, e.g. ::1')
    .refine((value) => isHost(value) && (isIPv6(value) || !value.includes(':')), hostExpected)
    .default('127.0.0.1'),
  PORT: wholeNumber('use a port number from 1 to 65535, e.g. 3000', 1, 65_535).default(3000),
  DATA_DIR: text(
    'use the path of a folder as it is, without ~, variables or commas, e.g. /srv/fairlead',
    isDataFolder,
  ).default('./.data'),
  SITE_URL: siteUrl(
    'use your public address, without path, query or password, e.g. https://www.example.com',
  ).optional(),
  TRUSTED_PROXIES: wholeNumber('use the number of proxies in front, from 0 to 10, e.g. 1', 0, 10).default(0),
  SHUTDOWN_SECONDS: seconds('20').default(20),
  SHUTDOWN_NOTICE_SECONDS: seconds('5').default(0),
  DATABASE_URL: loginUrl('use a PostgreSQL address, e.g. postgres://user:password@host:5432/name', {
    protocol: /^postgres(ql)?:$/,
    // Without a host: the folder of a socket is in the query.
    hasValidRest: ({ hostname, pathname, searchParams }) =>
      (hostname !== '' || searchParams.has('host')) && !/.\//.test(pathname),
  }).optional(),
  DATABASE_PORT: wholeNumber('use a port from 1024 to 65535, e.g. 5433', 1024, 65_535).optional(),
  JWT_SECRET: longSecret(32, `use at least 32 characters, ${randomSecret}`).optional(),
  JWT_SECRET_PREVIOUS: longSecret(
    32,
    'use the previous JWT_SECRET, at least 32 characters, e.g. from: ./fairlead status',
  ).optional(),
  PUBLISHABLE_KEY: apiKey(20, 'use at least 20 characters, e.g. from: openssl rand -hex 24').optional(),
  SECRET_KEY: apiKey(20, 'use at least 20 characters, e.g. from: openssl rand -hex 24').optional(),
  SECRET_KEY_PREVIOUS: apiKey(
    20,
    'use the previous SECRET_KEY, at least 20 characters, e.g. from: ./fairlead status',
  ).optional(),
  SUPABASE_URL: httpUrl(
    'use the project address, without query or password, e.g. https://xyz.supabase.co',
  ).optional(),
  SIGN_UP: z
    .enum(['open', 'approval', 'closed'], 'choose open, approval or closed, e.g. approval')
    .optional(),
  STRIPE_SECRET_KEY: text('use a Stripe secret key, sk_… or rk_…, e.g. sk_live_51H…', (value) =>
    /^[sr]k_[\w-]+$/.test(value),
  ).optional(),
  STRIPE_WEBHOOK_SECRET: text(
    'use the signing secret of your Stripe webhook, whsec_…, e.g. whsec_5f2c…',
    (value) => /^whsec_[\w+/=-]+$/.test(value),
  ).optional(),
  SMTP_URL: loginUrl('use the address of a mail server, e.g. smtp://user:password@mail.example.com:587', {
    protocol: /^smtps?:$/,
    hasValidRest: ({ hostname, pathname }) => hostname !== '' && /^\/?$/.test(pathname),
  }).optional(),
  MAIL_FROM: sender(senderExpected).optional(),
  DKIM_SELECTOR: text('use letters, digits and hyphens, e.g. fairlead2026', (value) =>
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(value),
  ).optional(),
  BACKUP_TO: text(
    'use the whole path of a folder, ideally on another disk, e.g. /mnt/backup, or a bucket, s3://NAME/PREFIX',
    isBackupTarget,
  ).optional(),
  BACKUP_AT: text('use a time of day, e.g. 03:30', (value) =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  ).default('03:30'),
  BACKUP_KEEP: text('use numbers of days, weeks and months, not all 0, e.g. 8d 4w 12m', (value) =>
    /^(?!0+d 0+w 0+m)\d{1,4}d \d{1,4}w \d{1,4}m$/.test(value),
  ).default('8d 4w 12m'),
  BACKUP_PASSPHRASE: longSecret(
    16,
    'use at least 16 characters, e.g. from: openssl rand -base64 24',
  ).optional(),
  DNS_SERVER: text(
    'use the IP address of a DNS server, e.g. 9.9.9.9 or 127.0.0.1:5353',
    isDnsServer,
  ).optional(),
  METRICS_TOKEN: text(
    'use at least 20 letters, digits or -._~+/, e.g. from: openssl rand -hex 24',
    (value) => value.length >= 20 && /^[\w.~+/-]+=*$/.test(value),
  ).optional(),
  ACCESS_LOG: text(
    'use 1 for standard error, or the whole path of a file, e.g. /var/log/fairlead/access.log',
    (value) => value === '1' || (isAbsolutePath(value) && !value.endsWith('/')),
  ).optional(),
  OLD_POSTGRES: text(
    'use the path of the folder of the version that was used before, e.g. /opt/fairlead-0.1.0',
    isFolder,
  ).optional(),
  UPGRADE_WITHOUT_RESTORE_POINT: z
    .literal('yes', 'for one start only, use yes, e.g. UPGRADE_WITHOUT_RESTORE_POINT=yes')
    .optional(),
  BACKUP_S3_ENDPOINT: httpUrl(
    'use the URL of the store, e.g. https://s3.ca-central-1.amazonaws.com',
  ).optional(),
  BACKUP_S3_REGION: text('use the region of the bucket, e.g. ca-central-1', (value) =>
    /^[a-z0-9][a-z0-9-]{0,62}$/i.test(value),
  ).optional(),
  BACKUP_S3_ACCESS_KEY_ID: text(
    'use the ID of the key of the bucket, e.g. AKIAIOSFODNN7EXAMPLE',
    isPrintableToken,
  ).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text(
    'use the secret of the key of the bucket, e.g. wJalrXUtnFEMI/K7MDENG…',
    isPrintableToken,
  ).optional(),
  ...mailInSettings,
  ...storageQuotaSettings,
});

type SettingName = keyof typeof schema.shape;

/** The names of all settings. */
export const settingNames = Object.keys(schema.shape) as SettingName[];

export type Environment = Record<string, string | undefined>;

export interface ServerConfig extends Omit<z.infer<typeof schema>, 'SITE_URL' | 'SIGN_UP'> {
  /** Without a slash at the end. */
  SITE_URL: string;
  SIGN_UP: 'open' | 'approval' | 'closed';
  /** Only loopback addresses, no proxy: sign-up is open, limits are loose, sample leads are seeded. */
  localMode: boolean;
  /** Values for `env(NAME)` in supabase/config.toml. */
  environment: Environment;
}

export class ConfigError extends Error {
  readonly exitCode = permanentFailureExitCode;
}

/** Variables whose whole value is secret. */
export const secretVariablePattern = /SECRET|KEY|TOKEN|PASSWORD|PASSPHRASE|DATABASE_URL|SMTP_URL|IMAP_URL/;

const localProxy =
  'TRUSTED_PROXIES: local mode denies requests through a proxy; set SITE_URL to your public address, not localhost, e.g. https://www.example.com';

/** Values of secrets may begin or end with a blank or a quote. */
const keptAsGiven = /^(JWT_SECRET(_PREVIOUS)?|BACKUP_PASSPHRASE|MAIL_IN_WEBHOOK_SECRET)$/;

/** A blank value counts as not set. */
function readGiven(name: SettingName, environment: Environment): string {
  const value = environment[name] ?? '';
  return keptAsGiven.test(name) && value.trim() !== '' ? value.replace(/\r?\n?$/, '') : value.trim();
}

/** Throws a ConfigError with one line for each wrong variable. */
export function readSettings<Name extends SettingName>(
  names: readonly Name[],
  environment: Environment,
): Pick<z.infer<typeof schema>, Name> {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of names) {
    const value = readGiven(name, environment);
    const parsed = schema.shape[name].safeParse(value === '' ? undefined : value);
    const problem = parsed.error?.issues[0]?.message;
    if (problem === undefined) values[name] = parsed.data;
    else problems.push(`${name}: ${problem} (${describeValue(name, value)})`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return values as Pick<z.infer<typeof schema>, Name>;
}

/** Throws a ConfigError with one line for each wrong variable. */
export function readConfig(environment: Environment): ServerConfig {
  const config = readSettings(settingNames, environment);
  if (config.SUPABASE_URL && !(config.PUBLISHABLE_KEY && config.SECRET_KEY)) {
    throw new ConfigError("SUPABASE_URL: also set that project's PUBLISHABLE_KEY and SECRET_KEY");
  }
  const portProblem = findPortProblem(config);
  if (portProblem) throw new ConfigError(portProblem);
  if (config.DKIM_SELECTOR && !config.SMTP_URL)
    throw new ConfigError('DKIM_SELECTOR: also set SMTP_URL and MAIL_FROM');
  if (config.SMTP_URL && !config.MAIL_FROM) throw new ConfigError(`MAIL_FROM: ${senderExpected}`);
  const mailInProblem = findMailInSettingsProblem(config);
  if (mailInProblem) throw new ConfigError(mailInProblem);
  checkKeysDiffer(config);
  const localMode = isLocalMode(config);
  if (localMode && config.TRUSTED_PROXIES > 0) throw new ConfigError(localProxy);
  return {
    ...config,
    DATA_DIR: resolve(config.DATA_DIR),
    SITE_URL: config.SITE_URL ?? `http://localhost:${config.PORT}`,
    SIGN_UP: config.SIGN_UP ?? (localMode ? 'open' : 'approval'),
    localMode,
    environment,
  };
}

function findPortProblem({ DATABASE_PORT, DATABASE_URL, SUPABASE_URL, PORT }: z.infer<typeof schema>) {
  if (DATABASE_PORT === undefined) return null;
  if (DATABASE_URL || SUPABASE_URL)
    return 'DATABASE_PORT: only for the embedded database; remove it when DATABASE_URL or SUPABASE_URL is set';
  return DATABASE_PORT === PORT ? 'DATABASE_PORT: use another port; it is the same as PORT' : null;
}

/** Names of the settings that are given, for a restore to list; without those of backups. */
export function listSettingsForRestore(environment: Environment): string[] {
  return settingNames.filter((name) => environment[name]?.trim() && !name.startsWith('BACKUP_'));
}

const longestShown = 80;

/** An address with an @ may contain a password, one with a query a token. */
function describeValue(name: string, value: string): string {
  const isSecret = secretVariablePattern.test(name) || (name.endsWith('_URL') && /[@?#]/.test(value));
  const shown = value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
  return isSecret ? 'its value is not shown' : `it is now ${JSON.stringify(shown)}`;
}

const keyNames = [
  'PUBLISHABLE_KEY',
  'SECRET_KEY',
  'JWT_SECRET',
  'SECRET_KEY_PREVIOUS',
  'JWT_SECRET_PREVIOUS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'MAIL_IN_WEBHOOK_SECRET',
] as const;

/** The publishable key is in every page, and each other key protects something different. */
function checkKeysDiffer(config: z.infer<typeof schema>): void {
  const names = new Map<string, string>();
  for (const name of keyNames) {
    const value = config[name];
    if (value === undefined) continue;
    const other = names.get(value);
    if (other) throw new ConfigError(`${name}: use a different value; it is the same as ${other}`);
    names.set(value, name);
  }
}
