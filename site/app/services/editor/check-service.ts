import { isPictureAddress } from '../../ui/editor/picture-panel.tsx';
import { collectProblems } from '../../ui/editor/problems.ts';
import type { DraftProblem } from '../../ui/editor/use-draft.ts';
import { amountOf, isStarted, type ServiceDraft } from './service-draft.ts';

export function priceFieldId(key: string, part: 'name' | 'amount'): string {
  return `service-price-${key}-${part}`;
}

/** What must be mended before this service can be saved, in the order of the form. Limits as the ledger's. */
export function findServiceProblems(draft: ServiceDraft): DraftProblem[] {
  const { problems, ask, askChips, askLength, askName } = collectProblems();
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
  const picture = draft.pictureUrl.trim();
  ask(
    'service-picture',
    picture !== '' && !isPictureAddress(picture),
    'Write an address that begins with https:// or /',
  );
  askLength('service-picture-alt', draft.pictureAlt, 500, 'the description of the picture');
  return problems;
}
