// The draft of the agency's editor: its screens, its unsaved changes, merging with another save.
import { choiceId, type MergeRules } from '../content/merge-drafts.ts';
import type { DraftProblem } from '../content/use-form-draft.ts';
import {
  agencyControlId,
  agencyFieldsDraftOf,
  agencyRecordOf,
  describeHours,
  findAgencyFieldProblems,
  openingDayControlId,
  type AgencyFieldsDraft,
  type LegalPresets,
} from './agency-fields-draft.ts';
import {
  agencyFactPresets,
  agencyFieldNames,
  agencyFields,
  agencySectionNames,
  agencyTextPresets,
} from '../../agency/agency-fields.ts';
import { weekDayNames } from '../../agency/agency-field-definition.ts';
import { holidayRegions } from '../../agency/holiday-regions.ts';
import { shortenText } from '../../seo/format-head-texts.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import {
  findPartnerProblems,
  partnersDraftOf,
  partnersControlId,
  partnersOf,
  type PartnersDraft,
} from './partners-section.tsx';
import type { AgencySaveRequest, SavedAgency } from './saved-agency.ts';
import { agencyFieldLabel, describeAgencyField } from './versions.tsx';

/** All values that the editor edits and saves together. */
export type AgencyEditorDraft = AgencyFieldsDraft & PartnersDraft;

export interface AgencyEditorScreen {
  /** the last part of its URL */
  id: string;
  title: string;
  /** the values of the draft that it edits */
  names: readonly (keyof AgencyEditorDraft)[];
}

/** The section after which the screen of the partners is inserted. */
const beforePartners = 'search';
const partnerNames = ['partnerNames', 'partnerLogos'] as const;

/** The screens of the editor, in their order: one for each section of fields, the partners, the versions. */
export const agencyEditorScreens: readonly AgencyEditorScreen[] = [
  ...agencySectionNames.flatMap((id) => [
    {
      id,
      title: agencyScreenTexts.sections[id],
      names: agencyFieldNames.filter((name) => agencyFields[name].section === id),
    },
    ...(id === beforePartners
      ? [{ id: 'partners', title: agencyScreenTexts.partners.title, names: partnerNames }]
      : []),
  ]),
  { id: 'versions', title: agencyScreenTexts.versions.title, names: [] },
];

export const agencyEditorPath = '/dashboard/agency';

export function agencyEditorScreenPath({ id }: AgencyEditorScreen): string {
  return `${agencyEditorPath}/${id}`;
}

/** The screen that contains the control with this id. */
export function findAgencyEditorScreen(control: string): AgencyEditorScreen | undefined {
  return agencyEditorScreens.find(
    ({ names }) =>
      control === choiceId(names) ||
      names.some((name) => {
        if (control === choiceId([name])) return true;
        if (name === 'openingHours') return weekDayNames.some((day) => openingDayControlId(day) === control);
        if (name === 'partnerNames' || name === 'partnerLogos') return control === partnersControlId;
        return agencyControlId(name) === control;
      }),
  );
}

export function agencyEditorDraftOf(
  { version, partners }: SavedAgency,
  legal: LegalPresets,
): AgencyEditorDraft {
  return { ...agencyFieldsDraftOf(version, legal), ...partnersDraftOf(partners) };
}

