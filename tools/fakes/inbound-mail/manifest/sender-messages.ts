import type { CorpusMessage } from '../corpus-message.ts';

/** Mails with nothing but their sender to go by. */
export const senderMessages: CorpusMessage[] = [
  {
    id: 'known-sender-new-mail',
    is: 'New mail of a known sender to the agency address',
    way: { guess: 'lead-ana' },
    visible: { exactly: 'Are you open on the 26th?' },
  },
  {
    id: 'known-sender-subject-only',
    is: 'Subject of our mail, references lost, known sender',
    way: { guess: 'lead-ben' },
    visible: { exactly: 'Which file format do you want?' },
  },
  {
    id: 'unknown-sender-subject-only',
    is: 'Subject of our mail, references lost, unknown sender: a subject alone proves nothing',
    way: 'triage',
    visible: { exactly: 'Which day was it?' },
  },
  {
    id: 'two-leads-one-address',
    is: 'New mail of a person with two open leads: staff choose',
    way: 'triage',
    visible: { exactly: 'Do you take credit cards?' },
  },
  {
    id: 'known-sender-other-case',
    is: "The sender's address in capitals",
    way: { guess: 'lead-ana' },
    visible: { exactly: 'Where can I park?' },
  },
  {
    id: 'known-sender-french',
    is: 'New mail of a known sender, in French, raw accents in the subject word',
    way: { guess: 'lead-genevieve' },
    french: true,
    subject: 'Congé des Fêtes',
    visible: { exactly: 'Êtes-vous ouverts le 27 décembre ?' },
  },
  {
    id: 'unknown-sender',
    is: 'Unknown sender, first mail',
    way: 'triage',
    visible: { includes: ['What would a site cost?'] },
  },
  {
    id: 'unknown-sender-french',
    is: 'Unknown sender, first mail, in French',
    way: 'triage',
    french: true,
    subject: "Demande d'accessibilité",
    visible: { includes: ['Faites-vous des audits pour les municipalités ?'] },
  },
  {
    id: 'display-name-is-a-lead',
    is: 'Unknown address whose display name is the address of a lead',
    way: 'triage',
    visible: { exactly: 'Please send the quote here from now on.' },
  },
  {
    id: 'similar-address',
    is: "An address that differs from a lead's by one Cyrillic letter (as punycode)",
    way: 'triage',
    visible: { exactly: 'Please use this address.' },
  },
  {
    id: 'sub-domain-of-lead',
    is: "Same local part, sub-domain of a lead's domain",
    way: 'triage',
    visible: { exactly: 'It is me, Ben.' },
  },
  {
    id: 'reply-to-is-a-lead',
    is: 'Unknown sender whose Reply-To is a lead: a Reply-To proves nothing',
    way: 'triage',
    visible: { includes: ['message: hello'] },
  },
];
