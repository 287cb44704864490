import { defineTexts } from '../../../../texts/define-texts.ts';

export const priceTexts = defineTexts({
  title: 'Pricing',
  add: 'Add price',
  hint: (free: string) =>
    `In Canadian dollars. 0 shows as “${free}”. Add-ons aren't included in the “from” price.`,
  unnamed: (number: number) => `Price ${number}`,
  moved: 'The price',
  nameLabel: (number: number) => `Price ${number}: what it covers`,
  namePlaceholder: 'What it covers',
  amountLabel: (number: number) => `Price ${number}: amount in Canadian dollars`,
  unitLabel: (number: number) => `Price ${number}: paid`,
  units: { once: 'once', month: 'a month', year: 'a year', hour: 'an hour' },
  addOn: (title: string) => `Add-on<spoken> (${title})</spoken>`,
  moveUp: (title: string) => `Move ${title} up`,
  moveDown: (title: string) => `Move ${title} down`,
  remove: (title: string) => `Remove ${title}`,
  problems: {
    nameMissing: 'Say what this price covers',
    name: 'the name of this price',
    amount: 'Enter an amount, such as 3900, or 0 for Pay for Results',
    tooMany: (most: number) => `Keep at most ${most} prices`,
  },
});
