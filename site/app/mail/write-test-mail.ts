import { randomUUID } from 'node:crypto';
import type { ShareColours } from '../colours/share-colours.ts';
import { escapeHtml, mailPage } from './mail-page.ts';
import { mailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

const { subject, ...texts } = mailTexts.test;
const sentences = [texts.works, texts.look];

/** That mail can be sent, to the owner who asked. */
export function writeTestMail(
  to: string,
  domain: string,
  { name: agency, colours }: { name: string; colours: ShareColours },
): OutgoingMail {
  const why = texts.reason(agency);
  return {
    kind: 'test',
    to,
    subject,
    text: `${sentences.join('\n\n')}\n\n-- \n${why}\n`,
    html: mailPage({
      agency,
      colours,
      subject,
      body: sentences.map((sentence) => `<p style="margin:0 0 18px">${escapeHtml(sentence)}</p>`).join('\n'),
      foot: escapeHtml(why),
    }),
    messageId: `<test-${randomUUID()}@${domain}>`,
    humanAuthored: false,
  };
}
