import { readFileSync, statSync } from 'node:fs';
import { BlockList, isIPv6, type AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { isReplyAddress } from '../../../site/app/mail/reply-address.ts';
import type { Envelope } from '../read-mail.ts';
import type { MailIntake } from '../create-mail-intake.ts';
import { mailInLimits } from '../mail-in-limits.ts';
import type { MailInNotes } from '../mail-in-state.ts';

export interface SmtpInOptions {
  intake: MailIntake;
  notes: MailInNotes;
  log: (entry: { level: 'info' | 'warn' | 'error'; event: string; message?: string }) => void;
  /** REPLY_ADDRESS: mail to it, and to it with a tag, is taken; no other. */
  reply: string;
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Files in PEM; without them connections are not encrypted. */
  tls?: Certificate | undefined;
}

/** Mail servers of the own network hand over for others: what they say of a sender counts, their address does not. */
const ownNetwork = new BlockList();
for (const [net, prefix, family] of [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  ownNetwork.addSubnet(net, prefix, family);

const maxClients = 20;
const maxClientsOfAddress = 5;
const maxRecipients = 20;
const idleMs = 60_000;

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

interface Certificate {
  keyFile: string;
  certFile: string;
}

function readCertificate({ keyFile, certFile }: Certificate) {
  const changedAt = statSync(certFile).mtimeMs;
  return { changedAt, pem: { key: readFileSync(keyFile), cert: readFileSync(certFile) } };
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to its end all the same: the sender listens only then.
    if (size <= mailInLimits.mailBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > mailInLimits.mailBytes || stream.sizeExceeded)
    throw smtpError(552, '5.3.4 The message is larger than 25 MB');
  return Buffer.concat(chunks);
}

/** Takes mail for our reply addresses and relays none. 250 is said after the commit. */
export async function startSmtpServer({
  intake,
  notes,
  log,
  reply,
  host,
  port,
  tls,
}: SmtpInOptions): Promise<{
  port: number;
  close(): Promise<void>;
}> {
  const clients = new Map<string, number>();
  let certificate = tls && readCertificate(tls);

  /** One that was renewed, so that nobody must start the server again every three months. */
  function renewCertificate(): void {
    try {
      if (!tls || statSync(tls.certFile).mtimeMs === certificate?.changedAt) return;
      const renewed = readCertificate(tls);
      server.updateSecureContext(renewed.pem);
      certificate = renewed;
    } catch {
      // Between the two files of a renewal: the next connection tries again.
    }
  }

  async function take(stream: SMTPServerDataStream, envelope: Envelope): Promise<void> {
    const raw = await readAll(stream);
    try {
      await intake.receive('smtp', raw, envelope);
      notes.good('smtp', true);
    } catch (error) {
      notes.bad('smtp', 'A mail could not be stored.');
      log({ level: 'error', event: 'mail_in.smtp_failed', message: (error as Error).message });
      throw smtpError(451, '4.3.0 Please try again later');
    }
  }

  const server = new SMTPServer({
    name: reply.slice(reply.lastIndexOf('@') + 1),
    banner: 'Fairlead',
    size: mailInLimits.mailBytes,
    maxClients,
    socketTimeout: idleMs,
    closeTimeout: 3_000,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    logger: false,
    ...certificate?.pem,
    onConnect({ remoteAddress }, respond) {
      renewCertificate();
      const count = (clients.get(remoteAddress) ?? 0) + 1;
      clients.set(remoteAddress, count);
      respond(count > maxClientsOfAddress ? smtpError(421, '4.7.0 Too many connections') : null);
    },
    onClose({ remoteAddress }) {
      const count = (clients.get(remoteAddress) ?? 1) - 1;
      if (count > 0) clients.set(remoteAddress, count);
      else clients.delete(remoteAddress);
    },
    onRcptTo({ address }, { envelope }, respond) {
      if (!isReplyAddress(reply, address)) respond(smtpError(550, '5.7.1 No relaying here'));
      else if (envelope.rcptTo.length >= maxRecipients) respond(smtpError(452, '4.5.3 Too many recipients'));
      else respond();
    },
    onData(stream, { envelope, remoteAddress: ip, hostNameAppearsAs: helo }, respond) {
      const isOwn = ownNetwork.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
      take(stream, {
        from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
        to: envelope.rcptTo.map(({ address }) => address),
        client: isOwn ? undefined : { ip, helo },
      }).then(
        () => respond(null, 'Kept'),
        (error: unknown) => respond(error as Error),
      );
    },
  });
  // Clients may disconnect in the middle.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => {
      server.server.removeListener('error', reject);
      resolve();
    });
  });
  notes.good('smtp', false);
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
