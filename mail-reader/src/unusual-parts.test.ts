import { describe, expect, test } from 'vitest';
import { corpusOwnMail as own } from '../corpus/corpus-world.ts';
import { readMail } from './read-mail.ts';

function mailOf(headers: Record<string, string>, body: string): Buffer {
  const lines = Object.entries({
    'Return-Path': '<ana@roy.example>',
    From: 'Ana Roy <ana@roy.example>',
    To: 'reply@mail.example.test',
    Subject: 'Re: Your inquiry to Fairlead Digital',
    'Message-ID': '<1@roy.example>',
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}\r\n`);
}

function alternative(text: string, html: string, charset = 'utf-8'): Buffer {
  const part = (type: string, content: string) =>
    `--b\nContent-Type: text/${type}; charset=${charset}\n\n${content}\n`;
  return mailOf(
    { 'Content-Type': 'multipart/alternative; boundary=b' },
    `${part('plain', text)}${part('html', html)}--b--`,
  );
}

async function shown(raw: Buffer): Promise<string> {
  const { body, folds } = await readMail(raw, own, { isReply: true, texts: [] });
  const isFolded = (line: number) =>
    folds.some((from, i) => i % 2 === 0 && line >= from && line < (folds[i + 1] ?? 0));
  return body
    .split('\n')
    .filter((_, line) => !isFolded(line))
    .join('\n')
    .trim();
}

describe('B-287 UTF-7 is read', () => {
  const encoded = 'D+AOk-j+AOA pr+AOo-t, c+-est parfait. Appelez +1 604 555 0123.';

  test.each([
    ['utf-7', 'utf-7'],
    ['"UTF-7"', 'quoted'],
    ['unicode-1-1-utf-7', 'its older name'],
  ])('B-287 text in UTF-7 is read with charset=%s', async (charset) => {
    const raw = mailOf({ 'Content-Type': `text/plain; charset=${charset}` }, encoded);
    expect(await shown(raw)).toBe('Déjà prêt, c+est parfait. Appelez +1 604 555 0123.');
  });

  test('B-287 UTF-7 is read in a part and in the subject', async () => {
    expect(await shown(alternative('+2D3eAA- Oui', '<p>+2D3eAA- Oui</p>', 'utf-7'))).toBe('😀 Oui');
    const { subject } = await readMail(
      mailOf({ Subject: '=?UTF-7?Q?R=E9p_?= =?utf-7?Q?D+AOk-j+AOA-?=' }, 'x'),
      own,
    );
    expect(subject).toContain('Déjà');
  });

  test('B-287 text without this charset is not decoded as UTF-7', async () => {
    expect(await shown(mailOf({}, 'C++ and a+b-c, +AOk- too'))).toBe('C++ and a+b-c, +AOk- too');
  });
});

test('B-502 names and subjects have no direction marks, and keep the joiners of their script', async () => {
  const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  const raw = mailOf(
    {
      From: `${word('\u202eعلی\u200cرضا\u200f')} <ana@roy.example>`,
      Subject: word('Re:\u2067 שלום\u0007 1\u202c'),
    },
    'x',
  );
  expect(await readMail(raw, own)).toMatchObject({ fromName: 'علی\u200cرضا', subject: 'Re: שלום 1' });
});

describe('B-287 a text part that stands in for the HTML part is not shown', () => {
  const html =
    '<p>Hi Sam,</p><p>the board chose option B, and we would like to begin in January. Bo sends you the photos this week.</p>';
  const words =
    'Hi Sam,\n\nthe board chose option B, and we would like to begin in January. Bo sends you the photos this week.';

  test.each([
    'View this email in your browser: https://roy.example/v/1',
    'Afficher ce courriel dans votre navigateur',
    'https://roy.example/v/1',
    'Your email app cannot show this message.',
    'This is a multipart message.',
    'Diese Nachricht kann nicht dargestellt werden.',
    'Sehen Sie sich diese E-Mail im Browser an.',
  ])('B-287 %s', async (text) => {
    expect(await shown(alternative(text, html))).toBe(words);
  });

  test.each([
    ['Option B, please.', '<p>Option B, please.</p>'],
    [
      'Yes.',
      '<p>Yes.</p><blockquote type="cite"><p>Do you want option A or option B for the new site of your bakery?</p></blockquote>',
    ],
    ['Our browser shows an error.', '<p>Our browser shows an error.</p>'],
  ])('B-287 a person’s own words stay: %s', async (text, part) => {
    expect(await shown(alternative(text, part))).toBe(text);
  });
});

describe('B-287 quotations of Notes in HTML are folded', () => {
  const ownWords = 'Thursday works for us.';
  const quoted = 'Hi Ana,<br><br>Does Thursday work for you?';

  test.each([
    [
      'Notes 9, a frame',
      `<font size=2 face="sans-serif">${ownWords}</font><br><br><font color="#990099">-----"Fairlead" &lt;<a href="mailto:post@mail.example.test">post@mail.example.test</a>&gt; wrote: -----</font><div style="padding-left:5px;"><div style="padding-right:0px;padding-left:5px;border-left:solid black 2px;">To: Ana Roy &lt;ana@roy.example&gt;<br>From: "Fairlead" &lt;post@mail.example.test&gt;<br>Date: 11/23/2026 10:02AM<br>Subject: Re: Your inquiry to Fairlead Digital<br><br><div>${quoted}</div></div></div>`,
    ],
    [
      'Notes 8, a table of name, date and fields',
      `<font size=2 face="sans-serif">${ownWords}</font><br><br><br><table width=100%><tr valign=top><td width=40%><font size=1 face="sans-serif"><b>Fairlead &lt;post@mail.example.test&gt;</b> </font><p><font size=1 face="sans-serif">11/23/2026 10:02 AM</font></p></td><td width=59%><table width=100%><tr valign=top><td><div align=right><font size=1 face="sans-serif">To</font></div></td><td><font size=1 face="sans-serif">Ana Roy &lt;ana@roy.example&gt;</font></td></tr><tr valign=top><td><div align=right><font size=1 face="sans-serif">cc</font></div></td><td></td></tr><tr valign=top><td><div align=right><font size=1 face="sans-serif">Subject</font></div></td><td><font size=1 face="sans-serif">Re: Your inquiry to Fairlead Digital</font></td></tr></table><br></td></tr></table><br><br><font size=2>${quoted}</font>`,
    ],
    [
      'Notes 10, fields in one cell each',
      `<p style="margin:0">${ownWords}</p><br><br><font size=1 color=#5f5f5f face="sans-serif">From: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1 face="sans-serif">"Fairlead" &lt;post@mail.example.test&gt;</font><br><font size=1 color=#5f5f5f face="sans-serif">To: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1 face="sans-serif">"Ana Roy" &lt;ana@roy.example&gt;</font><br><font size=1 color=#5f5f5f face="sans-serif">Date: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1 face="sans-serif">11/23/2026 10:02 AM</font><br><font size=1 color=#5f5f5f face="sans-serif">Subject: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1 face="sans-serif">Re: Your inquiry to Fairlead Digital</font><br><hr noshade><br><br><font size=2>${quoted}</font>`,
    ],
    [
      'Notes, French',
      `<p>${ownWords}</p><br><font color="#990099">-----"Fairlead" &lt;post@mail.example.test&gt; a écrit : -----</font><br>À : Ana Roy &lt;ana@roy.example&gt;<br>De : "Fairlead" &lt;post@mail.example.test&gt;<br>Date : 23/11/2026 10:02<br>Objet : Re: Your inquiry to Fairlead Digital<br><br>${quoted}`,
    ],
    [
      'Notes 8, German',
      `<font size=2>${ownWords}</font><br><br><table width=100%><tr valign=top><td width=40%><font size=1><b>"Fairlead" &lt;post@mail.example.test&gt;</b></font><br><font size=1>23.11.2026 10:02</font></td><td width=59%><table width=100%><tr><td align=right><font size=1>An</font></td><td><font size=1>Ana Roy &lt;ana@roy.example&gt;</font></td></tr><tr><td align=right><font size=1>Kopie</font></td><td></td></tr><tr><td align=right><font size=1>Thema</font></td><td><font size=1>Re: Your inquiry to Fairlead Digital</font></td></tr></table></td></tr></table><br><font size=2>${quoted}</font>`,
    ],
  ])('B-287 %s', async (_, html) => {
    expect(await shown(mailOf({ 'Content-Type': 'text/html; charset=utf-8' }, html))).toBe(ownWords);
  });
});

