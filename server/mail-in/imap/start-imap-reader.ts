// Reads new mail from an IMAP mailbox by IDLE or polling.
import type { SupabaseClient } from '@supabase/supabase-js';
import { untilAborted } from '@fairlead/backend/errors';
import { findMailBody, mailReaderLimits } from '@fairlead/mail-reader';
import { ImapFlow } from 'imapflow';
import type { Database } from '../../../site/app/data/database-types.ts';
import type { MailIntake } from '../create-mail-intake.ts';
import { mailInLimits } from '../mail-in-settings.ts';
import type { MailInStateRecorder } from '../mail-in-state.ts';
import { mailInTexts } from '../../../site/app/mail/mail-texts.ts';

export interface ImapReaderOptions {
  intake: MailIntake;
  notes: MailInStateRecorder;
  log: (entry: { level: 'info' | 'warn' | 'error'; event: string; message?: string }) => void;
  /** A client with the secret key. */
  client: SupabaseClient<Database>;
  /** imaps://user:password@host:993/INBOX, or imap://, which requires STARTTLS unless the host is this machine. */
  url: string;
  /** The interval of polling, for servers that do not push or miss a mail. */
  pollMs?: number;
  retryMs?: number;
}

const longestRetryMs = 300_000;
/** How far back a mailbox is read for the first time or after its UIDs changed; older mail was already handled. */
const firstDaysMs = 14 * 86_400_000;
/** Hosts to which the password may be sent unencrypted: this machine only. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

interface Position {
  uid_validity: number;
  last_uid: number;
}

interface NewUids {
  byNumber: number[];
  order: number[];
  isRenumbered: boolean;
}

/** Reads new mail of a mailbox, by IDLE or polling. Stores the position after the commit, so that no mail is lost. */
export function startImapReader({
  intake,
  notes,
  log,
  client,
  url,
  pollMs = 60_000,
  retryMs = 1_000,
}: ImapReaderOptions): {
  stop(): Promise<void>;
} {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const path = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  const box = `${decodeURIComponent(username)}@${hostname}/${path}`;
  const stopping = new AbortController();
  const { signal } = stopping;
  let connection: ImapFlow | undefined;
  let isWoken = false;
  let endSleep = (): void => {};

  function wake(): void {
    isWoken = true;
    endSleep();
  }

  async function sleep(milliseconds: number): Promise<void> {
    if (signal.aborted || isWoken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function readPosition(): Promise<Position | null> {
    const { data } = await client.rpc('mailbox_position', { box }).throwOnError();
    return data as unknown as Position | null;
  }

  /** The UIDs of new mail, in reading order and in ascending order. */
  async function newUids(imap: ImapFlow, validity: number): Promise<NewUids> {
    const known = await readPosition();
    const isKnown = known !== null && known.uid_validity === validity;
    const query = isKnown
      ? { uid: `${known.last_uid + 1}:*` }
      : { since: new Date(Date.now() - firstDaysMs) };
    const found = (await imap.search(query, { uid: true })) || [];
    // "n:*" always includes the newest mail, even if its UID is lower than n.
    const uids = found
      .filter((uid) => !isKnown || uid > known.last_uid)
      .toSorted((one, other) => one - other);
    // After a change of the UIDs, most mail is already stored; mail that is not is the newest, so it is read first.
    const isRenumbered = known !== null && !isKnown;
    return { byNumber: uids, order: isRenumbered ? uids.toReversed() : uids, isRenumbered };
  }

  async function take(imap: ImapFlow, uid: number): Promise<void> {
    const found = await imap.fetchOne(String(uid), { size: true }, { uid: true });
    // The mail was deleted after the search.
    if (!found) return;
    const size = found.size ?? 0;
    const isTooLarge = size > mailInLimits.mailBytes;
    const part = isTooLarge ? { headers: true } : { source: true };
    const message = await imap.fetchOne(String(uid), part, { uid: true });
    const bytes = message && (isTooLarge ? message.headers : message.source);
    if (!bytes || bytes.length === 0) return;
    const left = isTooLarge ? 'too-large' : (await intake.receive('imap', bytes)) ? null : 'over-limit';
    if (left === null) {
      // The flag is only for people who open the mailbox; the position decides what is read.
      await imap.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }).catch(() => false);
      notes.good('imap', true);
      return;
    }
    const heads = isTooLarge ? bytes : bytes.subarray(0, findMailBody(bytes));
    await intake.receiveHeads('imap', heads, size, left);
    notes.left('imap', left);
  }

  /**
   * UIDs of mails above the position that are stored already; the position moves past them once all lower UIDs are
   * stored too.
   */
  const taken = new Set<number>();
  /** UIDs that failed; they are tried again after the others. */
  const failed = new Set<number>();
  let takenOf = 0;

  async function movePosition(byNumber: readonly number[], validity: number): Promise<void> {
    const next = byNumber.findIndex((uid) => !taken.has(uid));
    const uid = next < 0 ? byNumber.at(-1) : byNumber[next - 1];
    if (uid !== undefined) await client.rpc('set_mailbox_position', { box, validity, uid }).throwOnError();
  }

  /** Returns the error of a mail that failed alone; throws if several fail in a row, which is not due to a mail. */
  async function takeNew(imap: ImapFlow): Promise<unknown> {
    const { mailbox } = imap;
    if (!mailbox) throw new Error('the mailbox was closed');
    const validity = Number(mailbox.uidValidity);
    if (takenOf !== validity) for (const uids of [taken, failed]) uids.clear();
    takenOf = validity;
    const { byNumber, order, isRenumbered } = await newUids(imap, validity);
    const running = new Set<Promise<void>>();
    let failures = 0;
    let problem: unknown;
    async function takeOne(uid: number): Promise<void> {
      try {
        await take(imap, uid);
        taken.add(uid);
        await movePosition(byNumber, validity);
        failures = 0;
      } catch (error) {
        failures += 1;
        failed.add(uid);
        if (!imap.usable || failures > mailReaderLimits.readers) throw error;
        problem = error;
      }
    }
    try {
      const left = order.filter((uid) => !taken.has(uid));
      for (const uid of left.toSorted((one, other) => Number(failed.has(one)) - Number(failed.has(other)))) {
        // New mail takes precedence over the rest of a mailbox that is read again.
        if (signal.aborted || (isRenumbered && isWoken)) break;
        if (running.size >= mailReaderLimits.readers) await Promise.race(running);
        const one = takeOne(uid);
        running.add(one);
        one.finally(() => running.delete(one)).catch(() => {});
      }
      await Promise.all(running);
      if (byNumber.every((uid) => taken.has(uid))) taken.clear();
      return problem;
    } finally {
      await Promise.allSettled(running);
    }
  }

  async function serve(): Promise<void> {
    const imap = new ImapFlow({
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: Number(port) || (protocol === 'imaps:' ? 993 : 143),
      secure: protocol === 'imaps:',
      ...(protocol === 'imap:' && !loopback.test(hostname) && { doSTARTTLS: true }),
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      logger: false,
      maxIdleTime: pollMs,
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      socketTimeout: 120_000,
    });
    connection = imap;
    let failure: Error | undefined;
    imap.on('error', (error: Error) => {
      failure = error;
      wake();
    });
    imap.on('close', () => wake());
    imap.on('exists', () => wake());
    // A look-up or connection without an answer is not interrupted by close().
    await untilAborted(imap.connect(), signal);
    try {
      await imap.mailboxOpen(path);
      notes.good('imap', false);
      while (!signal.aborted && imap.usable) {
        isWoken = false;
        const problem = await takeNew(imap);
        void imap.idle().catch(() => {});
        if (problem === undefined) {
          delay = retryMs;
          await sleep(pollMs);
        } else await reportAndWait(problem);
        if (failure) throw failure;
      }
      if (!signal.aborted) throw new Error('the connection was closed');
    } finally {
      imap.close();
    }
  }

  let delay = retryMs;
  async function reportAndWait(error: unknown): Promise<void> {
    const text = explainImapProblem(error);
    notes.bad('imap', text);
    log({ level: 'warn', event: 'mail_in.imap_failed', message: text });
    await sleep(delay);
    delay = Math.min(delay * 2, longestRetryMs);
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      try {
        await serve();
      } catch (error) {
        if (signal.aborted) return;
        isWoken = false;
        await reportAndWait(error);
      }
    }
  }

  const ended = work();
  return {
    async stop() {
      stopping.abort();
      wake();
      connection?.close();
      await ended;
    },
  };
}

const { problems } = mailInTexts;

interface ImapProblem {
  code?: string;
  authenticationFailed?: boolean;
  mailboxMissing?: boolean;
  tlsFailed?: boolean;
  responseText?: string;
  message?: string;
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

/** For owners, without addresses and passwords, which servers repeat. */
function explainImapProblem(error: unknown): string {
  const { code = '', authenticationFailed, mailboxMissing, tlsFailed } = error as ImapProblem;
  if (authenticationFailed) return problems.signIn;
  if (mailboxMissing) return problems.noMailbox;
  // Codes of Node and OpenSSL for certificates that are expired, of another name or signed by an unknown authority.
  if (/CERT|UNABLE_TO/.test(code)) return problems.insecure;
  if (tlsFailed || /TLS|SSL|EPROTO/.test(code)) return problems.unencrypted;
  if (unreachable.has(code) || /timeout|NoConnection/i.test(code)) return problems.unreachable;
  return problems.interrupted;
}
