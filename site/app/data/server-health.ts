// The facts of a report on the site's health.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database-types.ts';

/** All times are ISO 8601. */
export type BackupHealth =
  /** A hosted project makes its own. */
  | { kind: 'elsewhere' }
  /** BACKUP_TO or BACKUP_PASSPHRASE is not set. */
  | { kind: 'off'; missing: ('BACKUP_TO' | 'BACKUP_PASSPHRASE')[]; includesDatabase: boolean }
  | {
      kind: 'nightly';
      succeeded: { at: string; isVerified: boolean; unproven?: string | undefined } | null;
      /** Since the last success. */
      failed: { at: string; message: string } | null;
      /** The log between two backups does not reach its target. */
      logFailing: { since: string; message: string } | null;
      isLate: boolean;
      nextAt: string;
      /** False with DATABASE_URL. */
      includesDatabase: boolean;
      /** Lost with the data. */
      isOnDataDisk: boolean;
      /** BACKUP_TO is not mounted, or another target. */
      isTargetMissing: boolean;
    };

export type MailHealth =
  /** No mail server is set up. */
  | { kind: 'files' }
  | {
      kind: 'smtp';
      sentAt: string | null;
      /** Of the last attempt, where the mail server could not be used. */
      problem: { at: string; text: string } | null;
      /** Mail for accounts that waits; null where a hosted project sends it. */
      accountMails: { waiting: number; oldestSeconds: number } | null;
      sender: SenderDomain | null;
    };

/** One way that mail comes in. */
export interface MailInHealth {
  way: 'imap' | 'webhook';
  receivedAt: string | null;
  /** When a mail last was too large to be kept here. */
  tooLargeAt?: string | null;
  overLimitAt?: string | null;
  /** Since when nothing can be taken, and why. */
  problem: { at: string; text: string } | null;
}

export interface DiskHealth {
  freeBytes: number;
  sizeBytes: number;
  isLow: boolean;
  /** What of DATA_DIR takes it; null where it is elsewhere or cannot be read. */
  databaseBytes: number | null;
  fileBytes: number | null;
}

interface ServerFacts {
  localMode: boolean;
  backup: BackupHealth;
  mail: MailHealth;
  /** Null where it cannot be read. */
  disk: DiskHealth | null;
  /** The one that runs. */
  version: string;
  /** The ways that are set up. */
  mailIn?: MailInHealth[];
}

/** What owners see; `outbox` is null where the database does not say. */
export interface HealthReport extends ServerFacts {
  outbox: OutboxState | null;
}

/** `filed`: there is no mail server, it became a file. */
export type TestMailResult = { outcome: 'sent' | 'filed' } | { outcome: 'failed'; problem: string };

/** Facts of the machine, which no database knows. Only for routes that have verified an owner. */
export interface ServerHealth {
  read(): Promise<ServerFacts>;
  sendTestMail(to: string): Promise<TestMailResult>;
}

/** `improve` works; `unknown` could not be read. */
export type RecordStatus = 'good' | 'improve' | 'wrong' | 'unknown';

/** A DNS record by which receivers tell our mail from forged mail. */
export interface SenderRecord {
  kind: 'SPF' | 'DKIM' | 'DMARC';
  status: RecordStatus;
  /** What it is like and what to do, for the owner. */
  advice: string;
  /** As published. */
  found?: string;
  /** The TXT record to publish instead. */
  publish?: { name: string; value: string };
}

export interface SenderDomain {
  domain: string;
  records: SenderRecord[];
}

interface OutboxState {
  waiting: number;
  oldestSeconds: number;
  /** Given up in the last 7 days. */
  failed: number;
}

/** For owners or the secret key; null if the database returns no row. */
export async function readOutboxState(client: SupabaseClient<Database>): Promise<OutboxState | null> {
  const { data } = await client.rpc('outbox_state').maybeSingle();
  return data && { waiting: data.waiting, oldestSeconds: data.oldest_seconds, failed: data.failed };
}
