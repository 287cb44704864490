import type { LogoGround } from '../../agency/agency-logo.ts';
import type { DraftProblem } from '../content/editor/use-draft.ts';
import { linesOf } from './agency-draft.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';

const t = agencyScreenTexts.partners;

/** As the database has it. */
const mostPartners = 40;
const maxLength = 100;
export const partnersId = 'agency-partners';

interface PartnerLogo {
  logo: string;
  ground: LogoGround;
}

/** As stored: in their order. */
export interface SavedPartner {
  name: string;
  logo: string | null;
  ground: LogoGround;
}

/** What the controls hold: a name a line, and the logos by name. A line that is cut and pasted keeps its logo. */
export interface PartnersDraft {
  partnerNames: string;
  partnerLogos: Readonly<Record<string, PartnerLogo>>;
}

export function partnersDraftOf(partners: readonly SavedPartner[]): PartnersDraft {
  const logos = partners.flatMap(({ name, logo, ground }) =>
    logo === null ? [] : ([[name, { logo, ground }]] as const),
  );
  return {
    partnerNames: partners.map(({ name }) => name).join('\n'),
    partnerLogos: sorted(Object.fromEntries(logos)),
  };
}

export function partnersOf({ partnerNames, partnerLogos }: PartnersDraft): SavedPartner[] {
  return [...new Set(linesOf(partnerNames))].map((name) => {
    const { logo = null, ground = 'any' } = partnerLogos[name] ?? {};
    return { name, logo, ground };
  });
}

/** Drafts are compared by their JSON. */
function sorted(logos: Record<string, PartnerLogo>): Record<string, PartnerLogo> {
  return Object.fromEntries(Object.entries(logos).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A name that is corrected in its line takes its logo along. */
export function withNames(draft: PartnersDraft, partnerNames: string): PartnersDraft {
  const [before, after] = [linesOf(draft.partnerNames), linesOf(partnerNames)];
  const logos = { ...draft.partnerLogos };
  if (before.length === after.length) {
    for (const [i, old] of before.entries()) {
      const now = after[i] ?? old;
      const logo = logos[old];
      if (now === old || logo === undefined || after.includes(old) || before.includes(now)) continue;
      delete logos[old];
      logos[now] = logo;
    }
  }
  return { partnerNames, partnerLogos: sorted(logos) };
}

/** `logo` null: the name alone. */
export function withLogo(draft: PartnersDraft, name: string, logo: PartnerLogo | null): PartnersDraft {
  const { [name]: _old, ...others } = draft.partnerLogos;
  return { ...draft, partnerLogos: sorted(logo === null ? others : { ...others, [name]: logo }) };
}

export function findPartnerProblems({ partnerNames }: PartnersDraft): DraftProblem[] {
  const names = linesOf(partnerNames);
  if (names.length > mostPartners) return [{ field: partnersId, text: t.tooMany(mostPartners) }];
  const isTooLong = names.some((name) => name.length > maxLength);
  return isTooLong ? [{ field: partnersId, text: t.tooLong(maxLength) }] : [];
}
