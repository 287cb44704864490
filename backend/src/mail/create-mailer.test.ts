import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startSmtpSink } from '../../../fakes/smtp/smtp-sink.ts';
import type { LogEntry } from '../errors/log-entry.ts';
import type { Message } from './message.ts';
import { createMailer } from './create-mailer.ts';
import { createMailQueue } from './mail-queue.ts';
import { smtpTransport } from './smtp-transport.ts';

const ends: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function message(to: string, change: Partial<Message> = {}): Message {
  return { to, kind: 'recovery', subject: 'Grüße', text: 'Text', html: '<p>Text</p>', ...change };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mail-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('without a mail server messages become files that only their owner can read', async () => {
  const folder = join(temporaryFolder(), 'mail');
  const mail = createMailer({ folder, from: 'Maple <post@example.com>' }, () => {});
  expect(mail.delivers).toBe(false);
  mail.send(message('ada@example.com'));
  await mail.close();
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-recovery-[0-9a-f]{8}\.eml$/);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const text = readFileSync(join(folder, name), 'utf8');
  expect(text).toContain('From: Maple <post@example.com>');
  expect(text).toContain('To: ada@example.com');
  expect(text).toContain('Auto-Submitted: auto-generated');
});

test('beyond a thousand files the oldest are deleted', async () => {
  const folder = temporaryFolder();
  for (let i = 0; i < 1005; i++)
    writeFileSync(join(folder, `2020-01-01-${String(i).padStart(4, '0')}.eml`), '');
  const mail = createMailer({ folder }, () => {});
  mail.send(message('ada@example.com'));
  await mail.close();
  const left = readdirSync(folder);
  expect(left).toHaveLength(1000);
  expect(left).not.toContain('2020-01-01-0005.eml');
  expect(left.some((name) => name.includes('recovery'))).toBe(true);
});

test('no name, subject or address adds a header or a recipient', async () => {
  const sink = await startSmtpSink();
  ends.push(sink.close);
  const mail = createMailer({ smtpUrl: sink.url, from: 'post@example.com' }, () => {});
  ends.push(mail.close);
  mail.send(message('ada@example.com', { subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nbody' }));
  mail.send(message('bob@example.com\r\nBcc: eve@evil.example'));
  const received = await sink.mailTo('ada@example.com');
  expect(received.raw).not.toMatch(/^Bcc:/im);
  mail.send(message('bob@example.com, eve@evil.example'));
  await mail.close();
  expect(sink.received.flatMap(({ to }) => to)).toEqual(['ada@example.com']);
});

test('a temporary failure is retried, a permanent one is not, and the log holds no recipient', async () => {
  let busy = 2;
  const sink = await startSmtpSink({
    reject(to) {
      if (to.startsWith('unknown')) return 550;
      return busy-- > 0 ? 451 : undefined;
    },
  });
  ends.push(sink.close);
  const log: LogEntry[] = [];
  const transport = smtpTransport({ url: sink.url, from: 'post@example.com' });
  const mail = createMailQueue(transport, { log: (entry) => log.push(entry), retryMs: [1, 1, 1] });
  ends.push(mail.close);
  mail.send(message('ada@example.com'));
  await sink.mailTo('ada@example.com');
  mail.send(message('unknown@example.com'));
  await expect.poll(() => log.map(({ event }) => event)).toContain('mail.lost');
  const events = log.map(({ event, code }) => `${event} ${code ?? ''}`.trim());
  expect(events.filter((event) => event.startsWith('mail.failed'))).toHaveLength(2);
  expect(events).toContain('mail.lost EENVELOPE 550');
  expect(JSON.stringify(log)).not.toContain('example.com');
});

test('an unreachable mail server does not block callers, and waiting messages are tried once more at close', async () => {
  let isDown = true;
  const sink = await startSmtpSink({ isDown: () => isDown });
  ends.push(sink.close);
  const log: LogEntry[] = [];
  const transport = smtpTransport({ url: sink.url, from: 'post@example.com' });
  const mail = createMailQueue(transport, { log: (entry) => log.push(entry), retryMs: [600_000] });
  mail.send(message('ada@example.com'));
  await expect.poll(() => log.map(({ event }) => event)).toEqual(['mail.failed']);
  isDown = false;
  await mail.close();
  expect(sink.received).toHaveLength(1);
  mail.send(message('late@example.com'));
  expect(log.at(-1)).toMatchObject({ event: 'mail.lost' });
});

test('a connection lost in the middle of a message is retried, and the message arrives once', async () => {
  const sink = await startSmtpSink();
  ends.push(sink.close);
  let deaths = 0;
  const proxy = createServer((socket) => {
    const upstream = connect(Number(new URL(sink.url).port), '127.0.0.1');
    for (const end of [socket, upstream]) end.on('error', () => {});
    socket.pipe(upstream).pipe(socket);
    // The response to DATA, perhaps after an earlier one; the message itself is on its way.
    upstream.on('data', (bytes) => {
      if (!/^354/m.test(bytes.toString()) || deaths > 0) return;
      deaths += 1;
      socket.destroy();
      upstream.destroy();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  ends.push(() => void proxy.close());
  const log: LogEntry[] = [];
  const url = `smtp://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const transport = smtpTransport({ url, from: 'post@example.com' });
  const mail = createMailQueue(transport, { log: (entry) => log.push(entry), retryMs: [1] });
  ends.push(mail.close);
  mail.send(message('ada@example.com'));
  await sink.mailTo('ada@example.com');
  await expect.poll(() => log.at(-1)?.event).toBe('mail.sent');
  expect(deaths).toBe(1);
  expect(sink.received).toHaveLength(1);
});

test('a flood of messages to a silent server is bounded', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const log: LogEntry[] = [];
  const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const mail = createMailer({ smtpUrl, from: 'post@example.com' }, (entry) => log.push(entry));
  for (let i = 0; i < 1100; i++) mail.send(message('ada@example.com'));
  expect(log).toHaveLength(98);
  expect(log.every(({ event, code }) => event === 'mail.lost' && code === 'queue_full')).toBe(true);
  await expect.poll(() => sockets.length).toBe(2);
  silent.close();
  for (const socket of sockets) socket.destroy();
  await mail.close();
});
