// Mail over TLS, with certificates of a test authority, and a mailbox with mail that cannot be stored.
import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasOpenssl, makeCertificate } from '@fairlead/backend/testing';
import { startImapServer, type ImapServer } from '../../tools/fakes/imap/imap-server.ts';
import {
  testCleanups,
  databasePool,
  dataFolder,
  leadId,
  setUpMailWorkerFixture,
} from '../mail/mail-worker.fixture.ts';
import { readMailInStates } from './mail-in-state.ts';
import { readReplyAddress, composeRawMail, readReceivedMails, startTestMailIn } from './mail-in.fixture.ts';
import { mailInTexts } from '../../site/app/mail/mail-texts.ts';

setUpMailWorkerFixture();

const { problems } = mailInTexts;
const known = getCACertificates('default');
let trusted: { cert: string; key: string };
let unknown: { cert: string; key: string };

beforeAll(() => {
  const [one, other] = ['trusted', 'unknown'].map((name) => {
    const file = makeCertificate(dataFolder, name);
    return { cert: readFileSync(file, 'utf8'), key: readFileSync(file.replace(/crt$/, 'key'), 'utf8') };
  });
  if (!one || !other) throw new Error('no certificate');
  [trusted, unknown] = [one, other];
  // Equivalent to NODE_EXTRA_CA_CERTS at the start of a process.
  setDefaultCACertificates([...known, trusted.cert]);
});
afterAll(() => setDefaultCACertificates(known));

beforeEach(async () => {
  await databasePool.query('delete from received_mails; delete from private.mailbox_positions');
});

async function startMailbox(
  way: 'implicit' | 'starttls' | null,
  certificate = trusted,
  host = 'localhost',
): Promise<ImapServer> {
  const context = createSecureContext(certificate);
  const mailbox = await startImapServer(way === null ? {} : { tls: { way, context } });
  testCleanups.push(mailbox.close);
  const scheme = way === 'implicit' ? 'imaps' : 'imap';
  startTestMailIn({ MAIL_IN_IMAP_URL: `${scheme}://reply:secret@${host}:${mailbox.port}/INBOX` });
  return mailbox;
}

const problem = (): string | undefined => readMailInStates(dataFolder).imap?.problem?.text;

describe.skipIf(!hasOpenssl)('B-116 mail over TLS', () => {
  test.each(['implicit', 'starttls'] as const)(
    'B-116 a mailbox is read by IMAP over TLS (%s), and new mail is pushed',
    async (way) => {
      const mailbox = await startMailbox(way);
      const to = await readReplyAddress(leadId);
      mailbox.deliver(composeRawMail({ To: to }));
      await expect.poll(readReceivedMails).toMatchObject([{ state: 'joined', way: 'imap' }]);
      mailbox.deliver(composeRawMail({ To: to, 'Message-ID': '<second@roy.example>' }));
      await expect.poll(readReceivedMails).toHaveLength(2);
      expect(mailbox.logins).toEqual([true]);
      expect(problem()).toBeUndefined();
    },
  );

  test.each(['implicit', 'starttls'] as const)(
    'B-116 a certificate that nobody known signed is refused before the password is sent (%s), and health says so',
    async (way) => {
      const mailbox = await startMailbox(way, unknown);
      await expect.poll(problem).toBe(problems.insecure);
      expect(mailbox.logins).toEqual([]);
    },
  );

  test('B-116 a certificate of another name is refused, and so is another machine without TLS', async () => {
    const other = await startMailbox('implicit', trusted, '127.0.0.1');
    await expect.poll(problem).toBe(problems.insecure);
    const plain = await startMailbox(null, trusted, '0.0.0.0');
    await expect.poll(problem).toBe(problems.unencrypted);
    expect([...other.logins, ...plain.logins]).toEqual([]);
  });
});

describe('B-116 mails that do not delay others', () => {
  test('B-116 a mail over 25 MB stays in its mailbox, is listed, and is named on the health card; a mail with unusual headers is stored', async () => {
    const mailbox = await startMailbox(null);
    mailbox.deliver(composeRawMail({ Subject: 'Large' }, 'x'.repeat(26 * 1024 * 1024)));
    const odd = Array.from({ length: 998 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    mailbox.deliver(composeRawMail({ 'Message-ID': `<${odd}>`, Subject: 'Odd', From: 'x@x.example' }));
    mailbox.deliver(
      composeRawMail({ To: await readReplyAddress(leadId), 'Message-ID': '<behind@roy.example>' }),
    );
    await expect.poll(readReceivedMails).toHaveLength(3);
    // They are read at once, so their order is not fixed.
    const bySubject = (one: Record<string, unknown>, other: Record<string, unknown>): number =>
      String(one['subject']).localeCompare(String(other['subject']));
    const mails = (await readReceivedMails()).toSorted(bySubject);
    expect(mails).toMatchObject([
      { subject: 'Large', state: 'triage', reason: 'too-large', kept: null, is_cut: true },
      { subject: 'Odd', state: 'triage' },
      { state: 'joined' },
    ]);
    expect(mails[0]?.['size']).toBeGreaterThan(26 * 1024 * 1024);
    expect(mailbox.fetched.toSorted()).toEqual(['1 [HEADER]', '2 []', '3 []']);
    // written after the mails
    await expect.poll(() => readMailInStates(dataFolder).imap?.tooLargeAt).toMatch(/^20/);
  });
});
