// Passes every mail of the mail reader's corpus through the reader and the database.
import { beforeAll, expect, test } from 'vitest';
import { createMailReader, type MailReader } from '@fairlead/mail-reader';
import {
  corpusLeads,
  corpusOwnMail,
  erasedLead,
  findShownProblems,
  mailCorpus,
  mailDomain,
  outgoingMails,
  readCorpusMessage,
  type CorpusMessage,
} from '@fairlead/mail-reader/testing';
import { isDownloadableFile } from '../../site/app/data/is-downloadable-file.ts';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import { parseReplyTag, formatReplyAddress } from '../../site/app/mail/reply-address.ts';
import {
  testCleanups,
  colleagueId,
  connectedBackend,
  databasePool,
  setUpMailWorkerFixture,
} from '../mail/mail-worker.fixture.ts';
import { createMailIntake, type ReceiveMailResult } from './create-mail-intake.ts';
import { ownMailTexts } from './own-mail-texts.ts';

setUpMailWorkerFixture();

const { replyAddress } = corpusOwnMail;
const signed = new Map<string, string>();

function sign(lead: string): string {
  return signed.get(lead) ?? '';
}

function shown(hex: string): string {
  return formatReplyAddress(replyAddress, hex).slice('reply+'.length, -mailDomain.length - 1);
}

const tokens = {
  sign,
  signWithOther: (lead: string, other: string) =>
    shown(parseReplyTag(sign(lead)).slice(0, 32) + parseReplyTag(sign(other)).slice(32)),
};

async function prepareWorld(): Promise<void> {
  await databasePool.query('delete from received_mails; delete from leads');
  for (const { id, name, email, status, order } of Object.values(corpusLeads))
    await databasePool.query(
      `insert into leads (id, name, email, status, created_at) values ($1, $2, $3, $4, now() - interval '30 days' + $5 * interval '1 day')`,
      [id, name, email, status, order],
    );
  let at = 0;
  for (const { id, lead, text } of Object.values(outgoingMails))
    await databasePool.query(
      `insert into lead_messages (id, lead_id, message, sender_type, delivery_state, transport_id, author_id, created_at)
       values ($1, $2, $3, 'admin', 'sent', $4, $6, now() - interval '10 days' + $5 * interval '1 hour')`,
      [id, corpusLeads[lead].id, text, `<reply-${id}@${mailDomain}>`, at++, colleagueId],
    );
  for (const id of [...Object.values(corpusLeads), erasedLead].map((lead) => lead.id)) {
    const { rows } = await databasePool.query<{ token: string }>('select reply_token($1) as token', [id]);
    signed.set(id, shown(rows[0]?.token ?? ''));
  }
}

interface Row {
  state: string;
  lead_id: string | null;
  message_id: string | null;
  is_other_address: boolean;
  subject: string;
  body: string;
  folds: number[];
  reason: string;
  from_address: string;
}

function wayOf({ state, lead_id: lead }: Row, bounced: string | null): string {
  const key = Object.entries(corpusLeads).find(([, { id }]) => id === lead)?.[0];
  if (state === 'joined') return `joins ${key}`;
  if (state === 'guess') return `guess ${key}`;
  if (state === 'bounce') return bounced === null ? 'machine' : `bounce ${bounced}`;
  return state;
}

function problemsOf(message: CorpusMessage, row: Row, bounced: string | null): string[] {
  const problems: string[] = [];
  const way = wayOf(row, bounced);
  const isRight = [message.way, ...(message.alsoRight ?? [])].some((right) => right === way);
  if (!isRight) problems.push(`went ${way} (${row.reason}), not ${message.way}`);
  problems.push(...findShownProblems(message, row));
  if (!isRight && ['joined', 'guess'].includes(row.state)) problems.push('WRONG THREAD');
  if (message.fromAnotherAddress && ['joined', 'guess'].includes(row.state) && !row.is_other_address)
    problems.push('is not marked as from another address');
  return problems;
}

const found = new Map<string, string[]>();

beforeAll(async () => {
  await prepareWorld();
  // Long, because a busy machine is slow, and after the limit only the headers of a mail are read.
  const readMs = 120_000;
  const unread: string[] = [];
  const reader = createMailReader({
    own: { ...corpusOwnMail, ...ownMailTexts },
    onProblem: (problem) => unread.push(problem),
    readMs,
  });
  testCleanups.push(reader.close);
  // Treats every sender as confirmed; check-sender.test.ts of the reader tests the check.
  const confirmed: MailReader = {
    ...reader,
    read: async (mail, replied) => ({ ...(await reader.read(mail, replied)), senderCheck: 'confirmed' }),
  };
  const intake = createMailIntake(
    createSecretKeyClient(connectedBackend.access, connectedBackend.keys),
    confirmed,
  );
  const ids = new Map<string, ReceiveMailResult>();
  for (const message of mailCorpus) {
    await databasePool.query(
      `update lead_messages set delivery_state = 'sent', delivery_problem = null, bounced_at = null where delivery_state = 'failed'`,
    );
    const received = await intake.receive('imap', readCorpusMessage(message, tokens));
    if (received === null) throw new Error(`${message.id} is over a limit`);
    const first = message.duplicateOf ? ids.get(message.duplicateOf) : undefined;
    ids.set(message.id, received);
    const problems = unread.splice(0).map((problem) => `is not read: ${problem}`);
    if (received.is_new === (first !== undefined))
      problems.push(received.is_new ? 'is doubled' : 'is taken for another one');
    if (first && first.id !== received.id) problems.push('is taken for another one');
    const { rows } = await databasePool.query<Row>('select * from received_mails where id = $1', [
      received.id,
    ]);
    const { rows: failed } = await databasePool.query<{ id: string; problem: string }>(
      `select id, delivery_problem as problem from lead_messages where delivery_state = 'failed'`,
    );
    const bounced = Object.entries(outgoingMails).find(([, { id }]) => id === failed[0]?.id)?.[0] ?? null;
    if (
      message.bounce &&
      failed[0] &&
      !failed[0].problem.toLowerCase().includes(message.bounce.reason.toLowerCase())
    )
      problems.push(
        `gives the reason ${JSON.stringify(failed[0].problem)}, not ${JSON.stringify(message.bounce.reason)}`,
      );
    if (rows[0] && !first) problems.push(...problemsOf(message, rows[0], bounced));
    if (message.attachment) problems.push(...(await fileProblems(message, received.id)));
    if (problems.length > 0) found.set(message.id, problems);
  }
}, 600_000);

async function fileProblems({ attachment = [] }: CorpusMessage, id: string): Promise<string[]> {
  const { rows } = await databasePool.query<{
    name: string;
    media_type: string;
    size: number;
    refused: string | null;
  }>(
    'select name, media_type, size_bytes::int as size, refused from received_files where mail_id = $1 order by part',
    [id],
  );
  const missing = attachment.filter(
    ({ name, sizeBytes, outcome }) =>
      outcome !== 'either' &&
      !rows.some(
        (file) =>
          (name === '' || file.name === name.replaceAll(/\p{Cf}/gu, '')) &&
          (sizeBytes === undefined || file.size === sizeBytes) &&
          (outcome === 'refused') ===
            (file.refused !== null || !isDownloadableFile(file.name, file.media_type)),
      ),
  );
  return missing.map((file) => `has no file ${JSON.stringify(file)} but ${JSON.stringify(rows)}`);
}

test('B-90 every mail of the corpus is sorted correctly, shows its new words and folds the rest', () => {
  const lines = [...found].map(([id, problems]) => `${id}: ${problems.join('; ')}`);
  expect(lines).toEqual([]);
});