describe('B-287 a mail server that still tries is no failure', () => {
  const daemon = { From: 'Mail Delivery Subsystem <mailer-daemon@mx.example>', 'Return-Path': '<>' };

  test.each([
    [
      'Delivery incomplete',
      'There was a temporary problem delivering your message to ana@roy.example. We will retry for 46 more hours.',
    ],
    ['Warning: could not send message for past 4 hours', 'YOU DO NOT NEED TO RESEND YOUR MESSAGE.'],
    ['Mail delivery delayed', 'Your message has not been delivered yet. Delivery attempts will continue.'],
    ['Undelivered Mail', 'Your message could not be delivered yet. The server will keep trying for 5 days.'],
    ['Livraison incomplète', 'Un problème temporaire est survenu. Une nouvelle tentative aura lieu.'],
    [
      'Delivery Status Notification (Delay)',
      'The recipient server did not accept our requests to connect. Still trying.',
    ],
  ])('B-287 %s', async (subject, body) => {
    expect((await readMail(mailOf({ ...daemon, Subject: subject }, body), own)).kind).toBe('notice');
  });

  test.each([
    [
      'Delivery Status Notification (Failure)',
      '550 5.1.1 The email account that you tried to reach does not exist.',
    ],
    ['Undelivered Mail Returned to Sender', 'The mail system: host mx.roy.example said: 554 5.7.1 refused.'],
    ['Mail delivery failed', 'A temporary error lasted for 5 days. The server gave up.'],
  ])('B-287 a failure stays one: %s', async (subject, body) => {
    expect((await readMail(mailOf({ ...daemon, Subject: subject }, body), own)).kind).toBe('bounce');
  });
});
