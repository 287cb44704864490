import { beforeEach, describe, expect, test } from 'vitest';
import { databasePool, leadId, setUpMailWorkerFixture } from '../mail/mail-worker.fixture.ts';
import {
  readReplyAddress,
  composeRawMail,
  readReceivedMails,
  testReplyAddress,
  startTestMailWebhook,
  testMailWebhookSecret,
} from './mail-in.fixture.ts';
import { signMailWebhook } from './webhook/mail-webhook-endpoint.ts';

setUpMailWorkerFixture();

beforeEach(async () => {
  await databasePool.query('delete from received_mails');
});

describe('B-93 mail by webhook', () => {
  test('B-93 signed and fresh it is in its thread before the sender gets its response, and a repetition adds nothing', async () => {
    const { post } = await startTestMailWebhook();
    const raw = composeRawMail({ To: await readReplyAddress(leadId) });
    expect(await post(raw)).toBe(200);
    const { rows } = await databasePool.query('select message, sender_type, transport_id from lead_messages');
    expect(rows).toEqual([
      { message: 'Yes, please.', sender_type: 'lead', transport_id: '<answer-1@roy.example>' },
    ]);
    expect(await post(raw)).toBe(200);
    expect(await post(`Received: from x by y\r\n${raw}`)).toBe(200);
    expect(await readReceivedMails()).toMatchObject([{ state: 'joined', way: 'webhook', lead_id: leadId }]);
  });

  test('B-90 B-91 a reply through a mailing list is a person’s, and only what was sent is folded in it', async () => {
    const { post } = await startTestMailWebhook();
    await databasePool.query(
      `insert into lead_messages (lead_id, message, sender_type, delivery_state)
       values ($1, 'Does Thursday at ten work for you?', 'admin', 'sent')`,
      [leadId],
    );
    const list = { 'List-Id': '<office.roy.example>', Precedence: 'bulk', 'X-Auto-Response-Suppress': 'All' };
    const head = [
      'From: Fairlead <post@agency.example>',
      'Sent: Monday, November 23, 2026 10:02 AM',
      'To: Ana',
    ];
    const body = [...head, '', 'Does Thursday at ten work for you?', '', 'Yes, at ten.'].join('\r\n');
    expect(await post(composeRawMail({ To: await readReplyAddress(leadId), ...list }, body))).toBe(200);
    const { rows } = await databasePool.query('select state, folds from received_mails');
    expect(rows).toEqual([{ state: 'joined', folds: [0, 5] }]);
  });

  test('B-93 25 MB are kept to the byte, more is refused with 413', async () => {
    const { post } = await startTestMailWebhook();
    const part = Buffer.alloc(18_000_000, 'x')
      .toString('base64')
      .replaceAll(/(.{76})/g, '$1\r\n');
    const heads = `From: ana@roy.example\r\nTo: ${await readReplyAddress(leadId)}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`;
    const file = `--b\r\nContent-Type: application/pdf; name=plan.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
    const raw = `${heads}--b\r\n\r\nSee the plan.\r\n${file}${part}\r\n--b--\r\n`;
    expect(await post(raw)).toBe(200);
    expect(await readReceivedMails()).toMatchObject([
      { state: 'joined', body: 'See the plan.', size: raw.length, kept: raw.length },
    ]);
    const { rows } = await databasePool.query(
      'select name, size_bytes::int as size, media_type, refused from received_files',
    );
    expect(rows).toEqual([{ name: 'plan.pdf', size: 18_000_000, media_type: 'text/plain', refused: null }]);
    expect(await post(raw + 'x'.repeat(3_000_000))).toBe(413);
  });

  test('B-93 a mail by webhook that is unsigned, signed with another secret, changed, old or too large is refused', async () => {
    const { post } = await startTestMailWebhook();
    const now = Math.floor(Date.now() / 1000);
    const other = signMailWebhook(testMailWebhookSecret, 'msg_1', String(now), Buffer.from('other'));
    expect(await post(composeRawMail(), { signature: 'v1,' })).toBe(401);
    expect(await post(composeRawMail(), { secret: 'another secret of a webhook' })).toBe(401);
    expect(await post(composeRawMail(), { at: now, signature: `v1,${other}` })).toBe(401);
    expect(await post(composeRawMail(), { at: now - 330 })).toBe(401);
    expect(await post(composeRawMail(), { at: now + 330 })).toBe(401);
    expect(await readReceivedMails()).toEqual([]);
  });
});

describe('B-93 hostile mail', () => {
  test('B-93 mails with 1,000 nested parts, unknown charsets or no structure are stored whole, in triage or as text', async () => {
    const { post } = await startTestMailWebhook();
    const nested = Array.from(
      { length: 1000 },
      (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
    );
    const bomb = composeRawMail(
      { 'Message-ID': '<bomb@x>', 'Content-Type': 'multipart/mixed; boundary=b0' },
      nested.join(''),
    );
    const charset = composeRawMail(
      {
        'Message-ID': '<charset@x>',
        'Content-Type': `text/plain; charset=${'x'.repeat(5000)}`,
        From: 'c@c.example',
      },
      'Caf\xe9 \xff\xfe\0',
    );
    const html = composeRawMail(
      { 'Message-ID': '<html@x>', 'Content-Type': 'text/html', From: 'h@h.example' },
      `${'<div>'.repeat(20_000)}<script>alert(1)</script><img src=x onerror=alert(1)>Deep${'<b>'.repeat(20_000)}`,
    );
    const nothing = Buffer.from([0, 255, 10, 13, 0, 0, 7]);
    for (const raw of [bomb, Buffer.from(charset, 'latin1'), html, nothing])
      expect(await post(raw)).toBe(200);
    const mails = await readReceivedMails();
    expect(mails).toHaveLength(4);
    for (const mail of mails) expect(mail).toMatchObject({ state: 'triage', kept: mail['size'] });
    expect(mails.map(({ body }) => body).join()).not.toContain('alert');
    expect(mails[0]).toMatchObject({
      reason: 'unreadable',
      from_address: 'ana@roy.example',
      subject: 'Re: Your inquiry',
      body: '',
    });
  });

  const unreadable = {
    'Message-ID': '<unreadable@roy.example>',
    'Content-Type': 'multipart/mixed; boundary=b0',
  };
  const nestedTooDeep = Array.from(
    { length: 1000 },
    (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
  ).join('');

  test('B-170 a mail that no parser can read is added, with its original, to the thread of the signed address that it was sent to, but never because of In-Reply-To alone', async () => {
    const { post } = await startTestMailWebhook();
    expect(
      await post(composeRawMail({ ...unreadable, To: await readReplyAddress(leadId) }, nestedTooDeep)),
    ).toBe(200);
    expect(await readReceivedMails()).toMatchObject([
      { state: 'joined', reason: 'unreadable', lead_id: leadId, body: '', kept: expect.any(Number) },
    ]);
    const { rows } = await databasePool.query('select message from lead_messages');
    expect(rows).toEqual([{ message: 'Re: Your inquiry' }]);
    await databasePool.query('delete from received_mails');
    const forged = { ...unreadable, 'In-Reply-To': `<lead-${leadId}@mail.example>` };
    expect(await post(composeRawMail(forged, nestedTooDeep))).toBe(200);
    expect(await readReceivedMails()).toMatchObject([{ state: 'triage', reason: 'unreadable' }]);
  });

  test('B-170 whose headers contain characters that the database rejects is kept, and the next mail is received', async () => {
    const { post } = await startTestMailWebhook();
    const long = 'a'.repeat(1_998);
    const heads: Record<string, string>[] = [
      { From: 'a\0b@c.example' },
      { From: '"\0" <a\x01\u202e@c.example>' },
      { From: `${long}🦊@c.example` },
      { From: 'a@c.example, b@c.example', Sender: '\0' },
      { From: '' },
      { To: `${testReplyAddress.replace('@', '+\0@')}, ${testReplyAddress.replace('@', `+${long}@`)}` },
      { To: Array.from({ length: 10_000 }, (_, n) => `n${n}@x.example`).join(', ') },
      { Subject: 'x'.repeat(1_000_000) },
      { Subject: `=?utf-8?B?${Buffer.from('\0\u{1f98a}\u202e').toString('base64')}?= =?utf-16?B?2D0=?=` },
      { 'In-Reply-To': '<\0@x>', References: '<a@x> '.repeat(20_000) },
      { 'Message-ID': '<\0@x>' },
      { Date: 'Mon, 99 Foo 275760 99:99:99 +9999' },
      {
        'Content-Type': 'application/octet-stream; name="\u202egnp.exe"',
        'Content-Disposition': `attachment; filename*=utf-16''%D8%3D%00; filename="../../\0${'é'.repeat(300)}"`,
      },
      { 'Content-Type': 'message/rfc822' },
    ];
    for (const [n, head] of heads.entries()) {
      const raw = composeRawMail({ 'Message-ID': `<${n}@hostile.example>`, ...head });
      expect([n, await post(raw)]).toEqual([n, 200]);
    }
    expect(await readReceivedMails()).toHaveLength(heads.length);
  });
});
