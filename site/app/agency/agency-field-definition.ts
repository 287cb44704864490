/** Opening and closing time by day, "09:00" to "17:00"; a missing day is closed. */
export type WeeklyOpeningHours = Readonly<
  Partial<Record<WeekDayName, readonly [open: string, close: string]>>
>;

export const weekDayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type WeekDayName = (typeof weekDayNames)[number];

interface Rules {
  /** in characters; per line if there are several */
  maxLength: number;
  isRequired: boolean;
}

/** Several lines of text. */
type ListKind = 'lines' | 'links' | 'dates';

type TextKind = 'line' | 'text' | 'markdown' | 'phone' | 'dialled' | 'email' | 'zone' | 'picture' | 'colour';

/**
 * The kind of a field and its limits. The database checks the same: `private.agency_fields()`; a test compares them.
 */
export type AgencyFieldDefinition =
  | ({ kind: TextKind; preset: string } & Rules)
  | ({ kind: 'choice'; preset: string; options: readonly string[] } & Rules)
  | ({ kind: ListKind; preset: readonly string[]; maxLines: number } & Rules)
  | { kind: 'number'; preset: number; min: number; max: number }
  | { kind: 'hours'; preset: WeeklyOpeningHours };

export type AgencyFieldValue<Field extends AgencyFieldDefinition> = Field extends { kind: ListKind }
  ? readonly string[]
  : Field extends { kind: 'number' }
    ? number
    : Field extends { kind: 'hours' }
      ? WeeklyOpeningHours
      : string;

function defineAgencyTextField<Kind extends TextKind>(kind: Kind) {
  return (preset: string, maxLength: number, isRequired = true) => ({ kind, preset, maxLength, isRequired });
}

/** One line of text. */
export const defineAgencyLineField = defineAgencyTextField('line');
/** Text with line breaks. */
export const defineAgencyMultilineField = defineAgencyTextField('text');
export const defineAgencyMarkdownField = defineAgencyTextField('markdown');
/** A phone number as people write it. */
export const defineAgencyPhoneField = defineAgencyTextField('phone');
/** A phone number with its country code: "+18005550199". */
export const defineAgencyDialledPhoneField = defineAgencyTextField('dialled');
export const defineAgencyEmailField = defineAgencyTextField('email');
/** A time zone of the IANA list. */
export const defineAgencyTimeZoneField = defineAgencyTextField('zone');

/** The URL of an uploaded picture. */
export const defineAgencyPictureField = defineAgencyTextField('picture');

/** A colour such as "#0b4a5e". */
export const defineAgencyColourField = defineAgencyTextField('colour');

/** One of `options`; the database accepts any word. */
export function defineAgencyChoiceField(preset: string, options: readonly string[]) {
  return { kind: 'choice' as const, preset, options, maxLength: 20, isRequired: true };
}

export function defineAgencyLineListField(preset: readonly string[], maxLines: number, maxLength: number) {
  return { kind: 'lines' as const, preset, maxLines, maxLength, isRequired: true };
}

/** URLs that begin with https:// */
export function defineAgencyLinkListField(preset: readonly string[], maxLines: number, maxLength: number) {
  return { kind: 'links' as const, preset, maxLines, maxLength, isRequired: false };
}

/** Days such as "2026-12-24". */
export function defineAgencyDateListField(preset: readonly string[], maxLines: number) {
  return { kind: 'dates' as const, preset, maxLines, maxLength: 10, isRequired: false };
}

export function isAgencyListField(
  field: AgencyFieldDefinition,
): field is AgencyFieldDefinition & { kind: ListKind } {
  return field.kind === 'lines' || field.kind === 'links' || field.kind === 'dates';
}

export function defineAgencyNumberField(preset: number, min: number, max: number) {
  return { kind: 'number' as const, preset, min, max };
}

export function defineAgencyOpeningHoursField(preset: WeeklyOpeningHours) {
  return { kind: 'hours' as const, preset };
}
