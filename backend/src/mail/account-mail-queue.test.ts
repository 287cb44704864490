import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { startProxyDyingInData, startTcpServer } from '../../fakes/tcp-server.ts';
import { startCluster } from '../../wire-tests/cluster.ts';
import { setUp } from '../../wire-tests/set-up.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { readMigrations } from '../database/migration-files.ts';
import { createPool } from '../database/pool.ts';
import type { LogEntry } from '../errors/log-entry.ts';
import type { AccountMailer, MailMessage, MailMessageTransport } from './message.ts';
import { createAccountMailer } from './create-account-mailer.ts';
import { createAccountMailQueue } from './account-mail-queue.ts';
import { claimQueuedMail, insertQueuedMail, postponeQueuedMail } from './queue-rows.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const log: LogEntry[] = [];
const cluster = setUp(startCluster);
let pool: Pool;

beforeAll(async () => {
  const connection = await cluster.createDatabase();
  const [roles, ...others] = await readMigrations(join(import.meta.dirname, '../migrations'));
  const mails = others.find(({ file }) => file.includes('account_mails'));
  if (!roles || !mails) throw new Error('the migrations are missing');
  await migrateDatabase(connection, [{ source: 'backend', migrations: [roles, mails] }]);
  pool = createPool(connection, { max: 5 });
});

beforeEach(async () => {
  log.length = 0;
  await pool.query('delete from backend.account_mails');
});

afterAll(() => pool.end());

function message(to: string, change: Partial<MailMessage> = {}): MailMessage {
  return { to, kind: 'recovery', subject: 'Grüße', text: 'Text', html: '<p>Text</p>', ...change };
}

const options = { log: (entry: LogEntry) => void log.push(entry) };

function openQueue(
  transport: MailMessageTransport,
  retryMs: number[],
  secrets = ['a secret'],
): AccountMailer {
  const whole = { ...options, pool, secrets: () => secrets, domain: 'example.com', retryMs };
  const mail = createAccountMailQueue(transport, whole);
  onTestFinished(mail.close);
  return mail;
}

function recordingTransport(): { transport: MailMessageTransport; delivered: MailMessage[] } {
  const delivered: MailMessage[] = [];
  const deliver = async (mail: MailMessage): Promise<void> => void delivered.push(mail);
  return { transport: { delivers: true, deliver, close() {} }, delivered };
}

async function send(mail: AccountMailer, one: MailMessage): Promise<void> {
  await mail.enqueue(pool, one, 3600);
  mail.wake();
}

async function countQueued(): Promise<number> {
  return (await pool.query('select from backend.account_mails')).rowCount ?? 0;
}

function events(): string[] {
  return log.map(({ event, code }) => `${event} ${code ?? ''}`.trim());
}

test('a temporary failure is retried, a permanent one is not, and the log holds no recipient', async () => {
  let busy = 2;
  const sink = await startSmtpSink({
    reject(to) {
      if (to.startsWith('unknown')) return 550;
      return busy-- > 0 ? 451 : undefined;
    },
  });
  onTestFinished(sink.close);
  const mail = openQueue(createSmtpTransport({ url: sink.url, from: 'post@example.com' }), [1, 1, 1]);
  await send(mail, message('ada@example.com'));
  await sink.mailTo('ada@example.com');
  await send(mail, message('unknown@example.com'));
  await expect.poll(events).toContain('mail.lost EENVELOPE 550');
  expect(events().filter((event) => event.startsWith('mail.failed'))).toHaveLength(2);
  expect(JSON.stringify(log)).not.toContain('example.com');
  await expect.poll(countQueued).toBe(0);
});

test('an unreachable mail server does not block callers, and the next process sends what waits @audit', async () => {
  let isDown = true;
  const sink = await startSmtpSink({ isDown: () => isDown });
  onTestFinished(sink.close);
  const transport = () => createSmtpTransport({ url: sink.url, from: 'post@example.com' });
  const first = openQueue(transport(), [600_000]);
  await send(first, message('ada@example.com'));
  await expect.poll(() => log.map(({ event }) => event)).toEqual(['mail.failed']);
  await first.close();
  expect(await countQueued()).toBe(1);
  isDown = false;
  await pool.query('update backend.account_mails set next_attempt_at = now()');
  openQueue(transport(), [1]).wake();
  await sink.mailTo('ada@example.com');
  await expect.poll(countQueued).toBe(0);
});

test('a claimed message belongs to one process until its lease ends, then to another, under the same Message-ID', async () => {
  const { transport, delivered } = recordingTransport();
  const hanging = { delivers: true, deliver: () => new Promise<never>(() => {}), close() {} };
  await send(openQueue(hanging, [1]), message('ada@example.com'));
  await expect.poll(async () => (await pool.query(claimed)).rowCount).toBe(1);
  const other = openQueue(transport, [1]);
  await send(other, message('bob@example.com', { messageId: '<second@example.com>' }));
  const ids = () => delivered.map(({ messageId }) => messageId);
  await expect.poll(ids).toEqual(['<second@example.com>']);
  // a delivered message is deleted only after it was sent; before that it would be due again
  await expect.poll(countQueued).toBe(1);
  await pool.query('update backend.account_mails set next_attempt_at = now()');
  other.wake();
  await expect.poll(ids).toEqual(['<second@example.com>', expect.stringMatching(/^<[\w-]{36}@/)]);
  await expect.poll(countQueued).toBe(0);
});

