// Types of a report on the site's health.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database-types.ts';

/** All times are ISO 8601. */
export type BackupHealth =
  /** A hosted project makes its own backups. */
  | { kind: 'elsewhere' }
  /** BACKUP_TO or BACKUP_PASSPHRASE is not set. */
  | { kind: 'off'; missing: ('BACKUP_TO' | 'BACKUP_PASSPHRASE')[]; includesDatabase: boolean }
  | {
      kind: 'nightly';
      succeeded: { at: string; isVerified: boolean; unproven?: string | undefined } | null;
      /** Failures since the last success. */
      failed: { at: string; message: string } | null;
      /** The WAL between two backups does not reach the target. */
      logFailing: { since: string; message: string } | null;
      isLate: boolean;
      nextAt: string;
      /** False if DATABASE_URL is set. */
      includesDatabase: boolean;
      /** The backups are on the same disk as the data, and would be lost with it. */
      isOnDataDisk: boolean;
      /** BACKUP_TO is not mounted, or is another target. */
      isTargetMissing: boolean;
    };

export type MailHealth =
  /** No mail server is set up. */
  | { kind: 'files' }
  | {
      kind: 'smtp';
      sentAt: string | null;
      /** The problem of the last attempt, if the mail server could not be used. */
      problem: { at: string; text: string } | null;
      /** Waiting mail for accounts; null if a hosted project sends it. */
      accountMails: { waiting: number; oldestSeconds: number } | null;
      sender: SenderDomainReport | null;
    };

/** The state of one way to receive mail. */
export interface IncomingMailHealth {
  way: 'imap' | 'webhook';
  receivedAt: string | null;
  /** When the last mail was too large to be stored. */
  tooLargeAt?: string | null;
  overLimitAt?: string | null;
  /** Since when no mail can be received, and why. */
  problem: { at: string; text: string } | null;
}

export interface DiskHealth {
  freeBytes: number;
  sizeBytes: number;
  isLow: boolean;
  /** The size of the database in DATA_DIR; null if it is elsewhere or cannot be read. */
  databaseBytes: number | null;
  fileBytes: number | null;
}

interface ServerFacts {
  localMode: boolean;
  backup: BackupHealth;
  mail: MailHealth;
  /** Null if it cannot be read. */
  disk: DiskHealth | null;
  /** The version that is running. */
  version: string;
  /** The configured ways to receive mail. */
  mailIn?: IncomingMailHealth[];
}

interface OutboxState {
  waiting: number;
  oldestSeconds: number;
  /** Given up in the last 7 days. */
  failed: number;
}

/** The report for owners; `outbox` is null if the database does not respond. */
export interface HealthReport extends ServerFacts {
  outbox: OutboxState | null;
}

/** `filed`: there is no mail server, so it was written to a file. */
export type TestMailResult = { outcome: 'sent' | 'filed' } | { outcome: 'failed'; problem: string };

/** Facts about the machine, which the database does not contain. Only for routes that have verified an owner. */
export interface ServerHealthService {
  read(): Promise<ServerFacts>;
  sendTestMail(to: string): Promise<TestMailResult>;
}

/** `improve`: works, but could be better; `unknown`: could not be read. */
export type DnsRecordStatus = 'good' | 'improve' | 'wrong' | 'unknown';

/** A DNS record with which receivers distinguish our mail from forged mail. */
export interface SenderDnsRecord {
  kind: 'SPF' | 'DKIM' | 'DMARC';
  status: DnsRecordStatus;
  /** Its state and what to do, for the owner. */
  advice: string;
  /** The published record. */
  found?: string;
  /** The TXT record to publish instead. */
  publish?: { name: string; value: string };
}

export interface SenderDomainReport {
  domain: string;
  records: SenderDnsRecord[];
}

/** Mail is normally sent within seconds, and notifications within five minutes. */
export const lateMailSeconds = 3_600;

/** For owners or the secret key; null if the database returns no row. */
export async function readOutboxState(client: SupabaseClient<Database>): Promise<OutboxState | null> {
  const { data } = await client.rpc('outbox_state').maybeSingle();
  return data && { waiting: data.waiting, oldestSeconds: data.oldest_seconds, failed: data.failed };
}
