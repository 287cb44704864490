import type { SendMailOptions } from 'nodemailer';
import { type Message, PermanentFailure } from './message.ts';

/** One bare address: nothing that reads as a list, a group or a header. */
const ONE_ADDRESS = /^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\]+$/;

/**
 * A message as nodemailer takes it. The recipient is one bare address and never read as a list; another one is a
 * PermanentFailure.
 */
export function composeMessage(message: Message, from: string): SendMailOptions {
  const { to, subject, text, html, messageId, replyTo, inReplyTo, references, humanAuthored } = message;
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
    ...(replyTo && { replyTo }),
    ...(inReplyTo && { inReplyTo }),
    ...(references && { references }),
    // So that nobody's holiday notice answers a machine (RFC 3834).
    ...(!humanAuthored && { headers: { 'Auto-Submitted': 'auto-generated' } }),
  };
}
