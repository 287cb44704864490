// Sends mail.
export { type MailConfig, createMailTransport } from '../mail/create-account-mailer.ts';
export { type DkimKey, verifySmtp } from '../mail/smtp-transport.ts';
