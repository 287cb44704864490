import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Environment } from '../server/config.ts';
import { StartupError } from '@fairlead/backend/errors/startup-error.ts';
import type { ConfiguredKeys } from '@fairlead/backend/tokens/key-store.ts';
import type { MailConfig } from '@fairlead/backend/mail/create-mailer.ts';

export const usage = `Serves the supabase/ folder of any project: rest, auth, storage, realtime and functions on PostgreSQL.

  backend --workdir DIR [--port N] [--host ADDRESS] [--data-dir DIR] [--public-url URL]

  --workdir     project root that holds supabase/              (.)
  --port        0 takes a free one                             (54321)
  --host        address to listen on                           (127.0.0.1)
  --data-dir    embedded database, keys and uploaded files     (DATA_DIR, else WORKDIR/.data)
  --public-url  address that callers use, named by tokens      (http://HOST:PORT)

DATABASE_URL uses a PostgreSQL of your own instead of the embedded one. JWT_SECRET, PUBLISHABLE_KEY and SECRET_KEY
replace the keys that are made once and kept; JWT_SECRET_PREVIOUS and SECRET_KEY_PREVIOUS stay accepted meanwhile. TRUSTED_PROXIES says how many proxies in front may name the caller's
address (0), SHUTDOWN_SECONDS how long requests under way may take at the end (20), and SHUTDOWN_NOTICE_SECONDS how
long new ones are served before that (0). SMTP_URL and MAIL_FROM name a mail server, else [auth.email.smtp] of config.toml
does; without one messages become files in the data folder's mail/.
`;

export interface BackendOptions {
  workdir: string;
  host: string;
  port: number;
  dataDir: string;
  publicUrl: string | undefined;
  trustedProxies: number;
  /** How long new requests are served after a signal, and requests under way after that. */
  noticeSeconds: number;
  requestSeconds: number;
  databaseUrl: string | undefined;
  mail: MailConfig;
  keys: ConfiguredKeys;
}

const proxyRange = z.coerce.number().int().min(0).max(10);
const secondsRange = z.coerce.number().min(0).max(3600);
const portRange = z.coerce.number().int().min(0).max(65535);

/** Undefined when only the usage is wanted. Throws a StartupError. */
export function readBackendOptions(args: string[], environment: Environment): BackendOptions | undefined {
  const values = parseOptions(args);
  if (values.help) return undefined;
  const workdir = resolve(values.workdir ?? '.');
  const port = portRange.safeParse(values.port ?? 54321);
  if (!port.success) throw new StartupError(`--port ${values.port}: give a number from 0 to 65535`);
  const proxies = proxyRange.safeParse(environment['TRUSTED_PROXIES'] || 0);
  if (!proxies.success)
    throw new StartupError('TRUSTED_PROXIES: give how many proxies stand in front, from 0 to 10');
  const publicUrl = values['public-url']?.replace(/\/+$/, '');
  if (publicUrl !== undefined && !/^https?:\/\/[^/]+/.test(publicUrl)) {
    throw new StartupError(`--public-url ${publicUrl}: give an address such as https://api.example.com`);
  }
  const dataDir = resolve(values['data-dir'] ?? (environment['DATA_DIR'] || join(workdir, '.data')));
  return {
    workdir,
    host: values.host ?? '127.0.0.1',
    port: port.data,
    dataDir,
    mail: {
      smtpUrl: environment['SMTP_URL'] || undefined,
      from: environment['MAIL_FROM'] || undefined,
      folder: join(dataDir, 'mail'),
    },
    publicUrl,
    trustedProxies: proxies.data,
    noticeSeconds: readSeconds(environment, 'SHUTDOWN_NOTICE_SECONDS', 0),
    requestSeconds: readSeconds(environment, 'SHUTDOWN_SECONDS', 20),
    databaseUrl: environment['DATABASE_URL'] || undefined,
    keys: {
      jwtSecret: environment['JWT_SECRET'] || undefined,
      publishableKey: environment['PUBLISHABLE_KEY'] || undefined,
      secretKey: environment['SECRET_KEY'] || undefined,
      previousJwtSecret: environment['JWT_SECRET_PREVIOUS'] || undefined,
      previousSecretKey: environment['SECRET_KEY_PREVIOUS'] || undefined,
    },
  };
}

function readSeconds(environment: Environment, name: string, byDefault: number): number {
  const seconds = secondsRange.safeParse(environment[name] || byDefault);
  if (seconds.success) return seconds.data;
  throw new StartupError(`${name}: give a number of seconds from 0 to 3600`);
}

type ParsedOptions = Partial<Record<'workdir' | 'port' | 'host' | 'data-dir' | 'public-url', string>> & {
  help?: boolean;
};

function parseOptions(args: string[]): ParsedOptions {
  try {
    const text = { type: 'string' } as const;
    const options = {
      workdir: text,
      port: text,
      host: text,
      'data-dir': text,
      'public-url': text,
      help: { type: 'boolean', short: 'h' },
    } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new StartupError(`${(error as Error).message}. Try --help.`, { cause: error });
  }
}
