import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { expect, onTestFinished, test } from 'vitest';
import { startDnsServer } from '../fakes/dns-server.ts';
import { createMailReader, type MailReader, type MailReaderOptions } from './create-mail-reader.ts';

function startReader(options: Omit<MailReaderOptions, 'own'>): MailReader {
  const reader = createMailReader({ own: { replyAddress: 'reply@agency.example' }, ...options });
  onTestFinished(() => reader.close());
  return reader;
}

const heads = [
  'From: Ana Roy <ana@roy.example>',
  'To: reply@agency.example',
  'Subject: Re: Your inquiry',
  'Message-ID: <answer-1@roy.example>',
  'Date: Mon, 23 Nov 2026 10:00:00 -0500',
];

function composeRawMail(...further: string[]): string {
  return `${[...heads, ...further].join('\r\n')}\r\n\r\nYes, please.\r\n`;
}

test('B-170 only the head of a mail that takes longer than the limit is read, and its first lines if they are plain text', async () => {
  const problems: string[] = [];
  const reader = startReader({ onProblem: (problem) => problems.push(problem), readMs: 1 });
  const raw = composeRawMail('In-Reply-To: <one@x.example>', 'References: <zero@x.example>');
  const mail = await reader.read(Buffer.from(raw));
  expect(problems).toEqual(['timeout']);
  expect(mail).toEqual(reader.readBroken(Buffer.from(raw)));
  expect(mail).toMatchObject({
    kind: 'unreadable',
    references: ['<one@x.example>', '<zero@x.example>'],
    messageId: '<answer-1@roy.example>',
    fromAddress: 'ana@roy.example',
    body: 'Yes, please.',
  });
});

test('B-170 a mail whose sender cannot be looked up delays no mail behind it', async () => {
  const dns = await startDnsServer({});
  dns.isSilent = true;
  onTestFinished(() => dns.close());
  const reader = startReader({ sender: { dnsServer: dns.address } });
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = {
    signingDomain: 'roy.example',
    selector: 's1',
    privateKey: key,
    algorithm: 'ed25519-sha256',
  };
  const { signatures } = await dkimSign(composeRawMail(), { ...signer, signatureData: [signer] });
  const ended: string[] = [];
  const read = async (name: string, raw: string): Promise<string> => {
    const { senderCheck } = await reader.read(Buffer.from(raw));
    ended.push(name);
    return senderCheck;
  };
  const slow = [read('slow', signatures + composeRawMail()), read('slow', signatures + composeRawMail())];
  const quick = ['one', 'two', 'three'].map((name) => read(name, composeRawMail()));
  expect(await Promise.all(quick)).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed']);
  expect(ended.toSorted()).toEqual(['one', 'three', 'two']);
  expect(await Promise.all(slow)).toEqual(['unchecked', 'unchecked']);
});

test('B-90 the tags of reply addresses are found in the recipients of a mail, never in their names', () => {
  const reader = startReader({});
  const raw = composeRawMail(
    'Cc: "reply+name@agency.example" <Reply+ONE@Agency.example>, reply@agency.example, reply+two@other.example',
    `Delivered-To: reply+${'x'.repeat(100)}@agency.example`,
  );
  expect(reader.readHead(Buffer.from(raw)).tags).toEqual(['one', 'x'.repeat(60)]);
});
