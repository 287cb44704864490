// Limits for unknown senders: bytes of webhooks, and mail that is stored in a day.
import { connect, type Socket } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { startImapServer } from '../../tools/fakes/imap/imap-server.ts';
import {
  testCleanups,
  databasePool,
  dataFolder,
  leadId,
  setUpMailWorkerFixture,
} from '../mail/mail-worker.fixture.ts';
import { bufferBytes } from '@fairlead/backend/testing';
import { mailInLimits } from '../settings/mail-in-settings.ts';
import { readMailInStates } from './mail-in-state.ts';
import {
  readReplyAddress,
  composeRawMail,
  readReceivedMails,
  startTestMailIn,
  startTestMailWebhook,
} from './mail-in.fixture.ts';

setUpMailWorkerFixture();

beforeEach(async () => {
  await databasePool.query('delete from received_mails; delete from private.mailbox_positions');
});

const now = (): number => Math.floor(Date.now() / 1000);
const signature = `v1,${Buffer.alloc(32).toString('base64')}`;

/** Sends a request with an incomplete body. Resolves with the response, or after `bytes` bytes. */
async function sendUnfinished(
  port: number,
  headers: Record<string, string | number>,
  bytes = 0,
  localAddress = '127.0.0.1',
) {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  testCleanups.push(() => void socket.destroy());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => {});
  socket.write(`POST /mail-in HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`);
  const response = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString()));
    socket.once('close', () => resolve('closed'));
  });
  const sent = new Promise<'sent'>((resolve) => {
    if (bytes > 0) socket.write(Buffer.alloc(bytes), () => resolve('sent'));
  });
  return { socket, response, sent } satisfies { socket: Socket } & Record<string, unknown>;
}

describe('B-170 the webhook reads no body in vain', () => {
  const signed = () => ({ 'webhook-id': 'm', 'webhook-timestamp': now(), 'webhook-signature': signature });
  const length = { 'content-length': 20_000_000 };

  test.each([
    ['no signature headers', () => ({ ...length }), 401],
    ['no ID', () => ({ ...length, ...signed(), 'webhook-id': '' }), 401],
    [
      'a signature of no known form',
      () => ({ ...length, ...signed(), 'webhook-signature': 'v1,short v2,x' }),
      401,
    ],
    [
      'a timestamp of an hour ago',
      () => ({ ...length, ...signed(), 'webhook-timestamp': now() - 3_600 }),
      401,
    ],
    ['a declared length of 101 MB', () => ({ ...signed(), 'content-length': 101 * 1024 * 1024 }), 413],
  ])('B-170 a request is refused before its body is read: %s', async (_, headers, status) => {
    const { port } = await startTestMailWebhook();
    const { response } = await sendUnfinished(port, headers());
    expect(await response).toContain(`HTTP/1.1 ${status} `);
  });

  test('B-170 60 unfinished bodies of 8 MB use at most the total limit, and a signed mail is received', async () => {
    const { port, post } = await startTestMailWebhook();
    const before = bufferBytes();
    const requests = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        sendUnfinished(port, { ...signed(), 'transfer-encoding': 'chunked' }, 0, `127.0.1.${n + 1}`),
      ),
    );
    const size = 8 * 1024 * 1024;
    await Promise.all(
      requests.map(({ socket, response }) => {
        const sent = new Promise<void>((resolve) => {
          socket.write(`${size.toString(16)}\r\n`);
          socket.write(Buffer.alloc(size), () => resolve());
        });
        return Promise.race([sent, response]);
      }),
    );
    expect(await post(composeRawMail({ To: await readReplyAddress(leadId) }), {}, '127.0.2.1')).toBe(200);
    // Refused clients of this process release their own bodies a moment later.
    const openBytes = () => requests.filter(({ socket }) => !socket.destroyed).length * size;
    await expect.poll(openBytes).toBeLessThanOrEqual(mailInLimits.bodyBytes + size);
    await expect.poll(() => bufferBytes() - before).toBeLessThan(mailInLimits.bodyBytes + size);
  });

  test('B-170 one network address can send one large mail and small ones at a time; more are refused with 429 before their bodies, and others are not affected', async () => {
    const { port, post } = await startTestMailWebhook();
    const first = await sendUnfinished(port, { ...signed(), ...length }, 19_000_000);
    await first.sent;
    await expect
      .poll(async () => {
        const { response, socket } = await sendUnfinished(port, { ...signed(), ...length });
        const status = await Promise.race([
          response,
          new Promise((resolve) => setTimeout(resolve, 100, 'none')),
        ]);
        socket.destroy();
        return status;
      })
      .toContain('HTTP/1.1 429 ');
    expect(await post(composeRawMail({ To: await readReplyAddress(leadId) }))).toBe(200);
    expect(await post(composeRawMail({ Subject: 'Large' }, 'x'.repeat(20_000_000)), {}, '127.0.3.1')).toBe(
      200,
    );
  });
});

describe('B-287 a mail over 25 MB that arrives by webhook', () => {
  const raw = composeRawMail(
    { Subject: 'Plans of the house', 'Message-ID': '<plans@roy.example>' },
    'x'.repeat(27_000_000),
  );

  test.each(['declared', 'chunked'])('B-287 is refused, and staff see whose it was: %s', async (way) => {
    const { post } = await startTestMailWebhook();
    const headers = way === 'chunked' ? { 'transfer-encoding': 'chunked' } : {};
    expect(await post(raw, { headers })).toBe(413);
    expect(await post(raw, { headers })).toBe(413);
    expect(await readReceivedMails()).toMatchObject([
      {
        state: 'triage',
        reason: 'too-large',
        way: 'webhook',
        subject: 'Plans of the house',
        kept: null,
        is_cut: true,
        from_address: 'ana@roy.example',
      },
    ]);
    expect(readMailInStates(dataFolder).webhook?.tooLargeAt).toMatch(/^20/);
  });

  test('B-287 leaves nothing without the right signature', async () => {
    const { post } = await startTestMailWebhook();
    expect(
      await post(raw, { secret: 'whsec_' + Buffer.from('another secret entirely').toString('base64') }),
    ).toBe(401);
    expect(await readReceivedMails()).toEqual([]);
  });
});