const claimed = `select from backend.account_mails where attempts = 1 and next_attempt_at > now() + interval '1 minute'`;

test('a message that failed before is claimed after those that were never tried, however long it has been due', async () => {
  const insert = (kind: string) => insertQueuedMail(pool, { kind, content: Buffer.alloc(1), ttlS: 3600 });
  await insert('failing');
  const failing = await claimQueuedMail(pool, 60_000);
  if (failing) await postponeQueuedMail(pool, failing, 0);
  await insert('new');
  await insert('newer');
  const kinds: (string | undefined)[] = [];
  for (let n = 0; n < 4; n += 1) kinds.push((await claimQueuedMail(pool, 60_000))?.kind);
  expect(kinds).toEqual(['new', 'newer', 'failing', undefined]);
});

test('processes that share the queue send each message once', async () => {
  const { transport, delivered } = recordingTransport();
  const queues = [1, 2, 3].map(() => openQueue(transport, [1]));
  const recipients = Array.from({ length: 60 }, (_, n) => `user-${n}@example.com`);
  for (const to of recipients) await queues[0]?.enqueue(pool, message(to), 3600);
  for (const queue of queues) queue.wake();
  await expect.poll(countQueued).toBe(0);
  expect(delivered.map(({ to }) => to).toSorted()).toEqual(recipients.toSorted());
});

test('a rolled back transaction sends nothing, and a queued message is unreadable in the database', async () => {
  const mail = openQueue(recordingTransport().transport, [1]);
  const client = await pool.connect();
  await client.query('begin');
  await mail.enqueue(client, message('ada@example.com', { text: 'the code 123456' }), 3600);
  const { rows } = await client.query<{ content: Buffer }>('select content from backend.account_mails');
  await client.query('rollback');
  client.release();
  expect(rows[0]?.content.toString('latin1')).not.toMatch(/ada|example|123456/);
  expect(await countQueued()).toBe(0);
  await mail.enqueue(pool, message('ada@example.com'), 3600);
});

test('messages encrypted with another secret wait; once the former secret is configured, they are encrypted again and sent', async () => {
  const { transport, delivered } = recordingTransport();
  await openQueue(transport, [1]).enqueue(pool, message('ada@example.com'), 3600);
  openQueue(transport, [1], ['another secret']).wake();
  await expect.poll(events).toEqual(['mail.unreadable']);
  expect(log[0]?.message).toContain('JWT_SECRET_PREVIOUS');
  expect(await countQueued()).toBe(1);
  await openQueue(transport, [1], ['another secret', 'a secret']).reencrypt();
  await pool.query('update backend.account_mails set next_attempt_at = now()');
  openQueue(transport, [1], ['another secret']).wake();
  await expect.poll(() => delivered).toMatchObject([{ to: 'ada@example.com' }]);
});

test('an expired message is deleted and not sent', async () => {
  const { transport, delivered } = recordingTransport();
  const mail = openQueue(transport, [1]);
  await mail.enqueue(pool, message('ada@example.com'), 3600);
  await pool.query(`update backend.account_mails set expires_at = now() - interval '1 second'`);
  mail.wake();
  await expect.poll(events).toEqual(['mail.lost expired']);
  expect([delivered, await countQueued()]).toEqual([[], 0]);
});

test('a connection lost in the middle of a message is retried, and the message arrives once', async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const proxy = await startProxyDyingInData(sink.url);
  onTestFinished(proxy.close);
  const url = `smtp://${proxy.address}`;
  const mail = openQueue(createSmtpTransport({ url, from: 'post@example.com' }), [1]);
  await send(mail, message('ada@example.com'));
  await sink.mailTo('ada@example.com');
  await expect.poll(() => log.at(-1)?.event).toBe('mail.sent');
  expect(proxy.countDeaths()).toBe(1);
  expect(sink.received).toHaveLength(1);
});

test('a flood of messages to a silent server is bounded', async () => {
  const silent = await startTcpServer();
  const mail = createAccountMailer(
    { smtpUrl: `smtp://${silent.address}`, from: 'post@example.com' },
    { ...options, pool, secrets: () => ['a secret'] },
  );
  onTestFinished(mail.close);
  onTestFinished(silent.close);
  await send(mail, message('ada@example.com'));
  await pool.query(`insert into backend.account_mails (kind, content, expires_at)
    select 'flood', content, expires_at from backend.account_mails, generate_series(1, 9999)`);
  await send(mail, message('bob@example.com'));
  expect(events()).toEqual(['mail.lost queue_full']);
  expect(await countQueued()).toBe(10_000);
  await expect.poll(() => silent.sockets.size).toBe(2);
});
