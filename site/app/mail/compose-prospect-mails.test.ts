import { expect, test } from 'vitest';
import { composeConversationLinkMail, composeRequestReceivedMail } from './compose-prospect-mails.ts';
import { composeReply, type MailToCompose } from './compose-reply.ts';
import { letterheadFixture } from './letterhead.fixture.ts';

const mail = {
  id: 'm1',
  lead_id: 'l1',
  lead_name: 'Ana Roy',
  message_id: 'r1',
  to_address: 'ana@roy.example',
  service_name: 'Audit',
  reply: { body: 'Hello', author: null, signature: null, earlierIds: [] },
  unsubscribe_token: 'u1',
  conversation: { token: 'c1', earlier: [] },
} as unknown as MailToCompose;
const letterhead = {
  ...letterheadFixture,
  acknowledgementText: 'Thank you for writing to Maple & Birch.\n\nMonday to Friday.\nCall us.',
};

test('B-106 the mail that a request arrived begins the conversation of which replies are the rest', () => {
  const first = composeRequestReceivedMail(mail, letterhead);
  const reply = composeReply(mail, letterhead);
  expect(first.messageId).toBe('<lead-l1@maple.example>');
  expect(reply.references?.[0]).toBe(first.messageId);
  expect(reply.inReplyTo).toBe(first.messageId);
  expect(reply.subject).toBe(`Re: ${first.subject}`);
  expect(composeRequestReceivedMail({ ...mail, service_name: null }, letterhead).subject).toBe(
    'Your inquiry to Maple & Birch',
  );
  expect(first).toMatchObject({
    to: 'ana@roy.example',
    replyTo: { name: 'Maple & Birch', address: 'hello@maple.example' },
    unsubscribeUrl: 'https://maple.example/unsubscribe/u1',
    humanAuthored: false,
  });
});

test('B-106 an acknowledgement has the text of the settings and the links to the conversation and to privacy, and no word of the visitor', () => {
  const { text, html } = composeRequestReceivedMail(mail, letterhead);
  expect(text).toMatch(/^Thank you for writing to Maple & Birch\.\n\nMonday to Friday\.\nCall us\.\n\n/);
  expect(html).toContain('Monday to Friday.<br>\nCall us.');
  for (const path of ['conversation/c1', 'unsubscribe/u1', 'privacy']) {
    expect(text).toContain(`https://maple.example/${path}`);
    expect(html).toContain(`href="https://maple.example/${path}"`);
  }
  expect(text + html).not.toContain('Ana Roy');
});

test('B-107 a fresh link is a mail of the same conversation', () => {
  const written = composeConversationLinkMail(mail, letterhead);
  expect(written).toMatchObject({
    subject: 'Re: Your inquiry about Audit',
    messageId: '<link-m1@maple.example>',
    references: ['<lead-l1@maple.example>'],
  });
  expect(written.text).toContain('https://maple.example/conversation/c1');
});
