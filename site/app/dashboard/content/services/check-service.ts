import { collectProblems } from '../editor/problems.ts';
import type { DraftProblem } from '../editor/use-draft.ts';
import { amountOf, isStarted, type ServiceDraft } from './service-draft.ts';

export function priceFieldId(key: string, part: 'name' | 'amount'): string {
  return `service-price-${key}-${part}`;
}

const maxPrices = 40;

/** What must be mended before this service can be saved, in the order of the form. Limits as the database's. */
export function findServiceProblems(draft: ServiceDraft): DraftProblem[] {
  const { problems, ask, askChips, askLength, askName, askPicture } = collectProblems();
  askName('service', draft.name, draft.slug, 'name');
  askLength('service-pitch', draft.pitch, 500, 'the pitch');
  askLength('service-description', draft.description, 20_000, 'the description');
  askChips('service-chips', draft.chips, 'features');
  const prices = draft.prices.filter(isStarted);
  for (const line of prices) {
    ask(priceFieldId(line.key, 'name'), line.name.trim() === '', 'Say what this price covers');
    askLength(priceFieldId(line.key, 'name'), line.name, 200, 'the name of this price');
    ask(
      priceFieldId(line.key, 'amount'),
      Number.isNaN(amountOf(line.price)),
      'Enter an amount, such as 3900, or 0 for Pay for Results',
    );
  }
  const surplus = prices[maxPrices];
  if (surplus) ask(priceFieldId(surplus.key, 'name'), true, `Keep at most ${maxPrices} prices`);
  askPicture('service', draft.pictureUrl, draft.pictureAlt, draft.isDecorative);
  return problems;
}
