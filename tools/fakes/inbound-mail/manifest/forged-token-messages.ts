import type { CorpusMessage } from '../corpus-message.ts';

/** Reply tokens that must not verify, or do not count where they stand. */
export const forgedTokenMessages: CorpusMessage[] = [
  {
    id: 'forged-last-character',
    is: 'Last character altered, unknown sender',
    way: 'triage',
    visible: { exactly: 'Send me the quote.' },
  },
  {
    id: 'forged-other-lead',
    is: 'The signature of one lead under the ID of another',
    way: 'triage',
    visible: { exactly: 'Let me in.' },
  },
  {
    id: 'forged-other-lead-by-a-lead',
    is: "A real lead puts another lead's ID under his own signature; References are his own",
    way: { joins: 'lead-ben' },
    alsoRight: ['triage', { guess: 'lead-ben' }],
    visible: { exactly: 'Am I in her thread now?' },
  },
  {
    id: 'forged-upper-case',
    is: 'Token in capitals, unknown sender',
    way: 'triage',
    alsoRight: [{ joins: 'lead-ana' }],
    visible: { exactly: 'CAPITALS.' },
  },
  {
    id: 'forged-lower-case-with-references',
    is: 'Token put into lower case by a mail server, References kept',
    way: { joins: 'lead-luc' },
    french: true,
    visible: { exactly: 'Merci !' },
  },
  {
    id: 'forged-truncated',
    is: 'Token cut by a program that allows 40 characters, known sender without References',
    way: { guess: 'lead-ana' },
    alsoRight: ['triage'],
    visible: { exactly: 'Cut off.' },
  },
  {
    id: 'forged-truncated-stranger',
    is: 'Token cut, unknown sender',
    way: 'triage',
    visible: { exactly: 'Short.' },
  },
  {
    id: 'forged-empty',
    is: 'reply+ with nothing behind it, unknown sender',
    way: 'triage',
    visible: { exactly: 'Empty.' },
  },
  {
    id: 'forged-empty-known',
    is: 'reply+ with nothing behind it, known sender',
    way: { guess: 'lead-ben' },
    alsoRight: ['triage'],
    visible: { exactly: 'Is this the right address?' },
  },
  {
    id: 'forged-and-valid',
    is: 'A forged token of one lead in To, a valid one of another in Cc, sender and References of the valid one',
    way: { joins: 'lead-ben' },
    alsoRight: ['triage'],
    visible: { exactly: 'Copy to both.' },
  },
  {
    id: 'forged-appended',
    is: 'A valid token with one more character',
    way: 'triage',
    visible: { exactly: 'Longer.' },
  },
  {
    id: 'forged-garbage',
    is: 'Quotes, semicolons and SQL where the token should be',
    way: 'triage',
    visible: { exactly: 'Robert.' },
  },
  {
    id: 'forged-very-long',
    is: 'A token of two thousand characters',
    way: 'triage',
    visible: { exactly: 'Long.' },
  },
  {
    id: 'token-in-body-and-subject',
    is: 'A valid token in the subject and the text, not in an address: not what signs',
    way: 'triage',
    visible: { includes: ['Please add me.'] },
  },
  {
    id: 'token-in-display-name',
    is: 'A valid token as a display name, another address',
    way: 'triage',
    visible: { exactly: 'Hidden in the name.' },
  },
  {
    id: 'forged-bare-lead-id',
    is: 'The plain ID of a lead without signature',
    way: 'triage',
    visible: { exactly: 'The ID is known, the signature is not.' },
  },
];
