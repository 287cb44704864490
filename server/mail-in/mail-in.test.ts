import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanups, database, lead, setUpMailWorkerFixture } from '../mail/mail-worker.fixture.ts';
import {
  addressOf,
  freePort,
  rawMail,
  receivedMails,
  replyBase,
  sendTo,
  startIn,
  webhookSecret,
} from './mail-in.fixture.ts';
import { signWebhook } from './webhook/webhook-endpoint.ts';

setUpMailWorkerFixture();

beforeEach(async () => {
  await database.query('delete from received_mails');
});

async function startSmtp(): Promise<number> {
  const port = await freePort();
  await startIn({ MAIL_IN_SMTP: `127.0.0.1:${port}` });
  return port;
}

/** The endpoint alone, as the listener calls it first. */
async function startWebhook() {
  const { webhook } = await startIn({ MAIL_IN_WEBHOOK_SECRET: webhookSecret });
  const server = createHttpServer((request, response) => void webhook?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return (body: string | Buffer, given: { secret?: string; at?: number; signature?: string } = {}) =>
    new Promise<number>((resolve, reject) => {
      const at = String(given.at ?? Math.floor(Date.now() / 1000));
      const bytes = Buffer.from(body as string);
      const signature =
        given.signature ?? `v1,${signWebhook(given.secret ?? webhookSecret, 'msg_1', at, bytes)}`;
      const sent = httpRequest(
        {
          port,
          host: '127.0.0.1',
          path: '/mail-in',
          method: 'POST',
          headers: {
            'webhook-id': 'msg_1',
            'webhook-timestamp': at,
            'webhook-signature': `v1,bogus ${signature}`,
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sent.on('error', reject);
      sent.end(bytes);
    });
}

describe('B-93 mail by SMTP', () => {
  test('B-93 an answer to the signed address is in its thread before the sender is told so', async () => {
    const port = await startSmtp();
    await sendTo(port, await addressOf(lead), rawMail());
    const { rows } = await database.query('select message, sender_type, transport_id from lead_messages');
    expect(rows).toEqual([
      { message: 'Yes, please.', sender_type: 'lead', transport_id: '<answer-1@roy.example>' },
    ]);
    expect(await receivedMails()).toMatchObject([{ state: 'joined', way: 'smtp', lead_id: lead }]);
  });

  test('B-93 no relay: mail for any other address, and a command to sign in, are refused', async () => {
    const port = await startSmtp();
    for (const to of [
      'victim@elsewhere.example',
      'hello@agency.example',
      'reply@agency.example.evil.example',
    ])
      await expect(sendTo(port, to, rawMail())).rejects.toMatchObject({ responseCode: 550 });
    expect(await receivedMails()).toEqual([]);
  });

  test('B-93 25 MB are kept to the byte, more is refused with 552', async () => {
    const port = await startSmtp();
    const part = Buffer.alloc(18_000_000, 'x')
      .toString('base64')
      .replaceAll(/(.{76})/g, '$1\r\n');
    const heads =
      'From: ana@roy.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
    const file = `--b\r\nContent-Type: application/pdf; name=plan.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
    const raw = `${heads}--b\r\n\r\nSee the plan.\r\n${file}${part}\r\n--b--\r\n`;
    await sendTo(port, await addressOf(lead), raw);
    expect(await receivedMails()).toMatchObject([
      { state: 'joined', body: 'See the plan.', size: raw.length, kept: raw.length },
    ]);
    const { rows } = await database.query(
      'select name, size_bytes::int as size, media_type, refused from received_files',
    );
    expect(rows).toEqual([{ name: 'plan.pdf', size: 18_000_000, media_type: 'text/plain', refused: null }]);
    await expect(sendTo(port, replyBase, raw + 'x'.repeat(3_000_000))).rejects.toMatchObject({
      responseCode: 552,
    });
  });
});

describe('B-93 mail by webhook', () => {
  test('B-93 signed and fresh it is taken, and a second way brings nothing twice', async () => {
    const post = await startWebhook();
    const port = await startSmtp();
    const raw = rawMail({ To: await addressOf(lead) });
    expect(await post(raw)).toBe(200);
    expect(await post(raw)).toBe(200);
    await sendTo(port, await addressOf(lead), `Received: from x by y\r\n${raw}`);
    expect(await receivedMails()).toMatchObject([{ state: 'joined', way: 'webhook' }]);
  });

  test('B-93 unsigned, with another secret, changed, old or too large it is refused', async () => {
    const post = await startWebhook();
    const now = Math.floor(Date.now() / 1000);
    const other = signWebhook(webhookSecret, 'msg_1', String(now), Buffer.from('other'));
    expect(await post(rawMail(), { signature: 'v1,' })).toBe(401);
    expect(await post(rawMail(), { secret: 'another secret of a webhook' })).toBe(401);
    expect(await post(rawMail(), { at: now, signature: `v1,${other}` })).toBe(401);
    expect(await post(rawMail(), { at: now - 330 })).toBe(401);
    expect(await post(rawMail(), { at: now + 330 })).toBe(401);
    expect(await receivedMails()).toEqual([]);
  });
});

describe('B-93 hostile mail', () => {
  test('B-93 1,000 parts inside one another, unknown charsets and no structure at all: kept whole, in triage or as text', async () => {
    const post = await startWebhook();
    const nested = Array.from(
      { length: 1000 },
      (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
    );
    const bomb = rawMail(
      { 'Message-ID': '<bomb@x>', 'Content-Type': 'multipart/mixed; boundary=b0' },
      nested.join(''),
    );
    const charset = rawMail(
      {
        'Message-ID': '<charset@x>',
        'Content-Type': `text/plain; charset=${'x'.repeat(5000)}`,
        From: 'c@c.example',
      },
      'Caf\xe9 \xff\xfe\0',
    );
    const html = rawMail(
      { 'Message-ID': '<html@x>', 'Content-Type': 'text/html', From: 'h@h.example' },
      `${'<div>'.repeat(20_000)}<script>alert(1)</script><img src=x onerror=alert(1)>Deep${'<b>'.repeat(20_000)}`,
    );
    const nothing = Buffer.from([0, 255, 10, 13, 0, 0, 7]);
    for (const raw of [bomb, Buffer.from(charset, 'latin1'), html, nothing])
      expect(await post(raw)).toBe(200);
    const mails = await receivedMails();
    expect(mails).toHaveLength(4);
    for (const mail of mails) expect(mail).toMatchObject({ state: 'triage', kept: mail['size'] });
    expect(mails.map(({ body }) => body).join()).not.toContain('alert');
    expect(mails[0]).toMatchObject({
      reason: 'unreadable',
      from_address: 'ana@roy.example',
      subject: 'Re: Your inquiry',
    });
  });
});
