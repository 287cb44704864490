// Collects the health data for the dashboard: mail, backups, disk space, sender domain.
import { createMailTransport } from '@fairlead/backend/mail';
import type { Backend, BackendStats } from '@fairlead/backend';
import type { AgencySource } from '../../site/app/agency/agency.ts';
import type {
  SenderDomainReport,
  BackupHealth,
  MailHealth,
  IncomingMailHealth,
  ServerHealthService,
  DiskHealth,
} from '../../site/app/data/server-health.ts';
import { toMailOutcome } from '../../site/app/mail/claim-mail.ts';
import { mailHeadOf } from '../../site/app/mail/compose-reply.ts';
import { composeTestMail } from '../../site/app/mail/compose-notice-mail.ts';
import { missingBackupSettings } from '../backup/backup-setup.ts';
import { hasBackupTargetProblem, isBackupLate, findWalArchiveProblem } from '../backup/backup-status.ts';
import { nextBackupTime } from '../backup/next-backup-time.ts';
import type { ServerConfig } from '../settings/config.ts';
import { backupDisk } from '../probes/backup-disk.ts';
import { diskSpace, isDiskLow } from '../probes/disk-space.ts';
import { lastBackup } from '../probes/last-backup.ts';
import { senderDomain } from '../probes/sender-domain.ts';
import { configuredMailInSources } from '../settings/mail-in-settings.ts';
import { readMailInStates } from '../mail-in/mail-in-state.ts';
import { createMailConfig } from '../mail/mail-config.ts';
import { readLastMailAttempts } from '../mail/last-mail-attempts.ts';
import { parseSenderDomain } from '../mail/sender-address.ts';
import { readProgramVersion } from '../process/read-program-version.ts';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Time for which DNS results are reused, because the records rarely change; one that could not be read is looked up
 * again at once.
 */
const senderKeptMs = 60_000;

/** `backend` is null on a hosted project. */
export function createServerHealthService(
  config: ServerConfig,
  backend: Backend | null,
  agency: AgencySource,
): ServerHealthService {
  const readFileBytes = createFileSizeReader(config.DATA_DIR);
  const readSender = keep(async () => senderDomain.read(config));

  return {
    async read() {
      const [stats, sender] = await Promise.all([readStats(backend), readSender()]);
      return {
        localMode: config.localMode,
        backup: await backupHealth(config),
        mail: mailHealth(config, stats, sender),
        disk: await diskHealth(config, stats, readFileBytes),
        version: readProgramVersion(),
        mailIn: mailInHealth(config),
      };
    },

    async sendTestMail(to) {
      const transport = createMailTransport(createMailConfig(config, agency));
      if (!transport) throw new Error('no mail transport configured');
      try {
        const domain = parseSenderDomain(config.MAIL_FROM) ?? new URL(config.SITE_URL).hostname;
        const head = mailHeadOf({ ...(await agency.read()), siteUrl: config.SITE_URL });
        await transport.deliver(composeTestMail(to, domain, head));
        return { outcome: transport.delivers ? 'sent' : 'filed' };
      } catch (error) {
        const failure = toMailOutcome(error);
        return { outcome: 'failed', problem: 'problem' in failure ? failure.problem : '' };
      } finally {
        transport.close();
      }
    },
  };
}

/** Null if the database does not reply; the rest is shown anyway. */
async function readStats(backend: Backend | null): Promise<BackendStats | null> {
  return (await backend?.readStats().catch(() => null)) ?? null;
}

async function backupHealth(config: ServerConfig): Promise<BackupHealth> {
  const { SUPABASE_URL, BACKUP_TO, BACKUP_PASSPHRASE, BACKUP_AT, DATABASE_URL } = config;
  if (SUPABASE_URL) return { kind: 'elsewhere' };
  if (!BACKUP_TO || !BACKUP_PASSPHRASE)
    return { kind: 'off', missing: missingBackupSettings(config), includesDatabase: !DATABASE_URL };
  const status = (await lastBackup.read(config)) ?? {};
  return {
    kind: 'nightly',
    succeeded: status.succeeded ?? null,
    failed: status.failed ?? null,
    logFailing: findWalArchiveProblem(status) ?? null,
    isLate: isBackupLate(status),
    nextAt: nextBackupTime(BACKUP_AT, new Date()).toISOString(),
    includesDatabase: !DATABASE_URL,
    isOnDataDisk: (await backupDisk.read(config))?.isOnDataDisk ?? false,
    isTargetMissing: hasBackupTargetProblem(status),
  };
}

function mailInHealth(config: ServerConfig): IncomingMailHealth[] {
  const states = readMailInStates(config.DATA_DIR);
  return configuredMailInSources(config).map((way) => ({
    way,
    ...(states[way] ?? { receivedAt: null, problem: null }),
  }));
}

function mailHealth(
  { SMTP_URL, DATA_DIR }: ServerConfig,
  stats: BackendStats | null,
  sender: SenderDomainReport | null,
): MailHealth {
  if (!SMTP_URL) return { kind: 'files' };
  return {
    kind: 'smtp',
    ...readLastMailAttempts(DATA_DIR),
    accountMails: stats?.accountMails ?? null,
    sender,
  };
}

function keep(read: () => Promise<SenderDomainReport | null>): () => Promise<SenderDomainReport | null> {
  let kept: Promise<SenderDomainReport | null> | undefined;
  return () => {
    // An error, such as a damaged key or an invalid DNS_SERVER, must not hide the other data.
    kept ??= read()
      .catch(() => null)
      .then((sender) => {
        const isKnown = sender?.records.every(({ status, kind }) => status !== 'unknown' || kind === 'DKIM');
        setTimeout(() => (kept = undefined), isKnown === false ? 0 : senderKeptMs).unref();
        return sender;
      });
    return kept;
  };
}

/** With more files than this, the sizes of stored files are not read. */
const maxFiles = 100_000;
const keptMs = 600_000;

/** Null if the folder cannot be read. */
async function diskHealth(
  config: ServerConfig,
  stats: BackendStats | null,
  readFileBytes: () => Promise<number | null>,
): Promise<DiskHealth | null> {
  const disk = await diskSpace.read(config);
  if (!disk) return null;
  return {
    ...disk,
    isLow: isDiskLow(disk),
    databaseBytes: config.DATABASE_URL ? null : (stats?.databaseBytes ?? null),
    fileBytes: await readFileBytes(),
  };
}

/** The size of stored files, at most ten minutes old. */
function createFileSizeReader(dataDir: string): () => Promise<number | null> {
  let files = { bytes: null as number | null, readAt: -Infinity };
  return async () => {
    if (Date.now() - files.readAt > keptMs)
      files = { bytes: await sizeOf(join(dataDir, 'storage')), readAt: Date.now() };
    return files.bytes;
  };
}

async function sizeOf(folder: string): Promise<number | null> {
  let bytes = 0;
  let count = 0;
  const folders = [folder];
  for (const each of folders) {
    const entries = await readdir(each, { withFileTypes: true }).catch(() => []);
    count += entries.length;
    if (count > maxFiles) return null;
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(each, name)));
    const files = entries.filter((entry) => entry.isFile());
    // A file may be deleted in between.
    const sizes = await Promise.all(
      files.map(({ name }) =>
        lstat(join(each, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    for (const size of sizes) bytes += size;
  }
  return bytes;
}
