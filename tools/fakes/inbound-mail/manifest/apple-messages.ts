import type { CorpusMessage } from '../corpus-message.ts';

/** Apple Mail on Macs, iPhones and iPads. */
export const appleMessages: CorpusMessage[] = [
  {
    id: 'apple-mail-macos',
    is: 'Apple Mail on a Mac, quote in blockquote type=cite',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Thursday at 10 is good. I will bring my colleague.' },
    folded: ['Thursday at 10 works for us'],
  },
  {
    id: 'apple-mail-macos-french',
    is: 'Apple Mail on a Mac, in French',
    way: { joins: 'lead-genevieve' },
    french: true,
    visible: { exactly: 'Environ quarante pages. Et un blogue que personne ne lit…' },
    folded: ['Combien de pages compte votre site', 'a écrit :'],
  },
  {
    id: 'apple-ios',
    is: 'iPhone, "Sent from my iPhone"',
    way: { joins: 'lead-ben' },
    visible: { exactly: 'No, a paper book!' },
    folded: ['Sent from my iPhone', 'Which program takes your bookings today'],
  },
  {
    id: 'apple-ios-french',
    is: 'iPhone, "Envoyé de mon iPhone"',
    way: { joins: 'lead-luc' },
    french: true,
    subject: 'Rép : Your inquiry to Fairlead Digital',
    visible: { exactly: 'Parfait, merci beaucoup.' },
    folded: ['Envoyé de mon iPhone', 'Quel est votre échéancier'],
  },
  {
    id: 'apple-ipad-inline',
    is: 'iPad, plain text, answers between quoted lines',
    way: { joins: 'lead-carla-first' },
    visible: { includes: ['see my answers below.', 'Great.', 'Only in English for now.'] },
    folded: ['Do you sell in both languages?', 'Sent from my iPad'],
  },
  {
    id: 'apple-ios-photo-between-text',
    is: 'iPhone, a photo with a place of its own between two text parts',
    way: { joins: 'lead-ana' },
    visible: { includes: ['Here is the sign at our door:', 'It should be on the site too.'] },
    folded: ['Sent from my iPhone'],
    attachments: [
      {
        name: 'IMG_4821.jpeg',
        type: 'image/jpeg',
        sizeBytes: 546,
        outcome: 'kept',
        note: 'holds a GPS position, which what is shown must not',
      },
    ],
  },
];