export function findAgencyEditorProblems(values: AgencyEditorDraft): DraftProblem[] {
  return [...findAgencyFieldProblems(values), ...findPartnerProblems(values)];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function findChangedAgencyScreens(
  values: AgencyEditorDraft,
  stored: AgencyEditorDraft,
): AgencyEditorScreen[] {
  return agencyEditorScreens.filter(({ names }) => names.some((name) => !isSame(values[name], stored[name])));
}

/** The draft for the preview: fields with problems have their stored values. */
export function replaceInvalidFields(
  values: AgencyEditorDraft,
  stored: AgencyEditorDraft,
): AgencyEditorDraft {
  const wrong = new Set(findAgencyFieldProblems(values).map(({ field }) => field));
  const names = agencyFieldNames.filter((name) => wrong.has(agencyControlId(name)));
  const right = names.map((name) => [name, stored[name]] as const);
  return { ...values, ...(Object.fromEntries(right) as Partial<AgencyEditorDraft>) };
}

/** The zone in which most people of a province live. */
const zoneOfRegion: Readonly<Record<string, string>> = {
  ab: 'America/Edmonton',
  bc: 'America/Vancouver',
  mb: 'America/Winnipeg',
  nb: 'America/Moncton',
  nl: 'America/St_Johns',
  ns: 'America/Halifax',
  nt: 'America/Edmonton',
  nu: 'America/Iqaluit',
  on: 'America/Toronto',
  pe: 'America/Halifax',
  qc: 'America/Toronto',
  sk: 'America/Regina',
  yt: 'America/Whitehorse',
};

const comparable = (word: string): string =>
  word.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The region of a province by its name or its code, as in "Québec" or "QC". */
function regionOf(province: string): keyof typeof agencyScreenTexts.holidayRegions | undefined {
  const typed = comparable(province);
  return holidayRegions
    .filter((region) => region in zoneOfRegion)
    .find((region) => region === typed || comparable(agencyScreenTexts.holidayRegions[region]) === typed);
}

const plainTitle = (title: string): string => title.replaceAll('*', '');

type TextValues = Omit<AgencyEditorDraft, 'openingHours' | keyof PartnersDraft>;

/** Fields that are derived from other fields until an owner enters another value. */
const followers: Partial<Record<keyof TextValues, (draft: AgencyEditorDraft) => string>> = {
  location: ({ city, province }) => (city.trim() === '' ? '' : `${city.trim()}, ${province.trim()}`),
  holidays: ({ province }) => regionOf(province) ?? '',
  timeZone: ({ province }) => zoneOfRegion[regionOf(province) ?? ''] ?? '',
  hours: ({ openingHours, timeZone }) => unlessPresetHours(describeHours(openingHours, timeZone)),
  statement: ({ heroText }) => unlessPreset('heroText', heroText),
  tagline: ({ heroCaption }) => unlessPreset('heroCaption', heroCaption),
  seoTitle: ({ heroTitle }) => shortenText(plainTitle(heroTitle), 60),
  seoDescription: ({ heroText }) => shortenText(unlessPreset('heroText', heroText), 160),
  seoCaption: ({ heroCaption }) => shortenText(unlessPreset('heroCaption', heroCaption), 60),
  seoEnding: ({ heroCaption }) => unlessPreset('heroCaption', heroCaption),
};

/** The preset of the text names the letters of the specification, "EST". */
function unlessPresetHours(hours: string): string {
  const { openingHours, timeZone } = agencyFactPresets;
  return hours === describeHours(openingHours, timeZone) ? '' : hours;
}

function unlessPreset(name: 'heroText' | 'heroCaption', typed: string): string {
  return typed === agencyTextPresets[name] ? '' : typed.trim();
}

/**
 * Adds derived fields to a change. A field that an owner has entered is no longer equal to its derived value, and
 * stays.
 */
export function withDependentFields(
  before: AgencyEditorDraft,
  change: Partial<AgencyEditorDraft>,
): Partial<AgencyEditorDraft> {
  const presets: Readonly<Record<string, unknown>> = { ...agencyFactPresets, ...agencyTextPresets };
  const added: Partial<Record<keyof TextValues, string>> = {};
  for (const name of Object.keys(followers) as (keyof typeof followers)[]) {
    const derive = (draft: AgencyEditorDraft) => followers[name]?.(draft) || String(presets[name]);
    const value = derive({ ...before, ...change, ...added });
    if (!(name in change) && before[name] === derive(before)) added[name] = value;
  }
  return { ...change, ...added };
}

/** The partners change together with their logos. */
export const agencyMergeRules: MergeRules<AgencyEditorDraft> = { units: [partnerNames] };

/** Some values as texts, with the labels of their fields. */
export function describeAgencyValues(
  names: readonly string[],
  draft: AgencyEditorDraft,
): { label: string; text: string }[] {
  const { partnerNames: partners, partnerLogos } = draft;
  const fields = agencyFieldNames.filter((name) => names.includes(name));
  return [
    ...fields.map((name) => ({ label: agencyFieldLabel(name), text: describeAgencyField(name, draft) })),
    ...(names.includes('partnerNames')
      ? [
          { label: agencyScreenTexts.partners.title, text: partners },
          { label: agencyScreenTexts.partners.logos.title, text: Object.keys(partnerLogos).join('\n') },
        ]
      : []),
  ];
}

/** Returns only what differs from `base`, so that nothing else is written. */
export function agencySaveRequestOf(
  values: AgencyEditorDraft,
  base: SavedAgency,
  legal: LegalPresets,
): AgencySaveRequest {
  const stored = agencyEditorDraftOf(base, legal);
  const record = agencyRecordOf(values, base.version, legal);
  const partners = partnersOf(values);
  return {
    base,
    record: isSame(record, agencyRecordOf(stored, base.version, legal)) ? null : record,
    partners: isSame(partners, partnersOf(stored)) ? null : partners,
  };
}
