import type { CorpusMessage } from '../corpus-message.ts';

/** Thunderbird and format=flowed: answers below and between quotes. */
export const thunderbirdMessages: CorpusMessage[] = [
  {
    id: 'thunderbird-bottom-posting',
    is: 'Thunderbird, answer below the whole quote',
    way: { joins: 'lead-ben' },
    visible: { includes: ['About 60 bookings a week, all typed by hand.'] },
    folded: ['Which program takes your bookings today'],
  },
  {
    id: 'thunderbird-inline',
    is: 'Thunderbird, answers between quotes and below them',
    way: { joins: 'lead-ana' },
    visible: {
      includes: ['Good, see you then.', 'Home, services, contact.', 'And the shop, if there is time.'],
    },
    folded: ['Could you send the list of pages', 'Roy Ceramics, 12 Wharf Street'],
  },
  {
    id: 'thunderbird-inline-french',
    is: 'Thunderbird, in French, answers between quotes',
    way: { joins: 'lead-genevieve' },
    french: true,
    visible: {
      includes: ['Une quarantaine, sans compter les archives.', 'Au fait, est-ce que Maude parle français ?'],
    },
    folded: ['Combien de pages compte votre site'],
  },
  {
    id: 'thunderbird-html-french',
    is: 'Thunderbird, HTML with moz-cite-prefix and a moz-signature below the quote',
    way: { joins: 'lead-luc' },
    french: true,
    visible: { exactly: "Le 15 janvier serait l'idéal." },
    folded: ['Quel est votre échéancier', 'Imprimerie du Quai'],
  },
  {
    id: 'format-flowed',
    is: 'format=flowed: soft line ends join, space-stuffed lines lose one space and are no quote',
    way: { joins: 'lead-carla-first' },
    visible: {
      includes: [
        'write to us in French, and that takes an evening a week to put right.',
        '> is not a quote here, because it is stuffed',
        'From here on we need a translator.',
      ],
    },
    folded: ['We read your request about the store.'],
  },
  {
    id: 'format-flowed-delsp',
    is: 'format=flowed with delsp=yes: the space at a soft line end goes',
    way: { joins: 'lead-genevieve' },
    french: true,
    visible: { exactly: 'Notre catalogue compte douze-cents produits, et chacun a une fiche.' },
    folded: ['Bonjour Geneviève'],
  },
  {
    id: 'nested-quotes-french',
    is: 'Quotes within quotes, then the answer',
    way: { joins: 'lead-luc' },
    french: true,
    visible: { includes: ['Les textes sont prêts, je les envoie lundi.'] },
    folded: ['Première version en décembre ?'],
  },
  {
    id: 'looks-like-a-quote',
    is: 'New text that only looks like attribution, signature or quote in parts: what follows must stay in sight',
    way: { joins: 'lead-ben' },
    visible: {
      includes: [
        'These are my numbers for the month:',
        'Please keep the price > 500 and < 900.',
        'my partner wrote: "call after six".',
      ],
    },
  },
];
