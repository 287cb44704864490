import {
  factFields,
  factPresets,
  textFields,
  textPresets,
  type AgencyFacts,
  type AgencyTexts,
} from '../../agency/agency-fields.ts';
import type { AgencyRecord } from '../../agency/agency-record.ts';
import { days, isList, type AgencyFieldKind, type WeekHours } from '../../agency/field-kinds.ts';
import { product } from '../../agency/product.ts';
import { agencySections, type FieldName } from './agency-sections.ts';

/** What the controls hold: texts as typed, a line each for lists. */
export type AgencyDraft = Record<Exclude<FieldName, 'openingHours'>, string> & {
  /** both times of each day, '' where there is none */
  openingHours: Record<string, readonly [string, string]>;
};

export const allFields: Readonly<Record<FieldName, AgencyFieldKind>> = { ...factFields, ...textFields };
export const agencyFieldNames = agencySections.flatMap(({ groups }) =>
  groups.flatMap(({ fields }) => fields),
);

/** The texts that the program brings along, as Markdown. */
export type LegalPresets = Pick<AgencyTexts, 'privacy' | 'terms'>;

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value);
}

export function agencyDraftOf(record: AgencyRecord, legal: LegalPresets): AgencyDraft {
  const texts = { ...textPresets, ...record.texts[product.locale] };
  const values: AgencyFacts & AgencyTexts = {
    ...factPresets,
    ...record.facts,
    ...texts,
    privacy: texts.privacy || legal.privacy,
    terms: texts.terms || legal.terms,
  };
  const entries = agencyFieldNames.map((name) => [name, asText(values[name])]);
  return {
    ...(Object.fromEntries(entries) as Record<Exclude<FieldName, 'openingHours'>, string>),
    openingHours: Object.fromEntries(
      days.map((day) => [day, values.openingHours[day] ?? (['', ''] as const)]),
    ),
  };
}

/** Most agencies have the same hours on weekdays: two times in place of ten. */
export function copyMonday(hours: AgencyDraft['openingHours']): AgencyDraft['openingHours'] {
  const monday = hours['mon'] ?? (['', ''] as const);
  return { ...hours, tue: monday, wed: monday, thu: monday, fri: monday };
}

export function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function valueOf(name: FieldName, draft: AgencyDraft): unknown {
  if (name === 'openingHours') {
    const open = Object.entries(draft.openingHours).filter(([, [opens, closes]]) => opens && closes);
    return Object.fromEntries(open) as WeekHours;
  }
  const typed = draft[name].replaceAll('\r\n', '\n').trim();
  const field = allFields[name];
  if (field.kind === 'number') return Number(typed);
  return isList(field) ? linesOf(typed) : typed;
}

function changedValues(
  names: readonly string[],
  presets: Readonly<Record<string, unknown>>,
  draft: AgencyDraft,
): Record<string, unknown> {
  const values = names.map((name) => [name, valueOf(name as FieldName, draft)] as const);
  return Object.fromEntries(
    values.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(presets[name])),
  );
}

/** What is stored of a draft: what differs from the presets. Other languages stay as they are. */
export function agencyRecordOf(draft: AgencyDraft, base: AgencyRecord, legal: LegalPresets): AgencyRecord {
  const presets = { ...textPresets, privacy: legal.privacy.trim(), terms: legal.terms.trim() };
  return {
    facts: changedValues(Object.keys(factFields), factPresets, draft),
    texts: { ...base.texts, [product.locale]: changedValues(Object.keys(textFields), presets, draft) },
  };
}
