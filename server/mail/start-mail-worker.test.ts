import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatReplyAddress } from '../../site/app/mail/reply-address.ts';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import { claimOutboxMail } from '../../site/app/mail/claim-mail.ts';
import {
  connectedBackend,
  databasePool,
  dataFolder,
  leadId,
  insertLeadAsVisitor,
  startTestSmtpSink,
  startTestMailWorker,
  readDeliveryStates,
  queueReply,
  setUpMailWorkerFixture,
} from './mail-worker.fixture.ts';

setUpMailWorkerFixture();

test('a claim without mail wakes no worker, which would claim again at once and never rest', async () => {
  const changed: string[] = [];
  const stop = connectedBackend.backend?.onCommit((tables) => changed.push(...tables));
  const client = createSecretKeyClient(connectedBackend.access, {
    secretKey: 'sb_secret_x',
  });
  expect(await claimOutboxMail(client, 8)).toEqual([]);
  await databasePool.query(`notify table_changed, 'public.after_the_claim'`);
  await expect.poll(() => changed).toContain('public.after_the_claim');
  expect(changed).toEqual(['public.after_the_claim']);
  stop?.();
});

describe('G-11 a reply reaches the prospect', () => {
  test('G-11 B-102 as a mail that can be replied to: from us, text and HTML, its own Message-ID, one conversation, with a link to stop others', async () => {
    const sink = await startTestSmtpSink();
    startTestMailWorker(sink.url);
    await databasePool.query(
      `update profiles set reply_signature = 'She / her' where full_name like 'Maude%'`,
    );
    await queueReply('Thursday works.\n\nBring <b>both</b> lists.');
    const first = await sink.mailTo('ana@roy.example');
    await expect.poll(readDeliveryStates).toEqual([{ state: 'sent', problem: null }]);
    const { rows } = await databasePool.query<{ id: string; transport_id: string }>(
      'select id, transport_id from lead_messages',
    );
    expect(first.parsed.from).toMatchObject({ name: 'Fairlead', address: 'post@mail.example' });
    expect(first.parsed.replyTo).toMatchObject([{ address: 'hello@fairlead.example' }]);
    expect(first.subject).toBe('Re: Your inquiry to Fairlead Digital');
    expect(first.parsed.messageId).toBe(`<reply-${rows[0]?.id}@mail.example>`);
    expect(rows[0]?.transport_id).toBe(first.parsed.messageId);
    expect(first.text).toMatch(
      /^Thursday works\.\n\nBring <b>both<\/b> lists\.\n\n-- \nMaude Tremblay-Okoye\nShe \/ her\n/,
    );
    expect(first.html).toContain('Bring &lt;b&gt;both&lt;/b&gt; lists.');
    expect(first.raw).not.toMatch(/^Auto-Submitted/im);
    const { rows: links } = await databasePool.query<{ link: string }>(
      `select 'http://localhost:3000/unsubscribe/' || unsubscribe_token('ana@roy.example') as link`,
    );
    const link = links[0]?.link ?? '';
    expect(first.raw.replaceAll(/\r\n\s+/g, ' ')).toMatch(new RegExp(`^List-Unsubscribe: <${link}>`, 'm'));
    expect(first.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(first.text).toContain(link);
    expect(first.html).toContain(`<a href="${link}"`);

    await queueReply('And the price?');
    const second = await sink.mailTo('ana@roy.example', 2);
    expect(second.subject).toBe(first.subject);
    expect(second.parsed.inReplyTo).toBe(first.parsed.messageId);
    expect(second.parsed.references).toBe(`<lead-${leadId}@mail.example> ${first.parsed.messageId}`);
    await queueReply('One more thing.');
    const third = await sink.mailTo('ana@roy.example', 3);
    expect(third.parsed.references).toBe(`${second.parsed.references} ${second.parsed.messageId}`);
    expect(second.text).toMatch(
      /Maude Tremblay-Okoye wrote:\n> Thursday works\.\n>\n> Bring <b>both<\/b> lists\.\s*$/,
    );
    expect(second.text).toMatch(/http:\/\/localhost:3000\/conversation\/[0-9a-f]{64}\n/);
  });

  test('B-106 the mail that a request arrived is the one that replies refer to, and machines do not answer it', async () => {
    const sink = await startTestSmtpSink();
    startTestMailWorker(sink.url);
    await databasePool.query(`select private.queue_mail('received', lead => '${leadId}')`);
    const mail = await sink.mailTo('ana@roy.example');
    expect(mail.subject).toBe('Your inquiry to Fairlead Digital');
    expect(mail.parsed.messageId).toBe(`<lead-${leadId}@mail.example>`);
    expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated/im);
    expect(mail.text).toMatch(
      /^Thank you for writing to Fairlead Digital\. .+\n\nOur hours: Monday - Friday/,
    );
    await expect.poll(async () => (await databasePool.query('select from private.outbox')).rowCount).toBe(0);
  });

  test('B-127 a mail about a consultation is answered at the signed address of its thread, where mail comes in', async () => {
    const sink = await startTestSmtpSink();
    startTestMailWorker(sink.url, 20, {
      REPLY_ADDRESS: 'reply@mail.example',
      MAIL_IN_WEBHOOK_SECRET: 'k'.repeat(64),
    });
    await databasePool.query(
      `insert into bookings (lead_id, starts_at, ends_at, held_until)
       select $1, at, at + interval '30 minutes', at + interval '45 minutes' from (select now() + interval '90 days' as at) as call`,
      [leadId],
    );
    await databasePool.query(`select private.queue_booking_mails(bookings, 'booked', false) from bookings`);
    const { parsed } = await sink.mailTo('ana@roy.example');
    const { rows } = await databasePool.query<{ token: string }>('select reply_token($1) as token', [leadId]);
    expect(parsed.replyTo).toMatchObject([
      { address: formatReplyAddress('reply@mail.example', rows[0]?.token ?? '') },
    ]);
  });

  test('G-11 without a mail server it becomes a file for its owner alone, and stays "recorded"', async () => {
    startTestMailWorker();
    await queueReply('Into a file.');
    const names = () => readdirSync(join(dataFolder, 'mail')).filter((name) => name.endsWith('.eml'));
    await expect.poll(async () => (await databasePool.query('select from private.outbox')).rowCount).toBe(0);
    expect(await readDeliveryStates()).toEqual([{ state: 'recorded', problem: null }]);
    const [name = ''] = names();
    expect(name).toMatch(/-reply-[0-9a-f]{8}\.eml$/);
    expect(statSync(join(dataFolder, 'mail', name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataFolder, 'mail', name), 'utf8')).toContain('Into a file.');
  });

  test('names with line breaks and addresses that are lists add no header and no recipient', async () => {
    const sink = await startTestSmtpSink();
    startTestMailWorker(sink.url);
    await databasePool.query(
      `alter table profiles disable trigger complete_profile;
       update profiles set full_name = E'Eve\\r\\nBcc: eve@evil.example';
       alter table profiles enable trigger complete_profile`,
    );
    await databasePool.query(
      `update leads set service_name = E'SEO\\r\\nBcc: eve@evil.example', name = E'Ana\\r\\nBcc: eve@evil.example'`,
    );
    await queueReply('Hello');
    const { raw } = await sink.mailTo('ana@roy.example');
    expect(raw).not.toMatch(/^Bcc:/im);
    for (const address of ['ana,eve@evil.example', '<ana>@evil.example', 'ana;eve@evil.example', '"a"@b.c']) {
      await databasePool.query(`update leads set email = $1`, [address]);
      await queueReply(`To ${address}`);
      await expect
        .poll(async () => (await readDeliveryStates()).at(-1))
        .toEqual({
          state: 'failed',
          problem: "This address can't receive email. Reach them another way.",
        });
    }
    expect(sink.received.flatMap(({ to }) => to)).toEqual(['ana@roy.example']);
    await databasePool.query(`update profiles set full_name = 'Maude Tremblay-Okoye'`);
  });

  test('the longest reply arrives whole', async () => {
    const sink = await startTestSmtpSink();
    startTestMailWorker(sink.url);
    const long = `${'é'.repeat(99_990)}\n.\nend`;
    await queueReply(long);
    const { text } = await sink.mailTo('ana@roy.example');
    expect(text).toContain(long);
    await expect.poll(readDeliveryStates).toEqual([{ state: 'sent', problem: null }]);
  });
});

