// What the screen edits, as one draft: details and partners.
import type { DraftProblem } from '../content/editor/use-draft.ts';
import {
  agencyDraftOf,
  agencyRecordOf,
  type AgencyDraft,
  type LegalPresets,
  findAgencyProblems,
} from './agency-draft.ts';
import { findPartnerProblems, partnersDraftOf, partnersOf, type PartnersDraft } from './partners-section.tsx';
import type { AgencySave, SavedAgency } from './saved-agency.ts';

/** All that the screen edits; one press saves it. */
export type AgencyEditorDraft = AgencyDraft & PartnersDraft;

export function agencyEditorDraftOf(
  { version, partners }: SavedAgency,
  legal: LegalPresets,
): AgencyEditorDraft {
  return { ...agencyDraftOf(version, legal), ...partnersDraftOf(partners) };
}

export function findAgencyEditorProblems(values: AgencyEditorDraft): DraftProblem[] {
  return [...findAgencyProblems(values), ...findPartnerProblems(values)];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Only what differs from `base` is written. */
export function agencyChangesOf(
  values: AgencyEditorDraft,
  base: SavedAgency,
  legal: LegalPresets,
): AgencySave {
  const stored = agencyEditorDraftOf(base, legal);
  const record = agencyRecordOf(values, base.version, legal);
  const partners = partnersOf(values);
  return {
    base,
    record: isSame(record, agencyRecordOf(stored, base.version, legal)) ? null : record,
    partners: isSame(partners, partnersOf(stored)) ? null : partners,
  };
}
