import { agency } from '../agency.ts';
import type { ClaimedMail } from './claim-mail.ts';
import { buttonAsHtml, escapeHtml, mailPage } from './mail-page.ts';
import { mailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import type { Letterhead } from './write-reply.ts';

const texts = mailTexts.recovery;
const { subject, openSettings } = texts;
const sentences = [texts.used(agency.name), texts.advice];
const why = texts.reason(agency.name);

/** Informs an account's user that a recovery code removed the second factor. */
export function writeRecoveryNotice(mail: ClaimedMail, { siteUrl, domain }: Letterhead): OutgoingMail {
  const settings = `${siteUrl}/dashboard/settings`;
  return {
    kind: 'recovery-code',
    to: mail.to_address ?? '',
    subject,
    text: `${sentences.join('\n\n')}\n\n${mailTexts.linkBelow(openSettings)}\n${settings}\n\n-- \n${why}\n`,
    html: mailPage({
      subject,
      body: [
        ...sentences.map((sentence) => `<p style="margin:0 0 18px">${escapeHtml(sentence)}</p>`),
        buttonAsHtml(openSettings, settings),
      ].join('\n'),
      foot: escapeHtml(why),
    }),
    messageId: `<recovery-code-${mail.id}@${domain}>`,
    humanAuthored: false,
  };
}
