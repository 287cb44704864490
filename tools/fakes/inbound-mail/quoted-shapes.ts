// How mail programs quote the mail that they answer, as recorded from each; generates mails from that.

export interface QuotedShape {
  program: string;
  /** The text below the new text. `quoted` is the former mail. */
  below: (quoted: string) => string;
}

const marked = (text: string): string => text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');

/** In English and in French; addresses and dates in the format of each program. */
export const quotedShapes: readonly QuotedShape[] = [
  {
    program: 'Gmail',
    below: (q) => `On Mon, Nov 23, 2026 at 10:02 AM Fairlead <post@mail.example.test> wrote:\n\n${marked(q)}`,
  },
  {
    program: 'Gmail, wrapped',
    below: (q) =>
      `On Mon, Nov 23, 2026 at 10:02 AM Fairlead Digital and Friends <\npost@mail.example.test> wrote:\n\n${marked(q)}`,
  },
  {
    program: 'Gmail, French',
    below: (q) =>
      `Le lun. 23 nov. 2026 à 10 h 02, Fairlead <post@mail.example.test> a écrit :\n\n${marked(q)}`,
  },
  {
    program: 'Gmail, French, no-break space',
    below: (q) =>
      `Le lun. 23 nov. 2026, à 10 h 02, Fairlead <post@mail.example.test> a écrit\u00a0:\n${marked(q)}`,
  },
  {
    program: 'Outlook',
    below: (q) =>
      `From: Fairlead <post@mail.example.test>\nSent: November 23, 2026 10:02 AM\nTo: Ana Roy <ana@roy.example>\nSubject: Re: Your inquiry\n\n${q}`,
  },
  {
    program: 'Outlook, French',
    below: (q) =>
      `De : Fairlead <post@mail.example.test>\nEnvoyé : 23 novembre 2026 10:02\nÀ : Ana Roy <ana@roy.example>\nObjet : Re: Your inquiry\n\n${q}`,
  },
  {
    program: 'Outlook, old',
    below: (q) =>
      `-----Original Message-----\nFrom: Fairlead [mailto:post@mail.example.test]\nSent: Monday, November 23, 2026 10:02 AM\nTo: Ana Roy\nSubject: Re: Your inquiry\n\n${q}`,
  },
  {
    program: 'Outlook, old, French',
    below: (q) =>
      `-----Message d'origine-----\nDe : Fairlead [mailto:post@mail.example.test]\nEnvoyé : lundi 23 novembre 2026 10:02\nÀ : Ana Roy\nObjet : Re: Your inquiry\n\n${q}`,
  },
  {
    program: 'Outlook on the web',
    below: (q) =>
      `________________________________\nFrom: Fairlead <post@mail.example.test>\nSent: Monday, November 23, 2026 10:02 AM\nTo: Ana Roy <ana@roy.example>\nSubject: Re: Your inquiry\n\n${q}`,
  },
  {
    program: 'Outlook for iOS',
    below: (q) =>
      `Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Fairlead <post@mail.example.test>\nSent: Monday, November 23, 2026 10:02:11 AM\nTo: Ana Roy <ana@roy.example>\nSubject: Re: Your inquiry\n\n${q}`,
  },
  {
    program: 'Outlook for iOS, French',
    below: (q) =>
      `Obtenir Outlook pour iOS<https://aka.ms/o0ukef>\n________________________________\nDe : Fairlead <post@mail.example.test>\nEnvoyé : Monday, November 23, 2026 10:02:11 AM\nÀ : Ana Roy <ana@roy.example>\nObjet : Re: Your inquiry\n\n${q}`,
  },
  {
    program: 'Apple Mail',
    below: (q) =>
      `> On Nov 23, 2026, at 10:02 AM, Fairlead <post@mail.example.test> wrote:\n> \n${marked(q)}`,
  },
  {
    program: 'Apple Mail, French',
    below: (q) => `> Le 23 nov. 2026 à 10:02, Fairlead <post@mail.example.test> a écrit :\n> \n${marked(q)}`,
  },
  {
    program: 'iPhone',
    below: (q) =>
      `Sent from my iPhone\n\n> On Nov 23, 2026, at 10:02, Fairlead <post@mail.example.test> wrote:\n> \n> \uFEFF\n${marked(q)}`,
  },
  {
    program: 'iPhone, French',
    below: (q) =>
      `Envoyé de mon iPhone\n\n> Le 23 nov. 2026 à 10:02, Fairlead <post@mail.example.test> a écrit :\n> \n${marked(q)}`,
  },
  { program: 'Thunderbird', below: (q) => `On 2026-11-23 10:02, Fairlead wrote:\n${marked(q)}` },
  { program: 'Thunderbird, French', below: (q) => `Le 23/11/2026 à 10:02, Fairlead a écrit :\n${marked(q)}` },
  {
    program: 'Yahoo',
    below: (q) =>
      `    On Monday, November 23, 2026 at 10:02:11 AM EST, Fairlead <post@mail.example.test> wrote:  \n \n ${q}`,
  },
  {
    program: 'Yahoo, French',
    below: (q) =>
      `    Le lundi 23 novembre 2026 à 10 h 02 min 11 s HNE, Fairlead <post@mail.example.test> a écrit :  \n \n ${q}`,
  },
  {
    program: 'Proton',
    below: (q) =>
      `Sent with Proton Mail secure email.\n\nOn Monday, November 23rd, 2026 at 10:02 AM, Fairlead <post@mail.example.test> wrote:\n\n${marked(q)}`,
  },
  {
    program: 'Proton, French',
    below: (q) =>
      `Envoyé avec la messagerie sécurisée Proton Mail.\n\nLe lundi 23 novembre 2026 à 10:02, Fairlead <post@mail.example.test> a écrit :\n\n${marked(q)}`,
  },
  {
    program: 'Samsung',
    below: (q) =>
      `Sent from my Galaxy\n\n\n-------- Original message --------\nFrom: Fairlead <post@mail.example.test>\nDate: 2026-11-23 10:02 (GMT-05:00)\nTo: Ana Roy <ana@roy.example>\nSubject: Re: Your inquiry\n\n${q}`,
  },
  {
    program: 'Zoho',
    below: (q) =>
      `---- On Mon, 23 Nov 2026 10:02:11 -0500 Fairlead <post@mail.example.test> wrote ---\n\n${q}`,
  },
];

export interface NewWords {
  kind: string;
  text: string;
}

/** New text that people write above it; the last two look like a quotation but are not. */
export const newWords: readonly NewWords[] = [
  { kind: 'one line', text: 'Yes, Thursday works.' },
  { kind: 'French', text: 'Bonjour,\n\nOui, jeudi convient : à bientôt !\n\nMerci' },
  { kind: 'a list', text: '1) the menu\n2) the form\n\n- and the map' },
  { kind: 'a sentence that ends in wrote:', text: 'As your colleague wrote:\n\nThursday at ten suits us.' },
  { kind: 'a head of their own', text: 'From: our side nothing is missing.\nThe rest is fine.' },
];
