// Reads the options of the backend command from flags, environment variables.
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../config.ts';
import { StartupError } from '@fairlead/backend/errors';
import type { ConfiguredKeys } from '@fairlead/backend/tokens';
import type { MailConfig } from '@fairlead/backend/mail';

/** The flags as declared in operator-commands.ts. */
export type BackendCommandFlags = Partial<
  Record<'workdir' | 'port' | 'host' | 'dataDir' | 'publicUrl', string>
>;

export interface BackendCommandOptions {
  workdir: string;
  host: string;
  port: number;
  dataDir: string;
  publicUrl: string | undefined;
  trustedProxies: number;
  /** How long new requests are served after a signal, and how long requests in progress may take after that. */
  noticeSeconds: number;
  requestSeconds: number;
  databaseUrl: string | undefined;
  databasePort: number | undefined;
  mail: MailConfig;
  keys: ConfiguredKeys;
}

const proxyRange = z.coerce.number().int().min(0).max(10);
const secondsRange = z.coerce.number().min(0).max(3600);
const portRange = z.coerce.number().int().min(0).max(65535);

/** Throws a StartupError. */
export function readBackendCommandOptions(
  values: BackendCommandFlags,
  environment: Environment,
): BackendCommandOptions {
  const workdir = resolve(values.workdir ?? '.');
  const port = portRange.safeParse(values.port ?? 54321);
  if (!port.success) throw new StartupError(`--port ${values.port}: use a number from 0 to 65535`);
  const proxies = proxyRange.safeParse(environment['TRUSTED_PROXIES'] || 0);
  if (!proxies.success)
    throw new StartupError('TRUSTED_PROXIES: use the number of proxies in front, from 0 to 10');
  const publicUrl = values.publicUrl?.replace(/\/+$/, '');
  if (publicUrl !== undefined && !/^https?:\/\/[^/]+/.test(publicUrl)) {
    throw new StartupError(`--public-url ${publicUrl}: use an address such as https://api.example.com`);
  }
  const dataDir = resolve(values.dataDir ?? (environment['DATA_DIR'] || join(workdir, '.data')));
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
    databasePort: readDatabasePort(environment),
    keys: {
      jwtSecret: environment['JWT_SECRET'] || undefined,
      publishableKey: environment['PUBLISHABLE_KEY'] || undefined,
      secretKey: environment['SECRET_KEY'] || undefined,
      previousJwtSecret: environment['JWT_SECRET_PREVIOUS'] || undefined,
      previousSecretKey: environment['SECRET_KEY_PREVIOUS'] || undefined,
    },
  };
}

function readDatabasePort({ DATABASE_PORT, DATABASE_URL }: Environment): number | undefined {
  if (!DATABASE_PORT) return undefined;
  if (DATABASE_URL) throw new StartupError('DATABASE_PORT: remove it when DATABASE_URL is set');
  const port = portRange.min(1024).safeParse(DATABASE_PORT);
  if (port.success) return port.data;
  throw new StartupError('DATABASE_PORT: use a port from 1024 to 65535');
}

function readSeconds(environment: Environment, name: string, byDefault: number): number {
  const seconds = secondsRange.safeParse(environment[name] || byDefault);
  if (seconds.success) return seconds.data;
  throw new StartupError(`${name}: use a number of seconds from 0 to 3600`);
}
