import type { DraftProblem } from '../content/editor/use-draft.ts';
import { agencyDraftOf, agencyRecordOf, type AgencyDraft, type LegalPresets } from './agency-draft.ts';
import { findAgencyProblems } from './find-agency-problems.ts';
import { findPartnerProblems, partnersDraftOf, partnersOf, type PartnersDraft } from './partner-list.ts';
import type { AgencySave, SavedAgency } from './saved-agency.ts';

/** All that the screen edits; one press saves it. */
export type EditorDraft = AgencyDraft & PartnersDraft;

export function editorDraftOf({ version, partners }: SavedAgency, legal: LegalPresets): EditorDraft {
  return { ...agencyDraftOf(version, legal), ...partnersDraftOf(partners) };
}

export function findEditorProblems(values: EditorDraft): DraftProblem[] {
  return [...findAgencyProblems(values), ...findPartnerProblems(values)];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Only what differs from `base` is written. */
export function changesOf(values: EditorDraft, base: SavedAgency, legal: LegalPresets): AgencySave {
  const stored = editorDraftOf(base, legal);
  const record = agencyRecordOf(values, base.version, legal);
  const partners = partnersOf(values);
  return {
    base,
    record: isSame(record, agencyRecordOf(stored, base.version, legal)) ? null : record,
    partners: isSame(partners, partnersOf(stored)) ? null : partners,
  };
}
