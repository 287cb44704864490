import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const webAddress = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/[?#]/.test(value) && !hasLogin(value))
  .transform((value) => value.replace(/\/+$/, ''));

/** Links are this and a path, cookies and CORS compare it as a whole. */
const siteAddress = webAddress.refine((value) => URL.canParse(value) && new URL(value).pathname === '/');

function hasLogin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}

function seconds(example: string) {
  const words = `give a number of seconds from 0 to 3600, e.g. ${example}`;
  return z.coerce.number(words).min(0, words).max(3600, words);
}

/** Every setting, with the sentence that a mistake answers. README's table lists the same. */
const schema = z.object({
  HOST: z
    .string()
    .refine((value) => !value.startsWith('['), 'give the address without brackets, e.g. ::1')
    .refine(
      (value) => !/[\s/]|:\d+$/.test(value) || isIPv6(value),
      'give an address to listen on, e.g. 127.0.0.1',
    )
    .default('127.0.0.1'),
  PORT: z.coerce
    .number('give a port number, e.g. 3000')
    .int('give a port number, e.g. 3000')
    .min(1, 'give a port from 1 to 65535')
    .max(65535, 'give a port from 1 to 65535')
    .default(3000),
  DATA_DIR: z.string().min(1, 'give a folder, e.g. ./.data').default('./.data'),
  SITE_URL: siteAddress.optional(),
  TRUSTED_PROXIES: z.coerce
    .number('give how many proxies stand in front, e.g. 1')
    .int('give a whole number of proxies, e.g. 1')
    .min(0, 'give 0 or more')
    .max(10, 'give 10 or fewer')
    .default(0),
  SHUTDOWN_SECONDS: seconds('20').default(20),
  SHUTDOWN_NOTICE_SECONDS: seconds('5').default(0),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  JWT_SECRET: z
    .string()
    .min(32, 'give at least 32 characters, e.g. from: openssl rand -base64 32')
    .optional(),
  PUBLISHABLE_KEY: z.string().min(20, 'give at least 20 characters').optional(),
  SECRET_KEY: z.string().min(20, 'give at least 20 characters').optional(),
  SUPABASE_URL: webAddress.optional(),
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
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n"]+<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/)
    .optional(),
});

export interface Settings extends Omit<z.infer<typeof schema>, 'SITE_URL' | 'SIGN_UP'> {
  /** The site's own address, without a slash at the end. */
  SITE_URL: string;
  SIGN_UP: 'open' | 'approval' | 'closed';
  /** Loopback only, nothing in front: sign-up is open, limits are loose, sample leads are seeded. */
  localMode: boolean;
}

export class SettingsError extends Error {}

/** Variables that are secret as a whole. */
export const secretNames = /SECRET|KEY|PASSWORD|DATABASE_URL|SMTP_URL/;

const hints: Record<string, string> = {
  SITE_URL: 'give the address visitors use, without path, query or password, e.g. https://www.example.com',
  DATABASE_URL: 'give a PostgreSQL address, e.g. postgres://user:password@host:5432/name',
  SUPABASE_URL: 'give the project address, without query or password, e.g. https://xyz.supabase.co',
  SMTP_URL: 'give the address of a mail server, e.g. smtp://user:password@mail.example.com:587',
  STRIPE_SECRET_KEY: 'give a secret key of Stripe, sk_… or a restricted one, rk_…',
  STRIPE_WEBHOOK_SECRET: "give the signing secret of Stripe's webhook, whsec_…",
  MAIL_FROM: 'give the sender of mail, e.g. Fairlead <hello@example.com>',
};

/** Reads the settings once. Throws a SettingsError whose lines each name the variable and the fix. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = new Map<string, string>();
    for (const { path, message } of parsed.error.issues) {
      const name = String(path[0]);
      if (!lines.has(name))
        lines.set(name, `${name}: ${hints[name] ?? message} (it is now ${shown(name, given[name] ?? '')})`);
    }
    throw new SettingsError([...lines.values()].join('\n'));
  }
  const settings = parsed.data;
  if (settings.SUPABASE_URL && !(settings.PUBLISHABLE_KEY && settings.SECRET_KEY)) {
    throw new SettingsError('SUPABASE_URL: give PUBLISHABLE_KEY and SECRET_KEY of that project as well');
  }
  if (settings.SMTP_URL && !settings.MAIL_FROM) throw new SettingsError(`MAIL_FROM: ${hints['MAIL_FROM']}`);
  checkKeysDiffer(settings);
  const localMode = isLocalMode(settings);
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    SITE_URL: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
    SIGN_UP: settings.SIGN_UP ?? (localMode ? 'open' : 'approval'),
    localMode,
  };
}

/** A value as an error may show it; an address with an @ may hold a password, one with a query a token. */
function shown(name: string, value: string): string {
  const isSecret = secretNames.test(name) || (name.endsWith('_URL') && /[@?#]/.test(value));
  return isSecret ? 'not shown here' : JSON.stringify(value);
}

const keyNames = [
  'PUBLISHABLE_KEY',
  'SECRET_KEY',
  'JWT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

/** The publishable key is in every page, and none of the others may open what another one guards. */
function checkKeysDiffer(settings: z.infer<typeof schema>): void {
  const names = new Map<string, string>();
  for (const name of keyNames) {
    const value = settings[name];
    if (value === undefined) continue;
    const other = names.get(value);
    if (other)
      throw new SettingsError(
        `${name}: give a value of its own, it is the same as ${other} (not shown here)`,
      );
    names.set(value, name);
  }
}

const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether an address to listen on, or a host name, is this machine alone. */
export function isLoopback(host: string): boolean {
  return loopbackHosts.test(host);
}

function isHere(address: string | undefined): boolean {
  return address === undefined || isLoopback(new URL(address).hostname);
}

interface Whereabouts {
  HOST: string;
  SITE_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  SUPABASE_URL?: string | undefined;
}

/**
 * The one question behind sign-up policy, limits and sample leads (docs/decisions/0007): everything is on this
 * machine. A database or a project elsewhere serves others too, who must not get an open sign-up from a laptop.
 */
export function isLocalMode({ HOST, SITE_URL, DATABASE_URL, SUPABASE_URL }: Whereabouts): boolean {
  return isLoopback(HOST) && isHere(SITE_URL) && isHere(DATABASE_URL) && SUPABASE_URL === undefined;
}
