import { createServer, type AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { replyAddress } from '../../site/app/mail/reply-address.ts';
import { readConfig } from '../config.ts';
import { cleanups, connected, database, folder } from '../mail/mail-worker.fixture.ts';
import { startMailIn, type MailIn } from './start-mail-in.ts';

export const replyBase = 'reply@agency.example';
export const webhookSecret = 'whsec_' + Buffer.from('a secret of a webhook').toString('base64');

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** With these settings besides REPLY_ADDRESS. */
export async function startIn(settings: Record<string, string>): Promise<MailIn> {
  const environment = { DATA_DIR: folder, REPLY_ADDRESS: replyBase, ...settings };
  const mailIn = await startMailIn(readConfig(environment), connected);
  cleanups.push(mailIn.stop);
  return mailIn;
}

export async function addressOf(lead: string): Promise<string> {
  const { rows } = await database.query<{ token: string }>('select reply_token($1) as token', [lead]);
  return replyAddress(replyBase, rows[0]?.token ?? '');
}

export function rawMail(given: Record<string, string> = {}, body = 'Yes, please.'): string {
  const heads = {
    From: 'Ana Roy <ana@roy.example>',
    To: replyBase,
    Subject: 'Re: Your inquiry',
    'Message-ID': '<answer-1@roy.example>',
    Date: 'Mon, 23 Nov 2026 10:00:00 -0500',
    ...given,
  };
  const lines = Object.entries(heads).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}\r\n`;
}

/** Sends by SMTP as another mail server does; rejects with its answer. */
export async function sendTo(
  port: number,
  to: string | string[],
  raw: string | Buffer,
  from = 'ana@roy.example',
) {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    return await transport.sendMail({ envelope: { from, to }, raw });
  } finally {
    transport.close();
  }
}

export async function receivedMails() {
  const { rows } = await database.query<Record<string, unknown>>(
    `select state, reason, way, lead_id, is_other_address, body, from_address, subject, is_cut, size_bytes::int as size,
       (select sum(octet_length(bytes))::int from private.mail_parts where mail_id = received_mails.id) as kept
     from received_mails order by received_at, id`,
  );
  return rows;
}
