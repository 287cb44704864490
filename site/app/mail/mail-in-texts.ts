import { defineTexts } from '../texts/define-texts.ts';

const withCode = (text: string, code: string): string => (code === '' ? `${text}.` : `${text} (${code}).`);

/** Of received mail, in words for staff. */
export const mailInTexts = defineTexts({
  bounces: {
    noMailbox: (code: string) => withCode('It came back: this address doesn’t exist', code),
    full: (code: string) => withCode('It came back: their mailbox is full', code),
    closed: (code: string) => withCode('It came back: their mailbox takes no mail', code),
    tooLarge: (code: string) => withCode('It came back: it was too large for their mail server', code),
    unreachable: (code: string) => withCode('It came back: their mail server could not be reached', code),
    refused: (code: string) => withCode('It came back: their mail server refused it', code),
    other: (code: string) => withCode('It came back: it could not be delivered', code),
    said: (words: string) => `Their mail server said: ${words}`,
  },
  problems: {
    signIn: 'The mail server doesn’t accept the user name or the password.',
    noMailbox: 'The mailbox that MAIL_IN_IMAP_URL names isn’t there.',
    insecure:
      'The certificate of the mail server can’t be trusted: it has expired, names another server, or nobody known signed it.',
    unencrypted: 'The mail server offers no encryption that works, and the password is never sent without.',
    unreachable: 'The mail server can’t be reached.',
    interrupted: 'The connection to the mailbox ended. It is tried again.',
  },
});
