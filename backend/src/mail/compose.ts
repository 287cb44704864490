import type { SendMailOptions } from 'nodemailer';
import type { Message } from './message.ts';

/** A message as nodemailer takes it. The recipient is one bare address and never read as a list. */
export function compose({ to, subject, text, html }: Message, from: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    // So that nobody's holiday notice answers a machine (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
