// All settings of the server: the form of each, its hint, and which need or exclude each other.
import { isIPv6, isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { permanentFailureExitCode } from '@fairlead/backend/errors';
import { findMailInSettingsProblem, mailInSettingHints, mailInSettings } from './mail-in/mail-in-settings.ts';
import { isLocalMode } from './local-mode.ts';
import { storageQuotaSettings } from './storage-settings.ts';

/** The part of the schema that determines the sender of mail. */
const mailSettings = {
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i, 'use letters, digits and hyphens, e.g. fairlead2026')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n"]+<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/)
    .optional(),
};

/** An IP address, with or without a port; an IPv6 address before a port must be in brackets. */
function isDnsServer(value: string): boolean {
  const [, bracketed, dotted, port] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d+))?$/.exec(value) ?? [];
  const address = bracketed ?? dotted ?? value;
  return isIP(address) > 0 && (port === undefined || (Number(port) > 0 && Number(port) < 65_536));
}

const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/[?#]/.test(value) && !hasLogin(value))
  .transform((value) => value.replace(/\/+$/, ''));

/** Without a path, because links append one, and cookies and CORS compare the whole URL. */
const siteUrl = httpUrl.refine((value) => URL.canParse(value) && new URL(value).pathname === '/');

function hasLogin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}

function seconds(example: string) {
  const message = `use a number of seconds from 0 to 3600, e.g. ${example}`;
  return z.coerce.number(message).min(0, message).max(3600, message);
}

/** The tables of docs/operate/settings.md list the same. */
const schema = z.object({
  HOST: z
    .string()
    .refine((value) => !value.startsWith('['), 'use the address without brackets, e.g. ::1')
    .refine(
      (value) => !/[\s/]|:\d+$/.test(value) || isIPv6(value),
      'use an address to listen on, e.g. 127.0.0.1',
    )
    .default('127.0.0.1'),
  PORT: z.coerce
    .number('use a port number, e.g. 3000')
    .int('use a port number, e.g. 3000')
    .min(1, 'use a port from 1 to 65535')
    .max(65535, 'use a port from 1 to 65535')
    .default(3000),
  DATA_DIR: z.string().min(1, 'use a folder, e.g. ./.data').default('./.data'),
  SITE_URL: siteUrl.optional(),
  TRUSTED_PROXIES: z.coerce
    .number('use the number of proxies in front, e.g. 1')
    .int('use a whole number of proxies, e.g. 1')
    .min(0, 'use 0 or more')
    .max(10, 'use 10 or fewer')
    .default(0),
  SHUTDOWN_SECONDS: seconds('20').default(20),
  SHUTDOWN_NOTICE_SECONDS: seconds('5').default(0),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_PORT: z.coerce
    .number('use a port number, e.g. 5433')
    .int('use a port number, e.g. 5433')
    .min(1024, 'use a port from 1024 to 65535')
    .max(65535, 'use a port from 1024 to 65535')
    .optional(),
  JWT_SECRET: z.string().min(32, 'use at least 32 characters, e.g. from: openssl rand -base64 32').optional(),
  JWT_SECRET_PREVIOUS: z.string().min(32, 'use the previous JWT_SECRET').optional(),
  PUBLISHABLE_KEY: z.string().min(20, 'use at least 20 characters').optional(),
  SECRET_KEY: z.string().min(20, 'use at least 20 characters').optional(),
  SECRET_KEY_PREVIOUS: z.string().min(20, 'use the previous SECRET_KEY').optional(),
  SUPABASE_URL: httpUrl.optional(),
  SIGN_UP: z.enum(['open', 'approval', 'closed'], 'choose open, approval or closed').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/)
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/)
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  BACKUP_TO: z.string().min(1).optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'use a time of day, e.g. 03:30')
    .default('03:30'),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,4}d \d{1,4}w \d{1,4}m$/, 'use numbers of days, weeks and months, e.g. 8d 4w 12m')
    .default('8d 4w 12m'),
  BACKUP_PASSPHRASE: z
    .string()
    .min(16, 'use at least 16 characters, e.g. from: openssl rand -base64 24')
    .optional(),
  DNS_SERVER: z
    .string()
    .refine(isDnsServer, 'use the IP address of a DNS server, e.g. 9.9.9.9 or 127.0.0.1:5353')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(20, 'use at least 20 characters, e.g. from: openssl rand -hex 24')
    .regex(/^[\w.~+/-]+=*$/, 'use only letters, digits and -._~+/')
    .optional(),
  ACCESS_LOG: z
    .string()
    .refine(
      (value) => value === '1' || value.includes('/'),
      'use 1 for standard error, or a file with its folder, e.g. /var/log/fairlead/access.log',
    )
    .optional(),
  OLD_POSTGRES: z.string().min(1).optional(),
  UPGRADE_WITHOUT_RESTORE_POINT: z.literal('yes', 'use yes, for one start only').optional(),
  BACKUP_S3_ENDPOINT: httpUrl.optional(),
  BACKUP_S3_REGION: z.string().min(1).optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  ...mailSettings,
  ...mailInSettings,
  ...storageQuotaSettings,
});

