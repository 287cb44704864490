// Sends mail to an SMTP server.
import type { Transporter } from 'nodemailer';
import { untilAborted } from '../errors/call-all.ts';
import { toSendMailOptions, PermanentMailError, type MailMessageTransport } from './message.ts';

const connectTimeoutMs = 10_000;
const socketTimeoutMs = 20_000;
/** A server may keep responding without accepting the message. */
const messageTimeoutMs = 60_000;

export interface DkimKey {
  /** The domain of the sender's address, so that DMARC accepts the signature. */
  domain: string;
  /** The key is published at `SELECTOR._domainkey.DOMAIN`. */
  selector: string;
  /** PEM */
  privateKey: string;
}

/**
 * The headers of our mails that RFC 6376 names, and List-Unsubscribe-Post: mail programs show its button only if it
 * is signed (RFC 8058).
 */
const signedHeaders =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'In-Reply-To:References:List-Unsubscribe:List-Unsubscribe-Post';

interface SmtpTransportOptions {
  url: string;
  from: string;
  /** Signs every message. */
  dkim?: DkimKey | undefined;
  onAttempt?: ((error?: unknown) => void) | undefined;
  limit?: AbortSignal | undefined;
}

/**
 * `url`: smtp://user:password@host:587 (STARTTLS if offered; required if a password would cross the network) or
 * smtps://host:465.
 */
export function createSmtpTransport({
  url,
  from,
  dkim,
  onAttempt,
  limit,
}: SmtpTransportOptions): MailMessageTransport {
  const options = {
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    requireTLS: mustEncrypt(new URL(url)),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: signedHeaders,
      },
    }),
  } as const;
  let opening: Promise<Transporter> | undefined;
  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(options);
    // An idle connection that breaks is replaced with the next message.
    transport.on('error', () => {});
    return transport;
  }
  return {
    delivers: true,
    async deliver(message) {
      const timeout = AbortSignal.timeout(messageTimeoutMs);
      const signal = limit ? AbortSignal.any([timeout, limit]) : timeout;
      const mail = { ...toSendMailOptions(message, from), signal };
      try {
        opening ??= open();
        // nodemailer does not interrupt a look-up or a connection that is being made.
        await untilAborted((await opening).sendMail(mail), signal);
      } catch (error) {
        const failure = isPermanent(error)
          ? new PermanentMailError('refused', { cause: error })
          : // nodemailer sets this code for every 5xx.
            Object.assign(error as Error, { permanent: false });
        onAttempt?.(failure);
        throw failure;
      }
      onAttempt?.();
    },
    close() {
      void opening?.then(
        (transport) => transport.close(),
        () => {},
      );
    },
  };
}

/** Encryption is required if a password would cross the network. */
function mustEncrypt({ protocol, username, hostname }: URL): boolean {
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === 'smtp:' && username !== '' && !isLoopback;
}

/** The session lacks a sign-in or encryption (RFC 4954, 3207), whichever command was sent. */
const sessionCodes = new Set([530, 534, 535, 538]);
const tooLarge = 552;

/**
 * Whether a 5xx is about this message or its recipient. A refused greeting, sign-in or sender concerns the mail server
 * or our settings, which may be fixed while we retry.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
  if (responseCode < 500 || sessionCodes.has(responseCode)) return false;
  return (
    command === 'RCPT TO' || command === 'DATA' || (command === 'MAIL FROM' && responseCode === tooLarge)
  );
}

/** Connects, encrypts and signs in as createSmtpTransport does; sends nothing. Rejects with nodemailer's error. */
export async function verifySmtp(url: string, timeoutMs: number): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    requireTLS: mustEncrypt(new URL(url)),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
