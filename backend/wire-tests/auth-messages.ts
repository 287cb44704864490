// What people find in the messages they get.
import type { ReceivedMail } from '../../fakes/smtp/smtp-sink.ts';

/** The address behind the button. */
export function linkIn(mail: ReceivedMail): string {
  const href = /href="([^"]+)"/.exec(mail.html)?.[1];
  if (href === undefined) throw new Error(`no link in: ${mail.text}`);
  return href.replaceAll('&amp;', '&');
}
