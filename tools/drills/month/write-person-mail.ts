import type { ReceivedMail } from '@fairlead/backend/testing/fakes';
import type { Language } from './plan-requests.ts';

export interface RawMail {
  from: string;
  to: string;
  raw: string;
}

interface MailFacts {
  mail: ReceivedMail;
  /** The address that the answer is sent to: Reply-To, or the sender. */
  to: string;
  from: string;
  name: string;
  language: Language;
  /** The new text, which is searched for in the thread. */
  words: string;
  messageId: string;
  at: Date;
}

/** Ways in which mail programs quote. */
export const quotingShapes = ['gmail', 'outlook', 'apple', 'plain'] as const;
export type QuotingShape = (typeof quotingShapes)[number];

export function writePersonMail(shape: QuotingShape, answer: MailFacts): RawMail {
  const { mail, to, from, name, language, words, messageId, at } = answer;
  const original = mail.parsed.messageId ?? '';
  const references = [mail.parsed.references, original].filter(Boolean).join(' ');
  const prefix = language === 'fr' && shape === 'outlook' ? 'RE : ' : 'Re: ';
  const headers = [
    `From: ${encodeWord(name)} <${from}>`,
    `To: <${to}>`,
    `Subject: ${encodeWord(prefix + mail.subject)}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    `In-Reply-To: ${original}`,
    `References: ${references}`,
    'MIME-Version: 1.0',
  ];
  const text = `${words}\r\n\r\n${quote(shape, answer)}`;
  const body =
    shape === 'plain' || shape === 'apple' ? plainPart(text) : alternative(text, htmlOf(shape, answer));
  return { from, to, raw: [...headers, ...body].join('\r\n') };
}

/** An out-of-office mail; it must not make a lead wait for a reply. */
export function writeAwayMail({ mail, to, from, name, language, messageId, at }: MailFacts): RawMail {
  const subject = `${language === 'fr' ? 'Réponse automatique : ' : 'Automatic reply: '}${mail.subject}`;
  const text = language === 'fr' ? 'Je suis absente jusqu’à lundi.' : 'I am away until Monday.';
  const headers = [
    `From: ${encodeWord(name)} <${from}>`,
    `To: <${to}>`,
    `Subject: ${encodeWord(subject)}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    `In-Reply-To: ${mail.parsed.messageId ?? ''}`,
    'Auto-Submitted: auto-replied',
    'X-Auto-Response-Suppress: All',
    'MIME-Version: 1.0',
  ];
  return { from, to, raw: [...headers, ...plainPart(text)].join('\r\n') };
}

/** A bounce for an unknown address, as Postfix writes it (RFC 3464). */
export function writeBounce({ mail, to, from, messageId, at }: MailFacts): RawMail {
  const boundary = 'bounce-of-the-month';
  const original = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n'));
  const lines = [
    'From: MAILER-DAEMON@mx.maple.example (Mail Delivery System)',
    `To: <${to}>`,
    'Subject: Undelivered Mail Returned to Sender',
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `This is the mail system. <${from}>: user unknown`,
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.maple.example',
    '',
    `Final-Recipient: rfc822; ${from}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    original,
    `--${boundary}--`,
    '',
  ];
  return { from: '', to, raw: lines.join('\r\n') };
}

function quote(shape: QuotingShape, { mail, language, at }: MailFacts): string {
  const lines = mail.text.split(/\r?\n/).map((line) => `> ${line}`);
  const sender = 'Fairlead';
  const day = at.toISOString().slice(0, 10);
  if (shape === 'outlook') {
    const header =
      language === 'fr'
        ? [`De : ${sender}`, `Envoyé : ${day}`, 'À : moi', `Objet : ${mail.subject}`]
        : [`From: ${sender}`, `Sent: ${day}`, 'To: me', `Subject: ${mail.subject}`];
    return ['________________________________', ...header, '', mail.text].join('\r\n');
  }
  const intro =
    language === 'fr'
      ? `Le ${day}, ${sender} <a@agency.example> a écrit :`
      : `On ${day}, ${sender} <a@agency.example> wrote:`;
  return [intro, '', ...lines].join('\r\n');
}

function htmlOf(shape: QuotingShape, answer: MailFacts): string {
  const words = `<div dir="ltr">${escapeHtml(answer.words)}</div>`;
  const quoted = escapeHtml(quote(shape, answer)).replaceAll('\r\n', '<br>');
  return shape === 'gmail'
    ? `${words}<br><div class="gmail_quote"><blockquote class="gmail_quote">${quoted}</blockquote></div>`
    : `<html><body>${words}<hr><div id="divRplyFwdMsg">${quoted}</div></body></html>`;
}

function plainPart(text: string): string[] {
  return [
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    encodeBody(text),
    '',
  ];
}

function alternative(text: string, html: string): string[] {
  const boundary = 'answer-of-the-month';
  return [
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...plainPart(text),
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    encodeBody(html),
    `--${boundary}--`,
    '',
  ];
}

function encodeBody(text: string): string {
  return Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
}

function encodeWord(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
