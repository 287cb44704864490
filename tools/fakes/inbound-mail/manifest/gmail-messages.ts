import type { CorpusMessage } from '../corpus-message.ts';

/** Gmail in a browser and on phones. */
export const gmailMessages: CorpusMessage[] = [
  {
    id: 'gmail-web-reply',
    is: 'Gmail in a browser, answer above the quote',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Here is the list: home, services and the contact form. Is the 24th still free?' },
    folded: ['Thursday at 10 works for us', 'Fairlead <post@mail.example.test> wrote'],
  },
  {
    id: 'gmail-web-french',
    is: 'Gmail in a browser, in French ("a écrit :")',
    way: { joins: 'lead-genevieve' },
    french: true,
    visible: {
      exactly: 'Bonjour, Le site compte environ quarante pages, dont dix en anglais. Merci, et à bientôt !',
    },
    folded: ['Combien de pages compte votre site', 'a écrit :'],
  },
  {
    id: 'gmail-android-reply',
    is: 'Gmail on Android, one line and a quote',
    way: { joins: 'lead-ben' },
    visible: { exactly: 'Yes that works, thanks!' },
    folded: ['Which program takes your bookings today'],
  },
  {
    id: 'gmail-ios-french',
    is: 'Gmail on an iPhone, in French, older date form',
    way: { joins: 'lead-genevieve' },
    french: true,
    visible: { exactly: 'Oui, le 1er décembre nous convient très bien.' },
    folded: ['Nous pouvons commencer le 1er décembre. Est-ce'],
  },
  {
    id: 'gmail-signature',
    is: 'Gmail with a signature that Gmail marks as one',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Could you call me about this instead? Mornings are best.' },
    folded: ['Owner, Roy Ceramics', 'start on December 1'],
  },
  {
    id: 'gmail-inline-replies',
    is: 'Gmail in a browser, answers between two quotes',
    way: { joins: 'lead-ben' },
    visible: { includes: ['Good, please do.', 'A spreadsheet, I am afraid. About 60 rows a week.'] },
    folded: ['Which program takes your bookings today?', 'We can redo the booking form.'],
  },
  {
    id: 'gmail-forward-by-stranger',
    is: "Gmail forward of a lead's mail by a stranger to the agency: the lead is not its sender",
    way: 'triage',
    visible: { includes: ['See below, what do you think?'] },
  },
  {
    id: 'gmail-forward-by-lead-french',
    is: "A lead forwards another's mail to the reply address, in French",
    way: { joins: 'lead-genevieve' },
    french: true,
    subject: 'Fwd: Logo',
    visible: { includes: ['je vous transfère ce que mon graphiste propose'] },
  },
  {
    id: 'gmail-emoji',
    is: 'Gmail reply with emoji outside the first plane of Unicode',
    way: { joins: 'lead-ben' },
    subject: 'Re: Your inquiry to Fairlead Digital 🎉',
    visible: { exactly: 'Sounds good 👍 One more thing: can people book by phone too? 📞' },
    folded: ['Which program takes your bookings today'],
  },
  {
    id: 'gmail-reaction',
    is: 'Gmail reaction to our mail: an emoji, with a JSON part that is no attachment for people',
    way: { joins: 'lead-ben' },
    visible: { includes: ['👍'] },
    notVisible: ['"version"'],
  },
];
