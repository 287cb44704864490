// What the agency's editor edits, as one draft: its screens, what was changed in them, what is saved.
import type { DraftProblem } from '../content/editor/use-draft.ts';
import {
  agencyControlId,
  agencyDraftOf,
  agencyFieldNames,
  agencyRecordOf,
  agencySections,
  findAgencyProblems,
  openingDayControlId,
  type AgencyDraft,
  type LegalPresets,
} from './agency-draft.ts';
import { weekDayNames } from '../../agency/field-kinds.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import {
  findPartnerProblems,
  partnersDraftOf,
  partnersId,
  partnersOf,
  type PartnersDraft,
} from './partners-section.tsx';
import type { AgencySave, SavedAgency } from './saved-agency.ts';

/** All that the editor edits; one press saves it. */
export type AgencyEditorDraft = AgencyDraft & PartnersDraft;

export interface EditorScreen {
  /** the last part of its URL */
  id: string;
  title: string;
  /** its part of the draft */
  names: readonly (keyof AgencyEditorDraft)[];
}

/** As on the home page. */
const beforePartners = 'about-us';
const partnerNames = ['partnerNames', 'partnerLogos'] as const;

/** The screens of the editor, in their order: one for each section of fields, the partners, the versions. */
export const editorScreens: readonly EditorScreen[] = [
  ...agencySections.flatMap(({ id, title, groups }) => [
    { id, title, names: groups.flatMap(({ fields }) => fields) },
    ...(id === beforePartners
      ? [{ id: 'partners', title: agencyScreenTexts.partners.title, names: partnerNames }]
      : []),
  ]),
  { id: 'versions', title: agencyScreenTexts.versions.title, names: [] },
];

export const agencyPath = '/dashboard/agency';

export function editorScreenPath({ id }: EditorScreen): string {
  return `${agencyPath}/${id}`;
}

/** The screen of a control by its id. */
export function screenOfControl(control: string): EditorScreen | undefined {
  return editorScreens.find(({ names }) =>
    names.some((name) => {
      if (name === 'openingHours') return weekDayNames.some((day) => openingDayControlId(day) === control);
      if (name === 'partnerNames' || name === 'partnerLogos') return control === partnersId;
      return agencyControlId(name) === control;
    }),
  );
}

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

/** The screens with unsaved changes. */
export function changedScreens(values: AgencyEditorDraft, stored: AgencyEditorDraft): EditorScreen[] {
  return editorScreens.filter(({ names }) => names.some((name) => !isSame(values[name], stored[name])));
}

/** The draft as it can be shown: where a field has a problem, with what is stored. */
export function withoutProblems(values: AgencyEditorDraft, stored: AgencyEditorDraft): AgencyEditorDraft {
  const wrong = new Set(findAgencyProblems(values).map(({ field }) => field));
  const names = agencyFieldNames.filter((name) => wrong.has(agencyControlId(name)));
  const right = names.map((name) => [name, stored[name]] as const);
  return { ...values, ...(Object.fromEntries(right) as Partial<AgencyEditorDraft>) };
}

/** What is changed as a whole: a field, or the partners with their logos. */
const units: readonly (readonly (keyof AgencyEditorDraft)[])[] = [
  ...agencyFieldNames.map((name) => [name]),
  partnerNames,
];

/**
 * The draft on top of what someone else saved since it `began`: what was changed in it, and `theirs` for the rest.
 * `overlaps` where both changed the same.
 */
export function mergeAgencyDrafts(
  mine: AgencyEditorDraft,
  began: AgencyEditorDraft,
  theirs: AgencyEditorDraft,
): { merged: AgencyEditorDraft; overlaps: boolean } {
  const differs = (unit: (typeof units)[number], a: AgencyEditorDraft, b: AgencyEditorDraft) =>
    unit.some((name) => !isSame(a[name], b[name]));
  const changed = units.filter((unit) => differs(unit, mine, began));
  const kept = changed.flat().map((name) => [name, mine[name]] as const);
  return {
    merged: { ...theirs, ...(Object.fromEntries(kept) as Partial<AgencyEditorDraft>) },
    overlaps: changed.some((unit) => differs(unit, theirs, began) && differs(unit, theirs, mine)),
  };
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
