import { agency } from '../agency.ts';
import type { ClaimedMail } from './claim-mail.ts';
import { buttonAsHtml, escapeHtml, mailPage } from './mail-page.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import type { Letterhead } from './write-reply.ts';

const subject = 'A recovery code was used';
const sentences = [
  `A recovery code was just used on your ${agency.name} account. Two-step verification is off and other devices were signed out.`,
  "If this was you, set up two-step verification again. If it wasn't, change your password right away and tell an owner of the team.",
];
const why = `You're receiving this because it's about your ${agency.name} account.`;

/** Informs an account's user that a recovery code removed the second factor. */
export function writeRecoveryNotice(mail: ClaimedMail, { siteUrl, domain }: Letterhead): OutgoingMail {
  const settings = `${siteUrl}/dashboard/settings`;
  return {
    kind: 'recovery-code',
    to: mail.to_address ?? '',
    subject,
    text: `${sentences.join('\n\n')}\n\nOpen Settings:\n${settings}\n\n-- \n${why}\n`,
    html: mailPage({
      subject,
      body: [
        ...sentences.map((sentence) => `<p style="margin:0 0 18px">${escapeHtml(sentence)}</p>`),
        buttonAsHtml('Open Settings', settings),
      ].join('\n'),
      foot: escapeHtml(why),
    }),
    messageId: `<recovery-code-${mail.id}@${domain}>`,
    humanAuthored: false,
  };
}
