import { collectProblems } from '../../ui/editor/problems.ts';
import type { DraftProblem } from '../../ui/editor/use-draft.ts';
import { amountOf, isStarted, type ServiceDraft } from './service-draft.ts';

export function priceFieldId(key: string, part: 'name' | 'amount'): string {
  return `service-price-${key}-${part}`;
}

/** What must be mended before this service can be saved, in the order of the form. Limits as the ledger's. */
export function findServiceProblems(draft: ServiceDraft): DraftProblem[] {
  const { problems, ask, askChips, askLength, askName, askPicture } = collectProblems();
  askName('service', draft.name, draft.slug, 'name');
  askLength('service-pitch', draft.pitch, 500, 'the pitch');
  askLength('service-description', draft.description, 20_000, 'the description');
  askChips('service-chips', draft.chips, 'features');
  for (const line of draft.prices.filter(isStarted)) {
    ask(priceFieldId(line.key, 'name'), line.name.trim() === '', 'Name what this price is for');
    ask(
      priceFieldId(line.key, 'amount'),
      Number.isNaN(amountOf(line.price)),
      'Write an amount like 3900, or 0 for Pay for Results',
    );
  }
  askPicture('service', draft.pictureUrl, draft.pictureAlt, draft.isDecorative);
  return problems;
}
