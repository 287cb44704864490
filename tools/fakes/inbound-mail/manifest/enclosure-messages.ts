import type { CorpusMessage } from '../corpus-message.ts';

/** Calendars, cards, TNEF, signatures, encryption and enclosed mails. */
export const enclosureMessages: CorpusMessage[] = [
  {
    id: 'inline-picture-cid',
    is: 'A picture shown by cid inside the text',
    way: { joins: 'lead-ben' },
    visible: { includes: ['Like this:', 'And nothing else.'] },
    attachments: [{ name: 'sketch.png', type: 'image/png', sizeBytes: 83, outcome: 'kept', inline: true }],
  },
  {
    id: 'inline-cid-missing',
    is: 'A cid that no part has',
    way: { joins: 'lead-ana' },
    visible: { includes: ['Signature:', 'End.'] },
  },
  {
    id: 'calendar-invitation',
    is: 'An invitation a person sent: text, HTML, calendar part and the same as a file',
    way: { joins: 'lead-ana' },
    visible: { includes: ['Kick-off, Tuesday at 10.'] },
    notVisible: ['BEGIN:VCALENDAR'],
    attachments: [
      {
        name: 'invite.ics',
        type: 'text/calendar',
        outcome: 'kept',
        note: 'labelled application/ics; the calendar part beside it may be listed too',
      },
    ],
  },
  {
    id: 'attachment-winmail',
    is: 'winmail.dat of an old Exchange (TNEF) that holds one file',
    way: { joins: 'lead-ben' },
    visible: { exactly: 'The budget is attached.' },
    attachments: [
      {
        name: 'winmail.dat',
        type: 'application/ms-tnef',
        sizeBytes: 104,
        outcome: 'either',
        note: 'kept whole, or budget.txt of 6 bytes unpacked',
      },
    ],
  },
  {
    id: 'attachment-vcard',
    is: 'A business card',
    way: { joins: 'lead-ben' },
    visible: { exactly: 'My card.' },
    attachments: [{ name: 'ben.vcf', type: 'text/vcard', sizeBytes: 97, outcome: 'kept' }],
  },
  {
    id: 'attachment-message',
    is: 'A forwarded mail as message/rfc822, whose own In-Reply-To names another thread',
    way: { joins: 'lead-ben' },
    visible: { includes: ['See the attached mail.'] },
    attachments: [
      {
        name: 'Our quote.eml',
        type: 'message/rfc822',
        outcome: 'kept',
        note: 'within it is another Message-ID, which does not count',
      },
    ],
  },
  {
    id: 'smime-signed',
    is: 'S/MIME with a detached signature',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Signed and sealed: yes, go ahead.' },
    attachments: [
      { name: 'smime.p7s', type: 'application/pkcs7-signature', sizeBytes: 1521, outcome: 'either' },
    ],
  },
  {
    id: 'smime-opaque',
    is: 'S/MIME, text inside the signature (smime.p7m): cannot be read, must be kept and shown as a file',
    way: { joins: 'lead-ana' },
    attachments: [{ name: 'smime.p7m', type: 'application/pkcs7-mime', sizeBytes: 1606, outcome: 'kept' }],
  },
  {
    id: 'pgp-mime-signed',
    is: 'PGP/MIME signature',
    way: { joins: 'lead-ben' },
    visible: { exactly: 'The date is fine.' },
    attachments: [{ name: 'OpenPGP_signature.asc', type: 'application/pgp-signature', outcome: 'either' }],
  },
  {
    id: 'pgp-inline',
    is: 'PGP signature inside the text',
    way: { joins: 'lead-ben' },
    visible: { includes: ['The old form can go.'] },
  },
  {
    id: 'pgp-encrypted',
    is: 'PGP/MIME encrypted: nothing to read, everything kept',
    way: { joins: 'lead-ana' },
    attachments: [{ name: 'encrypted.asc', type: 'application/octet-stream', outcome: 'kept' }],
  },
  {
    id: 'uuencoded',
    is: 'A file uuencoded into the text by an old program',
    way: { joins: 'lead-ben' },
    visible: { includes: ['Note below.'] },
  },
];
