import { isSlug } from '../../ui/editor/slug.ts';
import type { DraftProblem } from '../../ui/editor/use-draft.ts';
import { amountOf, isStarted, type ServiceDraft } from './service-draft.ts';

/** As the ledger's limits. */
const longest = { name: 200, pitch: 500, description: 20_000, chip: 80, chips: 40, alt: 500 } as const;
const pictureAddress = /^(https:\/\/[^\s\\/?#]|\/([^/\\\s]|$))[^\s\\]*$/i;

export function priceFieldId(key: string, part: 'name' | 'amount'): string {
  return `service-price-${key}-${part}`;
}

/** What must be mended before this service can be saved, in the order of the form. */
export function findServiceProblems(draft: ServiceDraft): DraftProblem[] {
  const problems: DraftProblem[] = [];
  function ask(field: string, isWrong: boolean, text: string): void {
    if (isWrong && !problems.some((problem) => problem.field === field)) problems.push({ field, text });
  }
  ask('service-name', draft.name.trim() === '', 'Give the service a name');
  ask(
    'service-name',
    draft.name.trim().length > longest.name,
    `Shorten the name to ${longest.name} characters`,
  );
  ask('service-slug', draft.slug === '', 'Write a web address, like accessibility-audit');
  ask(
    'service-slug',
    !isSlug(draft.slug),
    'Use small letters a to z, digits and single dashes in the web address',
  );
  ask(
    'service-pitch',
    draft.pitch.trim().length > longest.pitch,
    `Shorten the pitch to ${longest.pitch} characters`,
  );
  ask(
    'service-description',
    draft.description.trim().length > longest.description,
    `Shorten the description to ${longest.description.toLocaleString('en-CA')} characters`,
  );
  ask('service-chips', draft.chips.length > longest.chips, `Keep at most ${longest.chips} features`);
  ask(
    'service-chips',
    draft.chips.some((chip) => chip.length > longest.chip),
    `Shorten each feature to ${longest.chip} characters`,
  );
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
    picture !== '' && !pictureAddress.test(picture),
    'Write an address that begins with https:// or /',
  );
  ask(
    'service-picture-alt',
    draft.pictureAlt.trim().length > longest.alt,
    `Shorten the description of the picture to ${longest.alt} characters`,
  );
  return problems;
}
