import { afterEach, expect, test } from 'vitest';
import { startImapServer, type ImapServer } from '../../tools/fakes/imap/imap-server.ts';
import { startMailboxReading } from './read-mailbox.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** `position` is the stored position, `taken` are the stored mails. A mail that contains "bad" is always rejected. */
async function startReader(mails: readonly string[]) {
  const mailbox: ImapServer = await startImapServer();
  cleanups.push(mailbox.close);
  for (const mail of mails) mailbox.deliver(`Subject: ${mail}\r\n\r\nx\r\n`);
  const taken: string[] = [];
  const problems: string[] = [];
  const state = { position: 0, isBroken: false };
  const intake = {
    async receive(_: string, raw: Uint8Array) {
      const mail = /Subject: (.*)\r/.exec(Buffer.from(raw).toString())?.[1] ?? '';
      if (state.isBroken || mail.includes('bad')) throw new Error('the database does not take it');
      taken.push(mail);
      return {};
    },
  };
  const rpc = (name: string, { uid }: { uid?: number } = {}) => ({
    async throwOnError() {
      if (name === 'set_mailbox_position') state.position = uid ?? 0;
      return { data: state.position > 0 ? { uid_validity: 7, last_uid: state.position } : null };
    },
  });
  const reader = startMailboxReading({
    intake,
    client: { rpc },
    notes: { good: () => {}, left: () => {}, bad: (_: string, text: string) => problems.push(text) },
    url: `imap://reply:secret@127.0.0.1:${mailbox.port}/INBOX`,
    retryMs: 20,
  } as unknown as Parameters<typeof startMailboxReading>[0]);
  cleanups.push(reader.stop);
  return { mailbox, taken, problems, state };
}

test('B-170 a mail that cannot be stored delays neither those behind it nor later ones', async () => {
  const { mailbox, taken, problems, state } = await startReader(['a', 'bad', 'b', 'c', 'd', 'e', 'f']);
  await expect.poll(() => taken.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(state.position).toBe(1);
  await expect.poll(() => problems.length).toBeGreaterThan(6);
  mailbox.deliver('Subject: later\r\n\r\nx\r\n');
  await expect.poll(() => taken.at(-1), { timeout: 2_000 }).toBe('later');
  expect(taken).toHaveLength(7);
  expect(mailbox.logins).toHaveLength(1);
});

test('B-170 where no mail can be taken, the reader fetches a few of them at a time, and all once it works again', async () => {
  const mails = Array.from({ length: 30 }, (_, number) => `m${number}`);
  const { mailbox, taken, state } = await startReader([]);
  state.isBroken = true;
  for (const mail of mails) mailbox.deliver(`Subject: ${mail}\r\n\r\nx\r\n`);
  await expect.poll(() => mailbox.logins.length).toBeGreaterThan(2);
  expect(mailbox.fetched.length).toBeLessThan(10 * mailbox.logins.length);
  state.isBroken = false;
  await expect.poll(() => taken.length).toBe(30);
  await expect.poll(() => state.position).toBe(30);
});
