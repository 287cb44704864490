import { describe, expect, test } from 'vitest';
import { corpusOwnMail as own } from '../../corpus/corpus-world.ts';
import {
  automaticReplies,
  newRequestsWithAutomaticMarks,
  peopleLikeMachines,
  peopleWithAutomaticMarks,
  unusualAutomaticReplies,
  type ReplyExample,
} from '../../corpus/examples.ts';
import { readMail } from '../read-mail.ts';

function mailOf({ subject, body, headers }: ReplyExample): Buffer {
  const lines = Object.entries({
    'Return-Path': '<ana@roy.example>',
    From: 'Ana Roy <ana@roy.example>',
    To: 'reply@mail.example.test',
    Subject: `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    'Message-ID': '<1@roy.example>',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}\r\n`);
}

async function kindOf(mail: ReplyExample, isReply: boolean): Promise<string> {
  return (await readMail(mailOf(mail), own, { isReply, texts: [] })).kind;
}

describe('B-91 a reply to our mail counts as automatic only with strong evidence', () => {
  test.each(automaticReplies)('B-91 is an automatic reply: $system', async (mail) => {
    expect(['auto-reply', 'notice']).toContain(await kindOf(mail, true));
  });

  test.each(unusualAutomaticReplies)('B-287 is an automatic reply: $system', async (mail) => {
    expect(['auto-reply', 'notice']).toContain(await kindOf(mail, true));
  });

  test.each(peopleLikeMachines)('B-91 is written by a person: $system', async (mail) => {
    expect(await kindOf(mail, true)).toBe('person');
  });

  test.each(peopleWithAutomaticMarks)(
    'B-286 is written by a person, or is for staff to sort: $system',
    async (mail) => {
      expect(['person', 'doubt']).toContain(await kindOf(mail, true));
    },
  );

  test.each(newRequestsWithAutomaticMarks)('B-286 is a new request of a person: $system', async (mail) => {
    expect(['person', 'doubt']).toContain(await kindOf(mail, false));
  });

  test('B-287 an autoresponder is known by any of the Delivered-To headers', async () => {
    const headers = { 'Delivered-To': 'reply@mail.example.test\r\nDelivered-To: Autoresponder' };
    const reply = { system: 'autoresponder', subject: 'Re: Your inquiry', body: 'Away until May.', headers };
    expect(await kindOf(reply, true)).toBe('auto-reply');
  });

  test('B-91 a question in an automatic reply makes it a person’s, unless a header proves it', async () => {
    const absence = automaticReplies[0] ?? expect.unreachable();
    const asks = { ...absence, body: `${absence.body} Could you send the price before that?` };
    expect(await kindOf(asks, true)).toBe('person');
    for (const [name, value] of [
      ['Auto-Submitted', 'auto-replied'],
      ['Return-Path', '<>'],
      ['Content-Type', 'multipart/report; boundary=b'],
    ] as const)
      expect(await kindOf({ ...asks, headers: { [name]: value } }, true), name).not.toBe('person');
  });
});

describe('B-91 mail that replies to none of ours', () => {
  const newMail = (subject: string, body: string, headers = {}): ReplyExample => ({
    system: '',
    subject,
    body,
    headers,
  });
  const newsletter = {
    'List-Unsubscribe': '<https://l.example/u>',
    'List-Id': '<news.l.example>',
    Precedence: 'bulk',
  };

  test.each([
    ['a newsletter', newMail('Winter sale', 'Twenty per cent off. Unsubscribe: https://l.example/u', newsletter)],
    ['one that asks', newMail('Sale', 'Ready to save on bowls this week? To unsubscribe, click here.', newsletter)],
    ['a notification', newMail('A login', 'New login.', { From: 'noreply@l.example', 'X-Auto-Response-Suppress': 'All' })],
  ])('B-91 is automatic: %s', async (_, mail) => expect(await kindOf(mail, false)).not.toBe('person')); // prettier-ignore

  test.each([
    ['through a program for sales', newMail('A new site', 'Could you call me about a new site?', newsletter)],
    ['an answer to a mail of another system', newMail('Re: Meeting', 'Yes, Thursday.', newsletter)],
    ['a mailbox behind a list of its own', newMail('A new site', 'Please call me.', { ...newsletter, 'List-Id': '<hello.mail.example.test>' })],
    ['a loop header', newMail('A new site', 'Please call me.', { 'X-Loop': 'desk@roy.example' })],
  ])('B-91 is written by a person: %s', async (_, mail) => expect(await kindOf(mail, false)).toBe('person')); // prettier-ignore
});
