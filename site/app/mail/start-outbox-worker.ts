// Starts the outbox worker: claims queued mails, composes each by its kind, sends it, reports the result.
import type { AgencySource } from '../agency/agency.ts';
import type { ServerClient } from '../data/server-client.ts';
import { findMailKind, type MailKind } from '../data/mail-kinds.ts';
import {
  claimOutboxMail,
  reportMailOutcome,
  type ClaimedMail,
  type MailOutcome,
  toMailOutcome,
} from './claim-mail.ts';
import { mailTexts } from './mail-texts.ts';
import type { MailTransport, ComposedMail } from './lay-out-mail.ts';
import { noticeMailComposers, composeAccessibilityAcknowledgement } from './compose-notice-mail.ts';
import { bookingMailComposers } from './booking-mail-composers.ts';
import { readMailToCompose } from './read-mail-to-compose.ts';
import { composeConversationLinkMail, composeRequestReceivedMail } from './compose-prospect-mails.ts';
import { composeStaffDigest } from './compose-staff-digest.ts';
import { composeReply, type MailLetterhead, type MailToCompose } from './compose-reply.ts';

export interface OutboxWorkerSettings extends Pick<MailLetterhead, 'siteUrl' | 'domain'> {
  agency: AgencySource;
  /** Uses the secret key. */
  client: ServerClient;
  transport: MailTransport;
  /** REPLY_ADDRESS, to which replies are sent */
  replyBase?: string | undefined;
  log: (entry: { level: 'info' | 'warn' | 'error'; event: string; message?: string }) => void;
  /** Poll interval without `wake`: for retries, and for hosted projects, which never call it. */
  pollMs?: number;
}

export interface OutboxWorker {
  /** Call it if something may have been queued. */
  wake(): void;
  /** Waits a short time for mail that is being sent; the rest is retried when its lease expires. */
  stop(): Promise<void>;
}

const composers: Record<MailKind, (mail: MailToCompose, letterhead: MailLetterhead) => ComposedMail> = {
  ...noticeMailComposers,
  ...bookingMailComposers,
  reply: composeReply,
  acknowledgement: composeAccessibilityAcknowledgement,
  digest: composeStaffDigest,
  received: composeRequestReceivedMail,
  'conversation-link': composeConversationLinkMail,
};

const maxConcurrent = 2;
const stopTimeoutMs = 3_000;
const reportTries = 3;

/**
 * Sends queued mail, one worker per server process; processes share the queue by leases. If a process dies between
 * sending and reporting, a message is sent twice, with the same Message-ID.
 */
export function startOutboxWorker({
  client,
  transport,
  log,
  pollMs = 5_000,
  agency: source,
  replyBase,
  ...addresses
}: OutboxWorkerSettings): OutboxWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  let woken = false;
  let isDatabaseDown = false;
  let endSleep = (): void => {};

  async function sleep(milliseconds: number): Promise<void> {
    if (signal.aborted || woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Empty while the database is unreachable, which is logged once. */
  async function claim(): Promise<ClaimedMail[]> {
    try {
      const mails = await claimOutboxMail(client, maxConcurrent);
      isDatabaseDown = false;
      return mails;
    } catch (error) {
      if (!isDatabaseDown && !signal.aborted)
        log({ level: 'warn', event: 'outbox.unreachable', message: (error as Error).message });
      isDatabaseDown = true;
      return [];
    }
  }

  async function send(mail: ClaimedMail): Promise<MailOutcome> {
    const kind = findMailKind(mail.kind);
    // A newer version queued it while this one is still running.
    if (kind === undefined) return { outcome: 'later', problem: mailTexts.failures.newerVersion };
    try {
      const { agency, colours, mailSignature, acknowledgementText } = await source.read();
      const composed = composers[kind](await readMailToCompose(client, mail, kind, replyBase), {
        agency,
        colours,
        mailSignature,
        acknowledgementText,
        ...addresses,
      });
      await transport.deliver({ ...composed, kind });
      return { outcome: transport.delivers ? 'sent' : 'recorded', transportId: composed.messageId };
    } catch (error) {
      return toMailOutcome(error);
    }
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    const result = await send(mail);
    if ('problem' in result)
      log({
        level: 'warn',
        event: `outbox.${result.outcome}`,
        message: `${mail.kind}: ${result.problem}`,
      });
    for (let attempt = 1; attempt <= reportTries; attempt++) {
      try {
        await reportMailOutcome(client, mail, result);
        return;
      } catch (error) {
        const last = attempt === reportTries || signal.aborted;
        if (last) log({ level: 'error', event: 'outbox.unreported', message: (error as Error).message });
        if (last) return;
        await new Promise((resolve) => setTimeout(resolve, attempt * 500));
      }
    }
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      woken = false;
      const mails = await claim();
      if (mails.length === 0) await sleep(pollMs);
      else await Promise.all(mails.map(deliver));
    }
  }

  const ended = work();
  return {
    wake() {
      woken = true;
      endSleep();
    },
    async stop() {
      stopping.abort();
      endSleep();
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, stopTimeoutMs)))]);
      clearTimeout(timer);
      transport.close();
    },
  };
}
