import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { folderForTest } from '../../wire-tests/set-up.ts';
import { createMailTransport } from './create-account-mailer.ts';
import { type MailMessage, PermanentMailError } from './message.ts';

function message(to: string, change: Partial<MailMessage> = {}): MailMessage {
  return { to, kind: 'recovery', subject: 'Grüße', text: 'Text', html: '<p>Text</p>', ...change };
}

test('without a mail server messages become files that only their owner can read', async () => {
  const folder = join(folderForTest(), 'mail');
  const transport = createMailTransport({ folder, from: 'Maple <post@example.com>' });
  expect(transport?.delivers).toBe(false);
  await transport?.deliver(message('ada@example.com'));
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

test('B-112 an invitation is an alternative part with its method, and a file', async () => {
  const folder = join(folderForTest(), 'mail');
  const calendar = {
    method: 'REQUEST',
    content: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR',
  } as const;
  await createMailTransport({ folder })?.deliver(message('ada@example.com', { calendar }));
  const [name = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, name), 'utf8');
  expect(text).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
  expect(text).toMatch(/Content-Disposition: attachment; filename="?invite\.ics/i);
});

test('beyond a thousand files the oldest are deleted', async () => {
  const folder = folderForTest();
  for (let i = 0; i < 1005; i++)
    writeFileSync(join(folder, `2020-01-01-${String(i).padStart(4, '0')}.eml`), '');
  await createMailTransport({ folder })?.deliver(message('ada@example.com'));
  const left = readdirSync(folder);
  expect(left).toHaveLength(1000);
  expect(left).not.toContain('2020-01-01-0005.eml');
  expect(left.some((name) => name.includes('recovery'))).toBe(true);
});

test('no name, subject or address adds a header or a recipient', async () => {
  const sink = await startSmtpSink();
  onTestFinished(sink.close);
  const transport = createMailTransport({ smtpUrl: sink.url, from: 'post@example.com' });
  onTestFinished(() => transport?.close());
  const subject = 'Hello\r\nBcc: eve@evil.example\r\n\r\nbody';
  await transport?.deliver(message('ada@example.com', { subject }));
  for (const to of ['bob@example.com\r\nBcc: eve@evil.example', 'bob@example.com, eve@evil.example']) {
    await expect(transport?.deliver(message(to))).rejects.toBeInstanceOf(PermanentMailError);
  }
  const received = await sink.mailTo('ada@example.com');
  expect(received.raw).not.toMatch(/^Bcc:/im);
  expect(sink.received.flatMap(({ to }) => to)).toEqual(['ada@example.com']);
});