describe('B-171 what one sender and all strangers may store in a day', () => {
  async function fill(values: {
    count: number;
    from: string;
    leadId?: string;
    bytes?: number;
  }): Promise<void> {
    const { count, from, leadId: of = null, bytes = 1_000 } = values;
    await databasePool.query(
      `insert into received_mails (state, reason, way, lead_id, from_address, size_bytes, content_key)
       select case when $2::uuid is null then 'triage' else 'machine' end, 'notice', 'imap', $2, $3, $4,
         encode(sha256((random()::text || n)::bytea), 'hex')
       from generate_series(1, $1) as n`,
      [count, of, from, bytes],
    );
  }

  test('B-171 an unknown sender above it gets 429 by webhook; another one, and a reply to a thread, do not', async () => {
    const { post } = await startTestMailWebhook();
    await fill({ count: 100, from: 'Eve@evil.example' });
    expect(await post(composeRawMail({ From: 'eve@evil.example', 'Message-ID': '<a@evil>' }))).toBe(429);
    expect(await post(composeRawMail({ From: 'bo@x.example', 'Message-ID': '<b@x>' }))).toBe(200);
    await fill({ count: 1, from: 'ana@roy.example', bytes: 60_000_000 });
    expect(await post(composeRawMail({ To: await readReplyAddress(leadId) }))).toBe(200);
    expect(await post(composeRawMail({ From: 'bo@x.example', 'Message-ID': '<b@x>' }))).toBe(200);
  });

  test('B-171 all strangers together, and one thread, are limited by their bytes; a large mail leaves no parts behind', async () => {
    const { post } = await startTestMailWebhook();
    await fill({ count: 20, from: 'x@x.example', bytes: 26_000_000 });
    expect(await post(composeRawMail({ From: 'new@y.example' }, 'x'.repeat(6_000_000)))).toBe(429);
    const to = await readReplyAddress(leadId);
    expect(await post(composeRawMail({ To: to }))).toBe(200);
    await fill({ count: 4, from: 'ana@roy.example', leadId, bytes: 26_000_000 });
    expect(
      await post(composeRawMail({ To: to, 'Message-ID': '<more@roy.example>' }, 'x'.repeat(6_000_000))),
    ).toBe(429);
    const { rows } = await databasePool.query(
      'select from private.mail_parts where not exists (select from received_mails where id = mail_parts.mail_id)',
    );
    expect(rows).toHaveLength(0);
  });

  test('B-171 by IMAP it stays unread, is listed and named by site health, and the next mail is received', async () => {
    const mailbox = await startImapServer();
    testCleanups.push(mailbox.close);
    await fill({ count: 100, from: 'eve@evil.example' });
    mailbox.deliver(
      composeRawMail({ From: 'eve@evil.example', Subject: 'Once more', 'Message-ID': '<c@evil>' }),
    );
    mailbox.deliver(composeRawMail({ To: await readReplyAddress(leadId) }));
    startTestMailIn({ MAIL_IN_IMAP_URL: `imap://reply:secret@127.0.0.1:${mailbox.port}/INBOX` });
    await expect.poll(() => readMailInStates(dataFolder).imap?.overLimitAt).toMatch(/^20/);
    await expect.poll(() => mailbox.seen).toEqual([2]);
    const mails = (await readReceivedMails()).filter(({ subject }) => subject !== '');
    expect(mails).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subject: 'Once more',
          state: 'triage',
          reason: 'over-limit',
          kept: null,
          is_cut: true,
        }),
        expect.objectContaining({ state: 'joined', lead_id: leadId }),
      ]),
    );
    // stored after the mail is marked as read
    const readPositions = () => databasePool.query('select last_uid::int from private.mailbox_positions');
    await expect.poll(async () => (await readPositions()).rows).toEqual([{ last_uid: 2 }]);
  });
});

test('B-116 a mailbox that was renumbered is read from its newest mail on', async () => {
  const mailbox = await startImapServer();
  testCleanups.push(mailbox.close);
  for (let n = 1; n <= 10; n++) mailbox.deliver(composeRawMail({ 'Message-ID': `<old-${n}@x.example>` }));
  startTestMailIn({ MAIL_IN_IMAP_URL: `imap://reply:secret@127.0.0.1:${mailbox.port}/INBOX` });
  await expect.poll(() => mailbox.seen.length).toBe(10);
  expect(mailbox.fetched[0]).toBe('1 []');
  mailbox.fetched.length = 0;
  mailbox.deliver(composeRawMail({ 'Message-ID': '<new@x.example>' }));
  mailbox.renumber();
  await expect.poll(() => mailbox.fetched.length).toBe(11);
  expect(mailbox.fetched[0]).toBe('11 []');
  await expect.poll(readReceivedMails).toHaveLength(11);
  await expect
    .poll(
      async () =>
        (await databasePool.query('select uid_validity::int, last_uid::int from private.mailbox_positions'))
          .rows,
    )
    .toEqual([{ uid_validity: 8, last_uid: 11 }]);
});
