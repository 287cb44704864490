import { createServer, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatReplyAddress } from '../../site/app/mail/reply-address.ts';
import { readConfig } from '../settings/config.ts';
import { testCleanups, connectedBackend, databasePool, dataFolder } from '../mail/mail-worker.fixture.ts';
import { startMailIn, type MailInService } from '../jobs/start-mail-in.ts';
import { signMailWebhook } from './webhook/mail-webhook-endpoint.ts';

export const testReplyAddress = 'reply@agency.example';
export const testMailWebhookSecret = 'whsec_' + Buffer.from('a secret of a webhook').toString('base64');

/** Starts the intake with REPLY_ADDRESS and these settings. */
export function startTestMailIn(settings: Record<string, string>): MailInService {
  const environment = { DATA_DIR: dataFolder, REPLY_ADDRESS: testReplyAddress, ...settings };
  const { signal } = new AbortController();
  const mailIn = startMailIn(readConfig(environment), connectedBackend, testReplyAddress, signal);
  testCleanups.push(mailIn.stop);
  return mailIn;
}

export interface MailWebhookPostOptions {
  secret?: string;
  at?: number;
  signature?: string;
  headers?: OutgoingHttpHeaders;
}

/** Starts only the webhook endpoint. Returns its port, and a function that posts and resolves to the status. */
export async function startTestMailWebhook() {
  const { webhook } = startTestMailIn({ MAIL_IN_WEBHOOK_SECRET: testMailWebhookSecret });
  const server = createServer((request, response) => void webhook?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  testCleanups.push(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;

  function post(
    body: string | Buffer,
    given: MailWebhookPostOptions = {},
    localAddress = '127.0.0.1',
  ): Promise<number> {
    const at = String(given.at ?? Math.floor(Date.now() / 1000));
    const bytes = Buffer.from(body as string);
    const signature =
      given.signature ?? `v1,${signMailWebhook(given.secret ?? testMailWebhookSecret, 'msg_1', at, bytes)}`;
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': at,
      'webhook-signature': `v1,bogus ${signature}`,
      ...given.headers,
    };
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        { port, host: '127.0.0.1', localAddress, path: '/mail-in', method: 'POST', headers },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sent.on('error', reject);
      sent.end(bytes);
    });
  }
  return { port, post };
}

export async function readReplyAddress(leadId: string): Promise<string> {
  const { rows } = await databasePool.query<{ token: string }>('select reply_token($1) as token', [leadId]);
  return formatReplyAddress(testReplyAddress, rows[0]?.token ?? '');
}

export function composeRawMail(given: Record<string, string> = {}, body = 'Yes, please.'): string {
  const heads = {
    From: 'Ana Roy <ana@roy.example>',
    To: testReplyAddress,
    Subject: 'Re: Your inquiry',
    'Message-ID': '<answer-1@roy.example>',
    Date: 'Mon, 23 Nov 2026 10:00:00 -0500',
    ...given,
  };
  const lines = Object.entries(heads).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}\r\n`;
}

export async function readReceivedMails() {
  const { rows } = await databasePool.query<Record<string, unknown>>(
    `select state, reason, way, lead_id, is_other_address, body, from_address, subject, is_cut, size_bytes::int as size,
       (select sum(octet_length(bytes))::int from private.mail_parts where mail_id = received_mails.id) as kept
     from received_mails order by received_at, id`,
  );
  return rows;
}
