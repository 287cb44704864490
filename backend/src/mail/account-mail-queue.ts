// Queue of mails in the database, so that a killed process loses no mail, and every process delivers from it. A process
// killed between delivery and deletion causes a second delivery with the same Message-ID.
import { randomUUID, createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { LogWriter } from '../errors/log-entry.ts';
import {
  type AccountMailer,
  PermanentMailError,
  type MailMessageTransport,
  type MailMessage,
} from './message.ts';
import {
  type QueuedMail,
  claimQueuedMail,
  deleteExpiredMails,
  deleteQueuedMail,
  insertQueuedMail,
  readMsUntilNextMail,
  postponeQueuedMail,
  type PoolOrClient,
} from './queue-rows.ts';

const concurrency = 2;
/** Waiting times before the second attempt, the third, …; the last one repeats until the message expires. */
const retriesMs = [2_000, 15_000, 60_000, 300_000];
/** Must be longer than one delivery. */
const leaseMs = 120_000;
/** Finds messages of processes that were killed. */
const pollMs = 30_000;
const databaseRetryMs = 5_000;
/** The shortest wait, because a due message may be locked by another process that claims it. */
const minWaitMs = 100;
const closeTimeoutMs = 3_000;
const unreadableRetryMs = 300_000;
const unreadable =
  'it was encrypted with another JWT_SECRET; set JWT_SECRET_PREVIOUS to that one and start again, or it expires';

export interface AccountMailQueueOptions {
  /** Connects as the owner of schema backend. */
  pool: pg.Pool;
  /** The first secret encrypts queued messages, all decrypt them; the same in all processes of the database. */
  secrets: () => readonly string[];
  /** The domain of Message-IDs. */
  domain: string;
  log: LogWriter;
  retryMs?: readonly number[];
}

export function createAccountMailQueue(
  transport: MailMessageTransport,
  options: AccountMailQueueOptions,
): AccountMailer {
  const { pool, secrets, domain, log, retryMs = retriesMs } = options;
  const workers = new Set<Promise<void>>();
  let wakeCount = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (closed) return;
    wakeCount += 1;
    clearTimeout(timer);
    while (workers.size < concurrency) {
      const worker = deliverAll().finally(() => {
        workers.delete(worker);
        if (workers.size === 0 && !closed) void scheduleNext();
      });
      workers.add(worker);
    }
  }

  async function deliverAll(): Promise<void> {
    try {
      // A wake() during an empty claim may be for a message that was committed after the claim.
      for (let seen = wakeCount; ; seen = wakeCount) {
        const mail = closed ? undefined : await claimQueuedMail(pool, leaseMs);
        if (mail) await deliver(mail);
        else if (closed || seen === wakeCount) return;
      }
    } catch (error) {
      log({ level: 'warn', event: 'mail.queue_unavailable', code: codeOf(error) });
    }
  }

  async function deliver(mail: QueuedMail): Promise<void> {
    const { kind } = mail;
    const message = decryptMessage(mail.content, secrets());
    if (!message) {
      // The message waits for the secret until it expires, because an operator can still configure it.
      log({ level: 'error', event: 'mail.unreadable', message: `${kind}: ${unreadable}` });
      return postponeQueuedMail(pool, mail, unreadableRetryMs);
    }
    try {
      await transport.deliver(message);
    } catch (error) {
      const waitMs = retryMs[Math.min(mail.attempts, retryMs.length) - 1] ?? 0;
      const isLost = error instanceof PermanentMailError || waitMs / 1000 >= mail.ttl_s;
      const event = isLost ? 'mail.lost' : 'mail.failed';
      log({ level: isLost ? 'error' : 'warn', event, message: kind, code: codeOf(error) });
      return isLost ? deleteQueuedMail(pool, mail) : postponeQueuedMail(pool, mail, waitMs);
    }
    log({ level: 'info', event: 'mail.sent', message: kind });
    await deleteQueuedMail(pool, mail);
  }

  async function scheduleNext(): Promise<void> {
    let waitMs = databaseRetryMs;
    try {
      for (const kind of await deleteExpiredMails(pool)) {
        log({ level: 'error', event: 'mail.lost', message: kind, code: 'expired' });
      }
      waitMs = Math.max(minWaitMs, Math.min(pollMs, (await readMsUntilNextMail(pool)) ?? pollMs));
    } catch (error) {
      if (!closed) log({ level: 'warn', event: 'mail.queue_unavailable', code: codeOf(error) });
    }
    if (closed || workers.size > 0) return;
    clearTimeout(timer);
    timer = setTimeout(wake, waitMs).unref();
  }

  return {
    async enqueue(db, message, ttlS) {
      const identified = { messageId: `<${randomUUID()}@${domain}>`, ...message };
      const content = encryptMessage(identified, secrets()[0] ?? '');
      if (await insertQueuedMail(db, { kind: message.kind, content, ttlS })) return;
      log({ level: 'error', event: 'mail.lost', message: message.kind, code: 'queue_full' });
    },
    wake,
    async reencrypt() {
      try {
        await reencrypt(pool, secrets());
      } catch (error) {
        log({ level: 'warn', event: 'mail.queue_unavailable', code: codeOf(error) });
      }
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      let timeout: NodeJS.Timeout | undefined;
      await Promise.race([
        Promise.all(workers),
        new Promise((resolve) => (timeout = setTimeout(resolve, closeTimeoutMs))),
      ]);
      clearTimeout(timeout);
      transport.close();
    },
  };
}

/** An error code for the log, never the text, which may contain the recipient. */
function codeOf(error: unknown): string {
  const cause = error instanceof PermanentMailError ? error.cause : error;
  const { code, responseCode } = cause as { code?: string; responseCode?: number };
  return [code ?? (cause as Error).name, responseCode].filter(Boolean).join(' ');
}

const batch = 100;

/**
 * After a rotation, encrypts waiting messages with the new secret, the first one. Unreadable messages stay unchanged.
 */
async function reencrypt(db: PoolOrClient, secrets: readonly string[]): Promise<void> {
  const [current = ''] = secrets;
  for (let last = '0'; ;) {
    const { rows } = await db.query<{ id: string; content: Buffer }>(
      'select id, content from backend.account_mails where id > $1 order by id limit $2',
      [last, batch],
    );
    for (const { id, content } of rows) {
      if (decryptMessage(content, [current])) continue;
      const message = decryptMessage(content, secrets);
      if (!message) continue;
      // Updates only if the content is unchanged: another process may have re-encrypted or sent the message.
      await db.query('update backend.account_mails set content = $2 where id = $1 and content = $3', [
        id,
        encryptMessage(message, current),
        content,
      ]);
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batch) return;
  }
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Returns IV, tag and ciphertext, with a key derived from the server's secret. */
function encryptMessage(message: MailMessage, secret: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(secret), iv);
  const content = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]);
}

/** Undefined if the content was changed, or encrypted with another secret. */
function decryptMessage(content: Buffer, secrets: readonly string[]): MailMessage | undefined {
  for (const secret of secrets) {
    try {
      return decrypt(content, secret);
    } catch {
      // The message may have been encrypted with the next secret, which is older.
    }
  }
  return undefined;
}

function decrypt(content: Buffer, secret: string): MailMessage {
  const iv = content.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, deriveKey(secret), iv, { authTagLength: tagBytes });
  decipher.setAuthTag(content.subarray(ivBytes, ivBytes + tagBytes));
  const text = Buffer.concat([decipher.update(content.subarray(ivBytes + tagBytes)), decipher.final()]);
  return JSON.parse(text.toString()) as MailMessage;
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'account mails', 32));
}
