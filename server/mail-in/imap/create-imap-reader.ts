// Reads new mail from an IMAP mailbox.
import type { SupabaseClient } from '@supabase/supabase-js';
import { untilAborted } from '@fairlead/backend/errors';
import { findMailBody, mailReaderLimits } from '@fairlead/mail-reader';
import { ImapFlow } from 'imapflow';
import type { Database } from '../../../site/app/data/database-types.ts';
import type { MailIntake } from '../create-mail-intake.ts';
import { mailInLimits } from '../../settings/mail-in-settings.ts';
import type { MailInStateRecorder } from '../mail-in-state.ts';
import { mailInTexts } from '../../../site/app/mail/mail-texts.ts';

export interface ImapReaderOptions {
  intake: MailIntake;
  notes: MailInStateRecorder;
  /** A client with the secret key. */
  client: SupabaseClient<Database>;
  /** imaps://user:password@host:993/INBOX, or imap://, which requires STARTTLS unless the host is this machine. */
  url: string;
  /** Time after which IDLE is begun again. */
  pollMs: number;
  /** Called when there is new mail, and when the connection has ended. */
  wake: () => void;
}

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

/** Stores the position after the commit, so that no mail is lost. */
export function createImapReader({ intake, notes, client, url, pollMs, wake }: ImapReaderOptions) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const path = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  const box = `${decodeURIComponent(username)}@${hostname}/${path}`;
  let connection: ImapFlow | undefined;
  let failure: Error | undefined;
  let isReading = false;
  /** Whether mail has come in since the last search. */
  let hasNewMail = false;

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
  async function takeNew(imap: ImapFlow, signal: AbortSignal): Promise<unknown> {
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
        if (signal.aborted || (isRenumbered && hasNewMail)) break;
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

  function checkConnection(imap: ImapFlow): void {
    if (failure) throw failure;
    if (connection !== imap || !imap.usable) throw new Error('the connection was closed');
  }

  async function open(signal: AbortSignal): Promise<ImapFlow> {
    if (connection) {
      checkConnection(connection);
      return connection;
    }
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
    /** An end of the connection during a read makes the read fail. */
    function wakeIfIdle(): void {
      if (connection === imap && !isReading) wake();
    }
    imap.on('error', (error: Error) => {
      if (connection === imap) failure = error;
      wakeIfIdle();
    });
    imap.on('close', wakeIfIdle);
    imap.on('exists', () => {
      hasNewMail = true;
      wake();
    });
    // A look-up or connection without an answer is not interrupted by close().
    await untilAborted(imap.connect(), signal);
    await imap.mailboxOpen(path);
    notes.good('imap', false);
    return imap;
  }

  function close(): void {
    const left = connection;
    connection = undefined;
    failure = undefined;
    left?.close();
  }

  return {
    /**
     * Reads what is new, then waits for more by IDLE, over a connection that stays open. Throws an error of the connection,
     * or of a mail that failed alone.
     */
    async read(signal: AbortSignal) {
      isReading = true;
      let problem: unknown;
      try {
        const imap = await open(signal);
        hasNewMail = false;
        problem = await takeNew(imap, signal);
        void imap.idle().catch(() => {});
        checkConnection(imap);
      } catch (error) {
        close();
        throw error;
      } finally {
        isReading = false;
      }
      if (problem !== undefined) throw problem;
    },
    close,
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
export function explainImapProblem(error: unknown): string {
  const { code = '', authenticationFailed, mailboxMissing, tlsFailed } = error as ImapProblem;
  if (authenticationFailed) return problems.signIn;
  if (mailboxMissing) return problems.noMailbox;
  // Codes of Node and OpenSSL for certificates that are expired, of another name or signed by an unknown authority.
  if (/CERT|UNABLE_TO/.test(code)) return problems.insecure;
  if (tlsFailed || /TLS|SSL|EPROTO/.test(code)) return problems.unencrypted;
  if (unreachable.has(code) || /timeout|NoConnection/i.test(code)) return problems.unreachable;
  return problems.interrupted;
}
