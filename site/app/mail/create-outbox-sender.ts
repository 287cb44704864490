// Sends queued mail: claims it, composes each by its kind, sends it, reports the result.
import type { AgencySource } from '../agency/agency.ts';
import type { ServerClient } from '../data/server-client.ts';
import type { MailKind } from '../data/mail-kinds.ts';
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

export interface OutboxSenderSettings extends Pick<MailLetterhead, 'siteUrl' | 'domain'> {
  agency: AgencySource;
  /** Uses the secret key. */
  client: ServerClient;
  transport: MailTransport;
  /** REPLY_ADDRESS, to which replies are sent */
  replyBase?: string | undefined;
  log: (entry: { level: 'info' | 'warn' | 'error'; event: string; message?: string }) => void;
}

export interface OutboxSender {
  /** Sends the mails that are due; returns whether there were any. Throws if the queue cannot be read. */
  sendDue(signal: AbortSignal): Promise<boolean>;
}

/** One for each kind that is registered in the database. */
export const mailComposers: Record<
  MailKind,
  (mail: MailToCompose, letterhead: MailLetterhead) => ComposedMail
> = {
  ...noticeMailComposers,
  ...bookingMailComposers,
  reply: composeReply,
  acknowledgement: composeAccessibilityAcknowledgement,
  digest: composeStaffDigest,
  received: composeRequestReceivedMail,
  'conversation-link': composeConversationLinkMail,
};

function isComposed(kind: string): kind is MailKind {
  return Object.hasOwn(mailComposers, kind);
}

const maxConcurrent = 2;
const reportTries = 3;

/**
 * Server processes share the queue by leases. If a process dies between sending and reporting, a message is sent twice,
 * with the same Message-ID.
 */
export function createOutboxSender({
  client,
  transport,
  log,
  agency: source,
  replyBase,
  ...addresses
}: OutboxSenderSettings): OutboxSender {
  async function send(mail: ClaimedMail): Promise<MailOutcome> {
    const { kind } = mail;
    // A newer version queued it while this one is still running.
    if (!isComposed(kind)) return { outcome: 'later', problem: mailTexts.failures.newerVersion };
    try {
      const { agency, colours, mailSignature, acknowledgementText } = await source.read();
      const composed = mailComposers[kind](await readMailToCompose(client, mail, kind, replyBase), {
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

  async function deliver(mail: ClaimedMail, signal: AbortSignal): Promise<void> {
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

  return {
    async sendDue(signal) {
      const mails = await claimOutboxMail(client, maxConcurrent);
      await Promise.all(mails.map((mail) => deliver(mail, signal)));
      return mails.length > 0;
    },
  };
}