/** The names of all settings. */
export const settingNames = Object.keys(schema.shape);

export interface ServerConfig extends Omit<z.infer<typeof schema>, 'SITE_URL' | 'SIGN_UP'> {
  /** Without a slash at the end. */
  SITE_URL: string;
  SIGN_UP: 'open' | 'approval' | 'closed';
  /** Only loopback addresses, no proxy: sign-up is open, limits are loose, sample leads are seeded. */
  localMode: boolean;
  /** Values for `env(NAME)` in supabase/config.toml. */
  environment: Environment;
}

export type Environment = Record<string, string | undefined>;

export class ConfigError extends Error {
  readonly exitCode = permanentFailureExitCode;
}

/** Variables whose whole value is secret. */
export const secretVariablePattern = /SECRET|KEY|TOKEN|PASSWORD|PASSPHRASE|DATABASE_URL|SMTP_URL|IMAP_URL/;

const hints: Record<string, string> = {
  SITE_URL: 'use your public address, without path, query or password, e.g. https://www.example.com',
  DATABASE_URL: 'use a PostgreSQL address, e.g. postgres://user:password@host:5432/name',
  SUPABASE_URL: 'use the project address, without query or password, e.g. https://xyz.supabase.co',
  SMTP_URL: 'use the address of a mail server, e.g. smtp://user:password@mail.example.com:587',
  STRIPE_SECRET_KEY: 'use a Stripe secret key, sk_… or rk_…',
  STRIPE_WEBHOOK_SECRET: 'use the signing secret of your Stripe webhook, whsec_…',
  BACKUP_S3_ENDPOINT: 'use the URL of the store, e.g. https://s3.ca-central-1.amazonaws.com',
  ...mailInSettingHints,
  MAIL_FROM: 'use a sender address, e.g. Fairlead <hello@example.com>',
};

const localProxy =
  'TRUSTED_PROXIES: local mode denies requests through a proxy; set SITE_URL to your public address, not localhost, e.g. https://www.example.com';

/** Throws a ConfigError with one line for each wrong variable. */
export function readConfig(environment: Environment): ServerConfig {
  const given = Object.fromEntries(
    settingNames.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = new Map<string, string>();
    for (const { path, message } of parsed.error.issues) {
      const name = String(path[0]);
      if (!lines.has(name))
        lines.set(name, `${name}: ${hints[name] ?? message} (${describeValue(name, given[name] ?? '')})`);
    }
    throw new ConfigError([...lines.values()].join('\n'));
  }
  const config = parsed.data;
  if (config.SUPABASE_URL && !(config.PUBLISHABLE_KEY && config.SECRET_KEY)) {
    throw new ConfigError("SUPABASE_URL: also set that project's PUBLISHABLE_KEY and SECRET_KEY");
  }
  const portProblem = findPortProblem(config);
  if (portProblem) throw new ConfigError(portProblem);
  if (config.DKIM_SELECTOR && !config.SMTP_URL)
    throw new ConfigError('DKIM_SELECTOR: also set SMTP_URL and MAIL_FROM');
  if (config.SMTP_URL && !config.MAIL_FROM) throw new ConfigError(`MAIL_FROM: ${hints['MAIL_FROM']}`);
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
  return settingNames.filter((name) => environment[name] && !name.startsWith('BACKUP_'));
}

/** An address with an @ may contain a password, one with a query a token. */
function describeValue(name: string, value: string): string {
  const isSecret = secretVariablePattern.test(name) || (name.endsWith('_URL') && /[@?#]/.test(value));
  return isSecret ? 'its value is not shown' : `it is now ${JSON.stringify(value)}`;
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