describe('G-36 staff are notified of new leads', () => {
  test('G-36 B-250 a colleague gets one mail that names the person, with a link to the lead; a flood of leads adds only one more mail', async () => {
    const sink = await startTestSmtpSink();
    startTestMailWorker(sink.url);
    await insertLeadAsVisitor();
    const first = await sink.mailTo('maude@fairlead.example');
    expect(first.subject).toBe('New lead: Bo Lind');
    expect(first.text).toMatch(
      /^Bo Lind\nNew lead · Waiting since .+\nhttp:\/\/localhost:3000\/dashboard\/messages\?person=[0-9a-f-]{36}#lead-/,
    );
    expect(first.text).toContain('http://localhost:3000/dashboard/settings#notifications');
    expect(first.raw).toMatch(/^Auto-Submitted: auto-generated/im);
    for (let n = 0; n < 40; n++) await insertLeadAsVisitor(`Bo Lind ${n}`);
    await databasePool.query('delete from private.staff_mail');
    const second = await sink.mailTo('maude@fairlead.example', 2);
    expect(second.subject).toMatch(/^40 people are waiting: Bo Lind 0; Bo Lind 1; .+$/);
    expect(second.subject.length).toBeLessThanOrEqual(70);
    expect(second.text).toContain('And 10 more in Messages.');
    expect(sink.received).toHaveLength(2);
  });

  test('an account is notified that one of its recovery codes was used, and what to do', async () => {
    const sink = await startTestSmtpSink();
    startTestMailWorker(sink.url, 600_000);
    await databasePool.query(
      `insert into private.outbox (kind, colleague_id) select 'recovery-code', id from auth.users where email = 'maude@fairlead.example'`,
    );
    const mail = await sink.mailTo('maude@fairlead.example');
    expect(mail.subject).toBe('A recovery code was used');
    expect(mail.text).toContain('change your password right away');
    expect(mail.text).toContain('http://localhost:3000/dashboard/settings');
    await expect.poll(async () => (await databasePool.query('select from private.outbox')).rowCount).toBe(0);
  });

  test('queued mail wakes the worker, long before its next poll', async () => {
    const sink = await startTestSmtpSink();
    startTestMailWorker(sink.url, 600_000);
    await insertLeadAsVisitor();
    await sink.mailTo('maude@fairlead.example');
    await queueReply('Hello');
    await sink.mailTo('ana@roy.example');
  });
});
