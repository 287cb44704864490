import type { CorpusMessage } from '../corpus-message.ts';

/** Our own mail coming back, and mails that arrive twice or only seem to. */
export const duplicateMessages: CorpusMessage[] = [
  {
    id: 'loop-own-reply',
    is: 'Our own reply comes back by a forwarding rule',
    way: 'machine',
    visible: { includes: ['Thursday at 10 works for us'] },
  },
  {
    id: 'loop-own-reply-to-token',
    is: 'Our own reply arrives at the reply address, sent by us',
    way: 'machine',
    visible: { includes: ['Which program takes your bookings today'] },
  },
  {
    id: 'loop-own-notice',
    is: 'Our notice of a new lead, sent to the inbox address',
    way: 'machine',
    visible: { includes: ['Someone just contacted us.'] },
  },
  {
    id: 'loop-from-token-address',
    is: 'A mail whose sender is a reply address of ours',
    way: 'machine',
    alsoRight: ['triage'],
    visible: { includes: ['Going round.'] },
  },
  {
    id: 'duplicate-transport-headers',
    is: 'The same mail once more by another way: other transport headers',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Here is the list: home, services and the contact form. Is the 24th still free?' },
    folded: ['Thursday at 10 works for us', 'Fairlead <post@mail.example.test> wrote'],
    duplicateOf: 'gmail-web-reply',
  },
  {
    id: 'duplicate-transport-headers-french',
    is: 'Le même courriel, reçu une deuxième fois',
    way: { joins: 'lead-luc' },
    french: true,
    visible: { includes: ['Notre échéancier est serré : idéalement avant Noël.'] },
    folded: ['Quel est votre échéancier ?', 'Envoyé : 17 novembre 2026'],
    duplicateOf: 'outlook-desktop-french',
  },
  {
    id: 'duplicate-with-footer',
    is: 'The same mail through a gateway that adds a footer to the text and a header',
    way: { joins: 'lead-ben' },
    visible: { exactly: 'No, a paper book!' },
    folded: ['Sent from my iPhone', 'Which program takes your bookings today'],
    duplicateOf: 'apple-ios',
  },
  {
    id: 'duplicate-folded-message-id',
    is: 'The same mail, its Message-ID folded onto a second line and another letter case of the header name',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'The 24th suits me.' },
    duplicateOf: 'token-only',
  },
  {
    id: 'duplicate-bounce',
    is: 'The same bounce twice',
    way: { bounce: 'ana-1' },
    bounce: { reason: 'User unknown', recipient: 'ana.roy@example.org', addressIsBad: true },
    duplicateOf: 'postfix-user-unknown',
  },
  {
    id: 'not-a-duplicate-second-mail',
    is: 'The words of another mail, sent again under a Message-ID of its own: a person insists',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'The 24th suits me.' },
  },
  {
    id: 'not-a-duplicate-same-id',
    is: 'A scanner that gives every mail one Message-ID (1 of 2)',
    way: 'triage',
    visible: { exactly: 'Page one.' },
  },
  {
    id: 'not-a-duplicate-same-id-other-text',
    is: 'A scanner that gives every mail one Message-ID (2 of 2): other text, so nothing may be lost',
    way: 'triage',
    visible: { exactly: 'Page two.' },
  },
  {
    id: 'stolen-message-id',
    is: "A stranger sends other words under the Message-ID of a lead's mail: must not hide or replace it",
    way: 'triage',
    visible: { exactly: 'Not what Ana wrote.' },
  },
];
