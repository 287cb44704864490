import type { SendMailOptions } from 'nodemailer';
import { type Message, PermanentFailure } from './message.ts';

/** No list, group or header. */
const ONE_ADDRESS = /^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\]+$/;

/** Throws a PermanentFailure unless the recipient is one bare address. */
export function composeMessage(message: Message, from: string): SendMailOptions {
  const {
    to,
    subject,
    text,
    html,
    messageId,
    replyTo,
    inReplyTo,
    references,
    humanAuthored,
    unsubscribeUrl,
    returnPath,
    calendar,
  } = message;
  if (!ONE_ADDRESS.test(to)) {
    throw new PermanentFailure('refused', {
      cause: Object.assign(new Error('refused'), { code: 'bad_address' }),
    });
  }
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(messageId && { messageId }),
    ...(returnPath && { envelope: { from: returnPath, to } }),
    ...(replyTo && { replyTo }),
    ...(inReplyTo && { inReplyTo }),
    ...(references && { references }),
    ...(calendar && { icalEvent: { ...calendar, filename: 'invite.ics' } }),
    headers: {
      // Keeps vacation responders from replying (RFC 3834).
      ...(!humanAuthored && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
