// Reads the options of the backend command from flags, environment variables.
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readSettings, type Environment } from '../settings/config.ts';
import { PermanentStartupError } from '@fairlead/backend/errors';
import { storageQuotaOf } from '../settings/storage-settings.ts';
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
  /** In bytes. */
  storageQuota: ReturnType<typeof storageQuotaOf>;
}

const backendSettings = [
  'DATA_DIR',
  'TRUSTED_PROXIES',
  'SHUTDOWN_SECONDS',
  'SHUTDOWN_NOTICE_SECONDS',
  'DATABASE_URL',
  'DATABASE_PORT',
  'SMTP_URL',
  'MAIL_FROM',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'PUBLISHABLE_KEY',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'STORAGE_ACCOUNT_MB',
  'STORAGE_TOTAL_MB',
  'STORAGE_RESERVE_MB',
  'OLD_POSTGRES',
  'UPGRADE_WITHOUT_RESTORE_POINT',
] as const;

const portRange = z.coerce.number().int().min(0).max(65535);

/** Throws an error that names the flag or the setting. */
export function readBackendCommandOptions(
  values: BackendCommandFlags,
  environment: Environment,
): BackendCommandOptions {
  const workdir = resolve(values.workdir ?? '.');
  const port = portRange.safeParse(values.port ?? 54321);
  if (!port.success) throw new PermanentStartupError(`--port ${values.port}: use a number from 0 to 65535`);
  const settings = readSettings(backendSettings, environment);
  if (settings.DATABASE_PORT !== undefined && settings.DATABASE_URL !== undefined)
    throw new PermanentStartupError('DATABASE_PORT: remove it when DATABASE_URL is set');
  const publicUrl = values.publicUrl?.replace(/\/+$/, '');
  if (publicUrl !== undefined && !/^https?:\/\/[^/]+/.test(publicUrl)) {
    throw new PermanentStartupError(
      `--public-url ${publicUrl}: use an address such as https://api.example.com`,
    );
  }
  const dataDir = resolve(
    values.dataDir ?? (environment['DATA_DIR']?.trim() ? settings.DATA_DIR : join(workdir, '.data')),
  );
  return {
    workdir,
    host: values.host ?? '127.0.0.1',
    port: port.data,
    dataDir,
    mail: {
      smtpUrl: settings.SMTP_URL,
      from: settings.MAIL_FROM,
      folder: join(dataDir, 'mail'),
    },
    publicUrl,
    trustedProxies: settings.TRUSTED_PROXIES,
    noticeSeconds: settings.SHUTDOWN_NOTICE_SECONDS,
    requestSeconds: settings.SHUTDOWN_SECONDS,
    databaseUrl: settings.DATABASE_URL,
    databasePort: settings.DATABASE_PORT,
    storageQuota: storageQuotaOf(settings),
    keys: {
      jwtSecret: settings.JWT_SECRET,
      publishableKey: settings.PUBLISHABLE_KEY,
      secretKey: settings.SECRET_KEY,
      previousJwtSecret: settings.JWT_SECRET_PREVIOUS,
      previousSecretKey: settings.SECRET_KEY_PREVIOUS,
    },
  };
}
