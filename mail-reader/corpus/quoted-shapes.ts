// How mail programs quote the mail that they answer, as recorded from each; generates mails from that.

const marked = (text: string): string => text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');

/**
 * The text below the new text, by program, given the former mail: in English and in French; addresses and dates in the
 * format of each program.
 */
export const quotedShapes: Record<string, (quoted: string) => string> = {
  Gmail: (q) => `On Mon, Nov 23, 2026 at 10:02 AM Fairlead <post@mail.example.test> wrote:\n\n${marked(q)}`,
  'Gmail, wrapped': (q) =>
    `On Mon, Nov 23, 2026 at 10:02 AM Fairlead Digital and Friends <\npost@mail.example.test> wrote:\n\n${marked(q)}`,
  'Gmail, French': (q) =>
    `Le lun. 23 nov. 2026 à 10 h 02, Fairlead <post@mail.example.test> a écrit :\n\n${marked(q)}`,
  'Gmail, French, no-break space': (q) =>
    `Le lun. 23 nov. 2026, à 10 h 02, Fairlead <post@mail.example.test> a écrit\u00a0:\n${marked(q)}`,
  Outlook: (q) =>
    `From: Fairlead <post@mail.example.test>\nSent: November 23, 2026 10:02 AM\nTo: Ana Roy <ana@roy.example>\nSubject: Re: Your inquiry\n\n${q}`,
  'Outlook, French': (q) =>
    `De : Fairlead <post@mail.example.test>\nEnvoyé : 23 novembre 2026 10:02\nÀ : Ana Roy <ana@roy.example>\nObjet : Re: Your inquiry\n\n${q}`,
  'Outlook, old': (q) =>
    `-----Original Message-----\nFrom: Fairlead [mailto:post@mail.example.test]\nSent: Monday, November 23, 2026 10:02 AM\nTo: Ana Roy\nSubject: Re: Your inquiry\n\n${q}`,
  'Outlook, old, French': (q) =>
    `-----Message d'origine-----\nDe : Fairlead [mailto:post@mail.example.test]\nEnvoyé : lundi 23 novembre 2026 10:02\nÀ : Ana Roy\nObjet : Re: Your inquiry\n\n${q}`,
  'Outlook on the web': (q) =>
    `________________________________\nFrom: Fairlead <post@mail.example.test>\nSent: Monday, November 23, 2026 10:02 AM\nTo: Ana Roy <ana@roy.example>\nSubject: Re: Your inquiry\n\n${q}`,
  'Outlook for iOS': (q) =>
    `Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Fairlead <post@mail.example.test>\nSent: Monday, November 23, 2026 10:02:11 AM\nTo: Ana Roy <ana@roy.example>\nSubject: Re: Your inquiry\n\n${q}`,
  'Outlook for iOS, French': (q) =>
    `Obtenir Outlook pour iOS<https://aka.ms/o0ukef>\n________________________________\nDe : Fairlead <post@mail.example.test>\nEnvoyé : Monday, November 23, 2026 10:02:11 AM\nÀ : Ana Roy <ana@roy.example>\nObjet : Re: Your inquiry\n\n${q}`,
  'Apple Mail': (q) =>
    `> On Nov 23, 2026, at 10:02 AM, Fairlead <post@mail.example.test> wrote:\n> \n${marked(q)}`,
  'Apple Mail, French': (q) =>
    `> Le 23 nov. 2026 à 10:02, Fairlead <post@mail.example.test> a écrit :\n> \n${marked(q)}`,
  iPhone: (q) =>
    `Sent from my iPhone\n\n> On Nov 23, 2026, at 10:02, Fairlead <post@mail.example.test> wrote:\n> \n> \uFEFF\n${marked(q)}`,
  'iPhone, French': (q) =>
    `Envoyé de mon iPhone\n\n> Le 23 nov. 2026 à 10:02, Fairlead <post@mail.example.test> a écrit :\n> \n${marked(q)}`,
  Thunderbird: (q) => `On 2026-11-23 10:02, Fairlead wrote:\n${marked(q)}`,
  'Thunderbird, French': (q) => `Le 23/11/2026 à 10:02, Fairlead a écrit :\n${marked(q)}`,
  Yahoo: (q) =>
    `    On Monday, November 23, 2026 at 10:02:11 AM EST, Fairlead <post@mail.example.test> wrote:  \n \n ${q}`,
  'Yahoo, French': (q) =>
    `    Le lundi 23 novembre 2026 à 10 h 02 min 11 s HNE, Fairlead <post@mail.example.test> a écrit :  \n \n ${q}`,
  Proton: (q) =>
    `Sent with Proton Mail secure email.\n\nOn Monday, November 23rd, 2026 at 10:02 AM, Fairlead <post@mail.example.test> wrote:\n\n${marked(q)}`,
  'Proton, French': (q) =>
    `Envoyé avec la messagerie sécurisée Proton Mail.\n\nLe lundi 23 novembre 2026 à 10:02, Fairlead <post@mail.example.test> a écrit :\n\n${marked(q)}`,
  Samsung: (q) =>
    `Sent from my Galaxy\n\n\n-------- Original message --------\nFrom: Fairlead <post@mail.example.test>\nDate: 2026-11-23 10:02 (GMT-05:00)\nTo: Ana Roy <ana@roy.example>\nSubject: Re: Your inquiry\n\n${q}`,
  Zoho: (q) => `---- On Mon, 23 Nov 2026 10:02:11 -0500 Fairlead <post@mail.example.test> wrote ---\n\n${q}`,
};

/** New text that people write above it, by kind; the last two look like a quotation but are not. */
export const newWords: Record<string, string> = {
  'one line': 'Yes, Thursday works.',
  French: 'Bonjour,\n\nOui, jeudi convient : à bientôt !\n\nMerci',
  'a list': '1) the menu\n2) the form\n\n- and the map',
  'a sentence that ends in wrote:': 'As your colleague wrote:\n\nThursday at ten suits us.',
  'a head of their own': 'From: our side nothing is missing.\nThe rest is fine.',
};
