// How a field of the agency's settings is defined: its words, kind, limits, default, where it is shown.
/** Opening and closing time by day, "09:00" to "17:00"; a missing day is closed. */
export type WeeklyOpeningHours = Readonly<
  Partial<Record<WeekDayName, readonly [open: string, close: string]>>
>;

export const weekDayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type WeekDayName = (typeof weekDayNames)[number];

/** Facts are the same in all languages; a text has a value for each. */
type AgencyRecordPart = 'facts' | 'texts';

/** Pages get only what they show: all of them, the home page, the list of services, legal pages, or none. */
export type AgencyFieldScope = 'pages' | 'home' | 'services' | 'legal' | 'server';

interface Words {
  label: string;
  hint?: string;
  /** the fields of a figure, by its number, are in a fieldset */
  figure?: number;
  /** Whether the preset is true only of the sample agency. Others suit any agency, or are derived from such fields. */
  isSample?: boolean;
}

interface Limits {
  /** in characters; per line if there are several */
  maxLength: number;
  isRequired: boolean;
}

/** The kind of a field and its limits. The database checks the same (supabase/render-agency-fields.ts). */
type Rules =
  | ({ kind: TextKind; preset: string } & Limits)
  | ({ kind: 'choice'; preset: string; options: readonly string[] } & Limits)
  | ({ kind: ListKind; preset: readonly string[]; maxLines: number } & Limits)
  | { kind: 'number'; preset: number; min: number; max: number }
  | { kind: 'hours'; preset: WeeklyOpeningHours };

export type AgencyFieldDefinition = Words & Rules & { part: AgencyRecordPart; scope: AgencyFieldScope };

export type AgencyFieldValue<Field> = Field extends { kind: ListKind }
  ? readonly string[]
  : Field extends { kind: 'number' }
    ? number
    : Field extends { kind: 'hours' }
      ? WeeklyOpeningHours
      : string;

/** Several lines of text; `links` begin with https://, `dates` are days such as "2026-12-24". */
type ListKind = 'lines' | 'links' | 'dates';

/**
 * `text` has line breaks, `phone` is written as people write it, `dialled` has its country code: "+18005550199". A
 * `zone` is one of the IANA list, a `picture` the URL of an uploaded one, a `colour` is "#0b4a5e".
 */
type TextKind = 'line' | 'text' | 'markdown' | 'phone' | 'dialled' | 'email' | 'zone' | 'picture' | 'colour';

interface TextOptions extends Words {
  /** default: empty */
  preset?: string;
  /** default: unless the preset is empty */
  isRequired?: boolean;
}

/** Functions that define the fields of one scope. */
export function createAgencyFieldDefiners<Scope extends AgencyFieldScope>(scope: Scope) {
  const definerOfText =
    <Part extends AgencyRecordPart>(part: Part) =>
    <Kind extends TextKind>(
      kind: Kind,
      maxLength: number,
      { preset = '', isRequired = preset !== '', ...words }: TextOptions,
    ) => ({ part, scope, kind, maxLength, preset, isRequired, ...words });
  const definerOfList =
    <Part extends AgencyRecordPart>(part: Part) =>
    <Kind extends ListKind>(
      kind: Kind,
      maxLines: number,
      maxLength: number,
      { preset = [], ...words }: Words & { preset?: readonly string[] },
    ) => ({ part, scope, kind, maxLines, maxLength, preset, isRequired: preset.length > 0, ...words });
  const fact = definerOfText('facts');
  return {
    fact,
    text: definerOfText('texts'),
    factList: definerOfList('facts'),
    textList: definerOfList('texts'),
    /** One of `options`; the database accepts any word. */
    choice: (options: readonly string[], words: Words & { preset: string }) => ({
      ...fact('line', 20, words),
      kind: 'choice' as const,
      options,
    }),
    number: (min: number, max: number, words: Words & { preset: number }) => ({
      part: 'facts' as const,
      scope,
      kind: 'number' as const,
      min,
      max,
      ...words,
    }),
  };
}

type AgencySections = Readonly<Record<string, Readonly<Record<string, AgencyFieldDefinition>>>>;

/** Declares the fields by section. Their words are a catalogue: labels, hints, and the presets of texts. */
export function defineAgencyFields<Sections extends AgencySections>(sections: Sections): Sections {
  return sections;
}

export function isAgencyListField(
  field: AgencyFieldDefinition,
): field is AgencyFieldDefinition & { kind: ListKind } {
  return field.kind === 'lines' || field.kind === 'links' || field.kind === 'dates';
}
